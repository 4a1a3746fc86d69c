import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { describedAs } from './editor/form';
import { readTriggerOptions, triggerPanel, triggerProperties } from './editor/triggerForm';
import { testAccount } from './editor/methods';
import { receive, triggerWebhooks } from './callbacks/receive';

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
		// n8n evaluates an expression for each call to a trigger of version 1.
		version: 2,
		subtitle: 'Submission processed',
		description: describedAs,
		eventTriggerDescription:
			'Waiting for the service to process contacts or a purchase sent with the Test URL',
		defaults: { name: 'CRM Messaging Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'crmMessagingApi',
				required: true,
				testedBy: 'testAccount',
				displayOptions: { show: { authentication: ['signedUrl', 'signatureHeader'] } },
			},
		],
		webhooks: triggerWebhooks,
		triggerPanel,
		activationMessage:
			'The service can now start this workflow: in each CRM Messaging node that creates contacts or records a purchase, choose Processing Result: Send to Trigger and paste the Production URL of this trigger.',
		properties: triggerProperties,
	};

	methods = { credentialTest: { testAccount } };

	/** The service is told the URL with each submission, so there is nothing to register. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				// A workflow with a wrong option, such as ranges that no address is in, is not published.
				readTriggerOptions(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
