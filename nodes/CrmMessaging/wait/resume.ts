import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { keyOf, keyParameter, requestParameter } from '../transport/callbackKey';
import { originOf } from './requestName';
import { accountSecretOf, readCall } from '../callback/call';
import { areEqual } from '../callback/caller';
import { gather } from './gathering';
import { ParkedExecution } from './parkedExecution';
import { notReady, notSigned, refuse, type Refusal } from '../callback/refusal';
import { isStored, storedRuns } from './storedExecution';

/**
 * Takes a callback that an execution waits for, and lets the execution go on with it.
 *
 * A call without the right key gets 401; one that nothing waits for, such as a repeated one, gets
 * 200 and changes nothing; where something is not in order here, 503 makes the service call again.
 */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const refused = (refusal: Refusal) => refuse(context, refusal, 'a waiting CRM Messaging node');
	try {
		const taken = await take(context);
		return 'why' in taken ? refused(taken) : taken;
	} catch (error) {
		// n8n would go on with the execution and an empty item if this were thrown.
		return refused(notReady(error instanceof Error ? error.message : String(error)));
	}
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData | Refusal> {
	const { query, body } = readCall(context);
	const request = query[requestParameter];
	const executionId = context.getExecutionId();
	const secret = await accountSecretOf(context);
	if (
		typeof request !== 'string' ||
		originOf(request).executionId !== executionId ||
		!areEqual(query[keyParameter], keyOf(request, secret))
	) {
		return notSigned;
	}
	const parked = ParkedExecution.of(context);
	const callbacks = await gather(executionId, request, body, (known) =>
		parked.isCompleteWith(known),
	);
	if (!callbacks) {
		if (await isStored(context, request)) return {};
		return notReady('the execution did not go on with it');
	}
	const stored = await storedRuns(context);
	if (stored) parked.catchUp(stored);
	return parked.note(callbacks) ? { workflowData: parked.runAgain() } : {};
}
