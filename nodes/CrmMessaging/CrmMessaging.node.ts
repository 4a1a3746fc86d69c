import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { chosenOperation, form, subtitle } from './actions';
import { receiveResult, runOrResume } from './callbacks/waitForResult';
import { nodeText } from './catalogue/panels';
import { editorMethods } from './methods';
import { Execution } from './n8n/execution';
import { resumeWebhooks } from './n8n/webhooks';

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
		subtitle,
		description: 'Send SMS and push notifications, and save contacts and bookings',
		defaults: { name: 'CRM Messaging' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'crmMessagingApi', required: true, testedBy: 'testAccount' }],
		waitingNodeTooltip: nodeText.waiting,
		webhooks: resumeWebhooks,
		properties: form,
	};

	methods = editorMethods;

	/** The service has processed the contacts that a waiting run has sent. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveResult(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const execution = new Execution(this);
		return [await runOrResume(execution, () => chosenOperation(execution))];
	}
}
