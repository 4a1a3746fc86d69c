import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { formOf } from './form/description';
import { searchCampaigns } from './methods/listSearch';
import { getContactFields } from './methods/resourceMapping';
import { chosenOperation, operations } from './operations';
import { resources } from './operations/resources';
import { resume } from './wait/resume';
import { runOrWait } from './wait/runOrWait';
import { waitingWebhooks } from './wait/webhooks';

/** The action node: contacts, purchases, messages, campaigns, hotels and bulk jobs. */
export class CrmMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'CRM Messaging',
		name: 'crmMessaging',
		icon: {
			light: 'file:../../icons/crmMessaging.svg',
			dark: 'file:../../icons/crmMessaging.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Create contacts, record purchases and send push notifications and SMS',
		defaults: { name: 'CRM Messaging' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'crmMessagingApi', required: true }],
		webhooks: waitingWebhooks,
		properties: formOf(operations, resources.contact),
	};

	methods = {
		listSearch: { searchCampaigns },
		resourceMapping: { getContactFields },
	};

	/** Takes a callback that an execution of this node waits for. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resume(this);
	}

	/** Runs the chosen operation over all input items. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOrWait(this, chosenOperation(this))];
	}
}
