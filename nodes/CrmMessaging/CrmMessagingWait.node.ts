import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { collect, park } from './wait/collect';
import { finish, watch } from './wait/watch';
import { waitNodes, type WaitRole, waitingWebhooks } from './wait/settings';
import { takeCallback } from './wait/takeCallback';

/** What the node does in each role. */
const work = { wait: park, collect, watch, finish };
const roles = Object.keys(waitNodes) as WaitRole[];

/** A node of the two small workflows that wait for callbacks in place of the one that sends; people do not see it. */
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
				options: roles.map((value) => ({ name: waitNodes[value], value })),
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

	/** Does what its role is: takes what was called back, or parks the execution. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await work[this.getNodeParameter('role', 0) as WaitRole](this);
	}
}
