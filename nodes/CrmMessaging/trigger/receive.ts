import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { Call } from '../callback/call';
import { outputOfCallback } from '../callback/output';
import { refuse, tooDeep } from '../callback/refusal';
import { isTooDeep } from '../fields/nesting';
import { answerAfterStart } from '../n8n/answerAfterStart';
import { SecretBlotter } from '../transport/blotSecrets';
import { keyParameter } from '../transport/callbackKey';
import { checkCall } from './refusal';
import { readTriggerOptions } from './options';
import { takeOnce } from './seen';

/** Takes a call to the trigger: the service counts exactly 200 as received and calls again otherwise. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const call = await Call.of(context, [keyParameter]);
	const checked = await checkCall(context, call);
	const refusal = checked.refusal ?? (isTooDeep(call.body) ? tooDeep : undefined);
	if (refusal) return refuse(context, refusal, 'the CRM Messaging Trigger');
	const taken = await takeOnce(context, call.body);
	if (!taken) return { webhookResponse: { message: 'Received before' } };
	const { output } = readTriggerOptions(context);
	const body = new SecretBlotter(checked.secrets).inValue(call.body) as IDataObject;
	const told = outputOfCallback(body, output);
	// Nothing is lost, and a workflow that must not run twice can tell.
	const marked = taken.mayBeRepeat
		? told.map((json) => ({ ...json, possibleRepeat: true }))
		: told;
	const items = context.helpers.returnJsonArray(marked);
	return answerAfterStart({ workflowData: [items] }, 'Workflow was started', taken.started);
}
