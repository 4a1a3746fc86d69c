import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { timestampProblem } from './age';
import { accountSecretOf, type Call } from './call';
import { isTrusted, type CallerCheck } from './caller';
import { isInIpRanges, readIpRanges } from './ipRange';

/** Why a call is not taken. */
interface Refusal {
	/** 401, or 503 where the trigger itself is not in order and the service should try later. */
	status: 401 | 503;
	/** What the caller reads. */
	error: 'not allowed' | 'not ready' | 'not signed' | 'too early' | 'too old';
	/** What the log says, without any secret, key or token. */
	why: string;
}

/** The trigger's options, as far as they are set. */
interface TriggerOptions {
	allowedIpRanges?: string;
	timestampAllowance?: number | string;
}

/** Finds out whether a call has to be refused: by its address, its key or signature, its age. */
export async function refusalOf(
	context: IWebhookFunctions,
	call: Call,
): Promise<Refusal | undefined> {
	const { allowedIpRanges = '', timestampAllowance = 0 } = context.getNodeParameter(
		'options',
		{},
	) as TriggerOptions;
	return (
		addressRefusal(call, String(allowedIpRanges)) ??
		(await callerRefusal(context, call, Number(timestampAllowance)))
	);
}

/** Answers a call that is refused; nothing starts, and one line of the log says why. */
export function refuse(
	context: IWebhookFunctions,
	{ status, error, why }: Refusal,
): IWebhookResponseData {
	context.logger.warn(`A call to the CRM Messaging Trigger was refused: ${why}`, {
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
		const why = `it cannot be checked. ${(error as Error).message}`;
		return { status: 503, error: 'not ready', why };
	}
	if (!isTrusted(check, call, context.getNode().webhookId ?? '', secret)) {
		return { status: 401, error: 'not signed', why: 'it is not signed' };
	}
	if (check !== 'signatureHeader') return undefined;
	const problem = timestampProblem(call.body.timestamp, Date.now(), allowance);
	return problem && { status: 401, error: problem, why: `its timestamp is ${problem}` };
}
