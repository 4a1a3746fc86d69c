import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { formOf } from './form/description';
import { searchCampaigns } from './methods/listSearch';
import { getContactFields } from './methods/resourceMapping';
import { chosenOperation, operations } from './operations';
import { resources } from './operations/resources';
import { runOrWait } from './wait/runOrWait';

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
		waitingNodeTooltip:
			'Another execution of this workflow waits until the service has called back for every request. This one then goes on.',
		properties: formOf(operations, resources.contact),
	};

	methods = {
		listSearch: { searchCampaigns },
		resourceMapping: { getContactFields },
	};

	/** Runs the chosen operation over all input items. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOrWait(this, chosenOperation(this))];
	}
}
