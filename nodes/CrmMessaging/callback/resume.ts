import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { keyOf, keyParameter, requestParameter } from '../service/callbackKey';
import { originOf } from '../run/requestName';
import { readBody } from './body';
import { bodyOf, accountSecretOf } from './call';
import { areEqual } from './caller';
import { gather } from './gathering';
import { ParkedExecution } from './parkedExecution';
import { isStored, storedRuns } from './storedExecution';

/**
 * Takes a callback that an execution waits for, and lets the execution go on with it.
 *
 * A call without the right key gets 401; one that nothing waits for, such as a repeated one, gets
 * 200 and changes nothing; where something is not in order here, 503 makes the service call again.
 */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await take(context);
	} catch (error) {
		// n8n would go on with the execution and an empty item if this were thrown.
		const reason = error instanceof Error ? error.message : String(error);
		return refuse(context, 503, 'not ready', reason);
	}
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const query = context.getQueryData() as IDataObject;
	const request = query[requestParameter];
	const executionId = context.getExecutionId();
	const secret = await accountSecretOf(context);
	if (
		typeof request !== 'string' ||
		originOf(request).executionId !== executionId ||
		!areEqual(query[keyParameter], keyOf(request, secret))
	) {
		return refuse(context, 401, 'not signed', 'it is not signed');
	}
	const parked = ParkedExecution.of(context);
	const callbacks = await gather(executionId, request, readBody(bodyOf(context)), (known) =>
		parked.isCompleteWith(known),
	);
	if (!callbacks) {
		if (await isStored(context, request)) return {};
		return refuse(context, 503, 'not ready', 'the execution did not go on with it');
	}
	const stored = await storedRuns(context);
	if (stored) parked.catchUp(stored);
	return parked.note(callbacks) ? { workflowData: parked.runAgain() } : {};
}

function refuse(
	context: IWebhookFunctions,
	status: number,
	error: string,
	reason: string,
): IWebhookResponseData {
	context.logger.warn(`A call to a waiting CRM Messaging node was refused: ${reason}`);
	context.getResponseObject().status(status).json({ error });
	return { noWebhookResponse: true };
}
