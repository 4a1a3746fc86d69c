import {
	NodeConnectionTypes,
	NodeOperationError,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { readCall } from './callback/call';
import { readIpRanges } from './transport/ipRange';
import { outputOfCallback, type CallbackOutput } from './callback/output';
import { refusalOf, refuse } from './callback/refusal';
import { takeOnce } from './trigger/seen';
import { readTriggerOptions } from './trigger/options';
import { triggerPanel, triggerProperties } from './form/trigger';
import { webhookPath } from './transport/callbackKey';

/** Where the service calls. */
const address = {
	name: 'default',
	path: webhookPath,
	responseMode: 'onReceived',
	// Empty, so that n8n answers with the node's own `webhookResponse`.
	responseData: '',
} as const;

/** Starts a workflow when the service has processed a submission of contacts or a purchase. */
export class CrmMessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'CRM Messaging Trigger',
		name: 'crmMessagingTrigger',
		icon: {
			light: 'file:../../icons/crmMessagingTrigger.svg',
			dark: 'file:../../icons/crmMessagingTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: 'Bulk job processed',
		description:
			'Starts the workflow when a submission of contacts or a purchase was processed',
		defaults: { name: 'CRM Messaging Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'crmMessagingApi',
				required: true,
				displayOptions: { show: { authentication: ['signedUrl', 'signatureHeader'] } },
			},
		],
		webhooks: [
			{ ...address, httpMethod: 'POST' },
			// The same address by other methods; the form shows it once.
			{ ...address, httpMethod: 'PUT', ndvHideUrl: true },
			{ ...address, httpMethod: 'GET', ndvHideUrl: true },
		],
		triggerPanel,
		activationMessage:
			'The service can now start this workflow: in each CRM Messaging node that creates contacts or records a purchase, choose Callback: Trigger’s URL and paste the Production URL of this trigger.',
		properties: triggerProperties,
	};

	/** The service is told the URL with each submission, so there is nothing to register. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				checkIpRanges(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	/** Takes a call: the service counts exactly 200 as received and calls again otherwise. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const call = readCall(this);
		const refusal = await refusalOf(this, call);
		if (refusal) return refuse(this, refusal, 'the CRM Messaging Trigger');
		const started = takeOnce(this, call.body);
		if (!started) return { webhookResponse: { message: 'Received before' } };
		const output = this.getNodeParameter('output') as CallbackOutput;
		return {
			workflowData: [this.helpers.returnJsonArray(outputOfCallback(call.body, output))],
			// n8n asks for the answer between starting the workflow and saving the static data; what
			// is written there any earlier, n8n 2.41 forgets to save.
			get webhookResponse() {
				started();
				return { message: 'Workflow was started' };
			},
		};
	}
}

/** Keeps a workflow from being published with ranges that nobody can be found in. */
function checkIpRanges(context: IHookFunctions): void {
	try {
		readIpRanges(readTriggerOptions(context).allowedIpRanges);
	} catch (error) {
		throw new NodeOperationError(
			context.getNode(),
			`Allowed IP Ranges: ${(error as Error).message}`,
		);
	}
}
