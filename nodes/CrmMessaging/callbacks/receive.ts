import type {
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
	IWebhookDescription,
} from 'n8n-workflow';
import { Call } from './call';
import { outputOfCallback } from './report';
import { checkCall, refusalOf, refuse } from './caller';
import { answerAfterStart } from '../n8n/webhooks';
import { Redactor } from '../service/redactor';
import { keyParameter, webhookPath } from '../service/callbackUrl';
import { readTriggerOptions } from '../editor/triggerForm';
import { takeOnce } from './seen';

/**
 * Receives a call to the trigger. The service counts only status 200 as received and retries
 * otherwise.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const call = await Call.of(context, [keyParameter]);
	const checked = await checkCall(context, call);
	const refusal = checked.refusal ?? refusalOf(call);
	if (refusal) return refuse(context, refusal, 'the CRM Messaging Trigger');
	const taken = await takeOnce(context, call.body);
	if (!taken) return { webhookResponse: { message: 'Received before' } };
	const options = readTriggerOptions(context);
	const body = new Redactor(checked.secrets).inValue(call.body) as IDataObject;
	const output = outputOfCallback(body, options.output);
	// Nothing is lost, and a workflow that must not run twice can check it.
	const marked = taken.mayBeRepeat
		? output.map((json) => ({ ...json, possibleRepeat: true }))
		: output;
	const items = context.helpers.returnJsonArray(marked);
	return answerAfterStart({ workflowData: [items] }, 'Workflow was started', taken.started);
}

const address = {
	name: 'default',
	path: webhookPath,
	responseMode: 'onReceived',
	// Empty, so that n8n answers with the node's own `webhookResponse`.
	responseData: '',
} as const;

/** The trigger's endpoints. */
export const triggerWebhooks: IWebhookDescription[] = [
	{ ...address, httpMethod: 'POST' },
	// The same address for other methods; the form shows it once.
	{ ...address, httpMethod: 'PUT', ndvHideUrl: true },
	{ ...address, httpMethod: 'GET', ndvHideUrl: true },
];
