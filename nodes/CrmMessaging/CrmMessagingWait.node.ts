import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { collect } from './wait/collect';
import { park } from './wait/park';
import { takeCallback } from './wait/takeCallback';
import { waitingWebhooks } from './wait/webhooks';

/** A node of the small workflow that waits for callbacks in place of the one that sends; people do not see it. */
export class CrmMessagingWait implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'CRM Messaging Wait',
		name: 'crmMessagingWait',
		icon: {
			light: 'file:../../icons/crmMessaging.svg',
			dark: 'file:../../icons/crmMessaging.dark.svg',
		},
		group: ['organization'],
		version: 1,
		hidden: true,
		subtitle: '={{$parameter["role"]}}',
		description: 'Waits for the callbacks of another execution',
		defaults: { name: 'CRM Messaging Wait' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		outputNames: ['Result', 'Wait'],
		webhooks: waitingWebhooks,
		properties: [
			{
				displayName: 'Role',
				name: 'role',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Collect', value: 'collect' },
					{ name: 'Wait', value: 'wait' },
				],
				default: 'collect',
				description: 'What the node does in the workflow that waits',
			},
			{
				displayName: 'Settings',
				name: 'settings',
				type: 'string',
				default: '{}',
				description: 'What the execution that sends has told this one',
			},
		],
	};

	/** Takes a callback. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await takeCallback(this);
	}

	/** Collects what was called back, or parks the execution. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return this.getNodeParameter('role', 0) === 'wait' ? await park(this) : await collect(this);
	}
}
