import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { resume } from './wait/resume';
import { waitingWebhooks } from './wait/webhooks';
import { formOf } from './form/description';
import { searchCampaigns } from './methods/listSearch';
import { getContactFields } from './methods/resourceMapping';
import { operations } from './operations';
import { run } from './run/run';

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
		properties: formOf(operations, 'contact'),
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
		const resource = this.getNodeParameter('resource', 0);
		const operation = this.getNodeParameter('operation', 0);
		const chosen = operations.find(
			(one) => one.resource === resource && one.operation === operation,
		);
		if (!chosen) {
			throw new NodeOperationError(
				this.getNode(),
				`The resource “${String(resource)}” has no operation “${String(operation)}”; choose both again`,
			);
		}
		return [await run(this, chosen)];
	}
}
