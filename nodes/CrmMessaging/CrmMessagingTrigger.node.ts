import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { readBody } from './callback/body';
import { accountSecretOf, bodyOf } from './callback/call';
import { isTrusted, type CallerCheck } from './callback/caller';
import { outputOfCallback, type CallbackOutput } from './callback/output';
import { webhookPath } from './service/callbackKey';

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
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: webhookPath },
		],
		properties: [
			{
				displayName:
					'Copy the webhook URL of this node into the option <b>Webhook URL</b> of a CRM Messaging node that creates contacts or records a purchase. The service calls it when the submission was processed.',
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
		],
	};

	/** The service is told the URL with each submission, so there is nothing to register. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return true;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	/** Takes a call: the service counts exactly 200 as received and calls again otherwise. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const check = this.getNodeParameter('authentication') as CallerCheck;
		const body = readBody(bodyOf(this));
		const secret = check === 'none' ? '' : await accountSecretOf(this);
		const call = {
			query: this.getQueryData() as typeof body,
			authorization: this.getHeaderData().authorization,
			body,
		};
		if (!isTrusted(check, call, this.getNode().webhookId ?? '', secret)) {
			this.logger.warn('A call to the CRM Messaging Trigger was refused: it is not signed');
			this.getResponseObject().status(401).json({ error: 'not signed' });
			return { noWebhookResponse: true };
		}
		const output = this.getNodeParameter('output') as CallbackOutput;
		return {
			workflowData: [this.helpers.returnJsonArray(outputOfCallback(body, output))],
		};
	}
}
