import type { IWebhookFunctions } from 'n8n-workflow';
import type { Call } from '../callback/call';
import { isTrusted, timestampProblem } from '../callback/caller';
import { notReady, notSigned, type Refusal } from '../callback/refusal';
import { isInIpRanges, readIpRanges } from '../transport/ipRange';
import { readTriggerOptions, type TriggerOptions } from './options';
import { secretsOf } from './secrets';

/** A call to the trigger, checked. */
export interface Checked {
	/** Why it is not taken. */
	refusal?: Refusal;
	/** What it was checked with, which nobody may read in it. */
	secrets: readonly string[];
}

/** Checks whether a call may start the workflow: its address, its key or signature, its age. */
export async function checkCall(context: IWebhookFunctions, call: Call): Promise<Checked> {
	try {
		const options = readTriggerOptions(context);
		const refusal = addressRefusal(call, options.allowedIpRanges);
		return refusal ? { refusal, secrets: [] } : await checkCaller(context, call, options);
	} catch (error) {
		const refusal = notReady(`it cannot be checked. ${(error as Error).message}`);
		return { refusal, secrets: [] };
	}
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

async function checkCaller(
	context: IWebhookFunctions,
	call: Call,
	{ authentication: check, timestampAllowance }: TriggerOptions,
): Promise<Checked> {
	if (check === 'none') return { secrets: [] };
	const secrets = await secretsOf(context);
	const isFrom = isTrusted(check, call, context.getNode().webhookId ?? '', secrets.account);
	const age = check === 'signatureHeader' ? ageRefusal(call, timestampAllowance) : undefined;
	return { refusal: isFrom ? age : notSigned, secrets: Object.values(secrets) };
}

function ageRefusal({ body }: Call, allowance: number): Refusal | undefined {
	const problem = timestampProblem(body.timestamp, Date.now(), allowance);
	return problem && { status: 401, error: problem, why: `its timestamp is ${problem}` };
}
