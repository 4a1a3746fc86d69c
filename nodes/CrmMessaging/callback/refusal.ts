import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { timestampProblem } from './age';
import { accountSecretOf, type Call } from './call';
import { isTrusted, type CallerCheck } from './caller';
import { isInIpRanges, readIpRanges } from '../transport/ipRange';
import { readTriggerOptions } from '../trigger/options';

/** Why a call is not taken. */
export interface Refusal {
	/** 401, or 503 where the node itself is not in order and the service should try later. */
	status: 401 | 503;
	/** What the caller reads. */
	error: 'not allowed' | 'not ready' | 'not signed' | 'too early' | 'too old';
	/** What the log says, without any secret, key or token. */
	why: string;
}

/** Of a call whose key or signature is not that of the service. */
export const notSigned: Refusal = { status: 401, error: 'not signed', why: 'it is not signed' };

/** Of a call that cannot be taken now, through no fault of its own. */
export function notReady(why: string): Refusal {
	return { status: 503, error: 'not ready', why };
}

/** Finds out whether a call has to be refused: by its address, its key or signature, its age. */
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

/**
 * Answers a call that is refused; nothing starts or goes on, and one line of the log says why.
 *
 * @param callee the node, as the log calls it
 */
export function refuse(
	context: IWebhookFunctions,
	{ status, error, why }: Refusal,
	callee: string,
): IWebhookResponseData {
	context.logger.warn(`A call to ${callee} was refused: ${why}`, {
		workflowId: context.getWorkflow().id,
		node: context.getNode().name,
	});
	context.getResponseObject().status(status).json({ error });
	return { noWebhookResponse: true };
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
