import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import {
	describedAs,
	formOf,
	subtitleOf,
	testAccount,
	searchCampaigns,
	getContactFields,
} from './editor/form';
import { chosenOperation, operations } from './actions';
import { contactUpsert } from './actions/contact/upsert.operation';
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
		subtitle: subtitleOf(operations),
		description: describedAs,
		defaults: { name: 'CRM Messaging' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'crmMessagingApi', required: true, testedBy: 'testAccount' }],
		waitingNodeTooltip:
			'The service is processing the contacts. This workflow resumes by itself when it’s done.',
		properties: formOf(operations, contactUpsert.resource),
	};

	methods = {
		credentialTest: { testAccount },
		listSearch: { searchCampaigns },
		resourceMapping: { getContactFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOrWait(this, () => chosenOperation(this))];
	}
}
