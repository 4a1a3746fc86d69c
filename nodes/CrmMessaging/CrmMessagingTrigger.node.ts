import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { editorMethods } from './methods';
import { receive, triggerProperties } from './callbacks/trigger';
import { triggerText } from './catalogue/panels';
import { webhooksAt } from './n8n/webhooks';
import { webhookPath } from './service/addresses';

/** Starts a workflow when the service has processed contacts or a purchase. */
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
		subtitle: 'Bulk Job Processed',
		// n8n’s picker shows it for the action node as well, which most people look for.
		description:
			'Send SMS and push notifications, save contacts and bookings, and react when they’re processed',
		eventTriggerDescription: triggerText.listening,
		defaults: { name: 'CRM Messaging Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		// Without authentication too, since secrets are redacted.
		credentials: [{ name: 'crmMessagingApi', required: true, testedBy: 'testAccount' }],
		webhooks: webhooksAt({ path: webhookPath }),
		activationMessage: triggerText.activated,
		properties: triggerProperties,
	};

	methods = { credentialTest: editorMethods.credentialTest };

	/** The service gets the URL with each import, so there is nothing to register. */
	webhookMethods = {
		default: {
			async checkExists(): Promise<boolean> {
				return false;
			},
			async create(): Promise<boolean> {
				return true;
			},
			async delete(): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
