import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { deepestNesting } from '../fields/nesting';

/** Why a call is not taken. */
export interface Refusal {
	/**
	 * 401; 406 where no further call would be taken either; or 503 where the node itself is not in order
	 * and the service should try later.
	 */
	status: 401 | 406 | 503;
	/** What the caller reads. */
	error: 'not allowed' | 'not ready' | 'not signed' | 'too deep' | 'too early' | 'too old';
	/** What the log says, without any secret, key or token. */
	why: string;
}

/** Of a call whose key or signature is not that of the service. */
export const notSigned: Refusal = { status: 401, error: 'not signed', why: 'it is not signed' };

/** Of a call whose content n8n could start an execution with, but not store. */
export const tooDeep: Refusal = {
	status: 406,
	error: 'too deep',
	why: `its content is nested more than ${deepestNesting} levels deep`,
};

/** Of a call that cannot be taken now, through no fault of its own. */
export function notReady(why: string): Refusal {
	return { status: 503, error: 'not ready', why };
}

/**
 * Answers a call that is refused; nothing starts or resumes, and one line of the log says why.
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
