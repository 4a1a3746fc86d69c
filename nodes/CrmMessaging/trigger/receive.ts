import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { readCall } from '../callback/call';
import { outputOfCallback, type CallbackOutput } from '../callback/output';
import { refuse } from '../callback/refusal';
import { answerAfterStart } from '../n8n/answerAfterStart';
import { refusalOf } from './refusal';
import { takeOnce } from './seen';

/** Takes a call to the trigger: the service counts exactly 200 as received and calls again otherwise. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const call = readCall(context);
	const refusal = await refusalOf(context, call);
	if (refusal) return refuse(context, refusal, 'the CRM Messaging Trigger');
	const taken = await takeOnce(context, call.body);
	if (!taken) return { webhookResponse: { message: 'Received before' } };
	const output = context.getNodeParameter('output') as CallbackOutput;
	const told = outputOfCallback(call.body, output);
	// Nothing is lost, and a workflow that must not run twice can tell.
	const marked = taken.mayBeRepeat
		? told.map((json) => ({ ...json, possibleRepeat: true }))
		: told;
	const items = context.helpers.returnJsonArray(marked);
	return answerAfterStart({ workflowData: [items] }, 'Workflow was started', taken.started);
}
