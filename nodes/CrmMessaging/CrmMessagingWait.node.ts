import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { look, park, finish, watch } from './wait/watch';
import { keepCallback, mailboxWebhooks, receiveCallback, waitForCallback } from './wait/mailbox';
import { roleParameter, waitPurposes, type WaitRole } from './wait/companion';

/** The work of each role. */
const work = {
	Watch: watch,
	Finish: finish,
	Look: look,
	Park: park,
	Mailbox: waitForCallback,
	Keep: keepCallback,
};

/** A node of the small workflows that wait for callbacks. It is hidden from the node picker. */
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
		webhooks: mailboxWebhooks,
		properties: [
			{
				displayName: 'Role',
				name: roleParameter,
				type: 'options',
				noDataExpression: true,
				options: Object.keys(work).map((role) => ({ name: role, value: role })),
				default: 'Mailbox',
				description: 'The node’s role in the workflow that waits',
			},
		],
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveCallback(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const role = this.getNodeParameter(roleParameter, 0) as WaitRole;
		this.customData.set('crmMessaging', waitPurposes[role]);
		return await work[role](this);
	}
}
