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
import { readIpRanges } from './callback/ipRange';
import { outputOfCallback, type CallbackOutput } from './callback/output';
import { refusalOf, refuse } from './callback/refusal';
import { takeOnce } from './callback/seen';
import { webhookPath } from './service/callbackKey';

/** Where the service calls. */
const address = {
	name: 'default',
	path: webhookPath,
	responseMode: 'onReceived',
	// Empty, so that n8n answers with the node's own `webhookResponse`.
	responseData: '',
} as const;

const tryOut =
	'<b>To try it out</b>, click the button above, then run a CRM Messaging node that creates contacts or records a purchase, with <b>Callback: Trigger’s URL</b> and the <b>Test URL</b> of this node. The Test URL works only while n8n listens, and for one call.';
const reach =
	'The service calls from the internet, so it must be able to reach this n8n: a URL with “localhost” does not work. Whoever runs n8n sets its public address with N8N_WEBHOOK_URL.';

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
		triggerPanel: {
			header: 'Listen for the service’s call',
			executionsHelp: {
				inactive: `${tryOut}<br /><br /><b>To let it run by itself</b>, publish the workflow and paste the <b>Production URL</b> of this node instead. Those runs show up in the executions list, not here.<br /><br />${reach}`,
				active: `${tryOut}<br /><br /><b>It runs by itself</b> for each submission that names the <b>Production URL</b> of this node, as the workflow is published. Those runs show up in the <a data-key="executions">executions list</a>, not here.<br /><br />${reach}`,
			},
			activationHint:
				'Once the workflow is finished, publish it and use the Production URL, so that nobody has to click this button.',
		},
		activationMessage:
			'The service can now start this workflow: in each CRM Messaging node that creates contacts or records a purchase, choose Callback: Trigger’s URL and paste the Production URL of this trigger.',
		properties: [
			{
				displayName:
					'In the CRM Messaging node that creates contacts or records a purchase, choose <b>Callback: Trigger’s URL</b> and paste the URL of this node. The service calls it when it has processed the submission.',
				name: 'notice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Authentication',
				name: 'authentication',
				type: 'options',
				default: 'signedUrl',
				description: 'How to make sure that it is the service which calls',
				options: [
					{
						name: 'None',
						value: 'none',
						description: 'Anyone who knows the URL can start the workflow',
					},
					{
						name: 'Signature Header',
						value: 'signatureHeader',
						description: 'The service signs its calls with the account secret',
					},
					{
						name: 'Signed URL',
						value: 'signedUrl',
						description:
							'The CRM Messaging node adds a key to the URL it hands to the service; both need the same credential',
					},
				],
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'callback',
				description: 'What a call becomes',
				options: [
					{ name: 'One Item per Callback', value: 'callback' },
					{
						name: 'One Item per Contact',
						value: 'contact',
						description: 'Valid and failed contacts, the failed ones with the reason',
					},
				],
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add option',
				default: {},
				options: [
					{
						displayName: 'Allowed IP Ranges',
						name: 'allowedIpRanges',
						type: 'string',
						default: '',
						placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24, 2001:db8::/32',
						description:
							'Addresses and ranges that may call, separated by commas, or empty for everybody (behind a proxy, n8n knows the caller’s address only if N8N_PROXY_HOPS is set)',
					},
					{
						displayName: 'Timestamp Allowance (Minutes)',
						name: 'timestampAllowance',
						type: 'number',
						default: 0,
						typeOptions: { minValue: 0 },
						displayOptions: { show: { '/authentication': ['signatureHeader'] } },
						description:
							'How far the time in a signed call may be from now, or 0 for any time; mind that a call which n8n missed comes again up to about 4 hours later, maybe with its old time, and is then refused',
					},
				],
			},
		],
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
		if (refusal) return refuse(this, refusal);
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
	const { allowedIpRanges = '' } = context.getNodeParameter('options', {}) as {
		allowedIpRanges?: string;
	};
	try {
		readIpRanges(String(allowedIpRanges));
	} catch (error) {
		throw new NodeOperationError(
			context.getNode(),
			`Allowed IP Ranges: ${(error as Error).message}`,
		);
	}
}
