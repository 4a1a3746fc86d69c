import type { IWebhookFunctions } from 'n8n-workflow';
import type { Call } from '../callback/call';
import { isTrusted, timestampProblem, type CallerCheck } from '../callback/caller';
import { notReady, notSigned, type Refusal } from '../callback/refusal';
import { isInIpRanges, readIpRanges } from '../transport/ipRange';
import { accountSecretOf } from './accountSecret';
import { readTriggerOptions } from './options';

/** Finds out whether a call to the trigger has to be refused: by its address, its key or signature, its age. */
export async function refusalOf(
	context: IWebhookFunctions,
	call: Call,
): Promise<Refusal | undefined> {
	const { allowedIpRanges, timestampAllowance } = readTriggerOptions(context);
	return (
		addressRefusal(call, allowedIpRanges) ??
		(await callerRefusal(context, call, timestampAllowance))
	);
}

function addressRefusal({ address }: Call, allowed: string): Refusal | undefined {
	if (allowed.trim() === '') return undefined;
	const notAllowed = (why: string): Refusal => ({ status: 401, error: 'not allowed', why });
	try {
		return isInIpRanges(address, readIpRanges(allowed))
			? undefined
			: notAllowed(`its address ${address} is in none of the Allowed IP Ranges`);
	} catch (error) {
		return notAllowed(`of the Allowed IP Ranges, ${(error as Error).message}`);
	}
}

async function callerRefusal(
	context: IWebhookFunctions,
	call: Call,
	allowance: number,
): Promise<Refusal | undefined> {
	const check = context.getNodeParameter('authentication') as CallerCheck;
	if (check === 'none') return undefined;
	let secret: string;
	try {
		secret = await accountSecretOf(context);
	} catch (error) {
		return notReady(`it cannot be checked. ${(error as Error).message}`);
	}
	if (!isTrusted(check, call, context.getNode().webhookId ?? '', secret)) {
		return notSigned;
	}
	if (check !== 'signatureHeader') return undefined;
	const problem = timestampProblem(call.body.timestamp, Date.now(), allowance);
	return problem && { status: 401, error: problem, why: `its timestamp is ${problem}` };
}
