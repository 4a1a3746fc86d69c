import type {
	IDataObject,
	INodeProperties,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { callAnswer, triggerText } from '../catalogue/panels';
import { describedControl, propertyOf } from '../fields/control';
import type { Option } from '../fields/field';
import { choice } from '../fields/types/choice';
import { answerAfterStart } from '../n8n/webhooks';
import { callbackKey, keyParameter, webhookIdIn } from '../service/addresses';
import { credentialName } from '../service/credential';
import { Redactor } from '../service/redactor';
import { outputOfCallback, readCallback, receivedCallback } from './callback';
import {
	answerCall,
	answered,
	nameOfTrusted,
	secretsOf,
	takeOnce,
	type CallerCheck,
} from './caller';

const authentication: Option<CallerCheck> = {
	name: 'authentication',
	label: 'Authentication',
	type: choice({
		none: ['None', 'Anyone who knows the URL can start the workflow'],
		signatureHeader: [
			'Signature Header',
			'The service signs its callbacks with the account secret',
		],
		signedUrl: [
			'Signed URL',
			'The CRM Messaging node adds a key to the URL (both nodes need the same credential)',
		],
	}),
	isParameter: true,
	unset: 'signedUrl',
	description: 'How to make sure that a callback comes from the service',
};

const callbackOutput: Option<'callback' | 'contact'> = {
	name: 'output',
	label: 'Output',
	type: choice({
		callback: 'One Item per Callback',
		contact: [
			'One Item per Contact',
			'Valid and failed contacts, the failed ones with the reason',
		],
	}),
	isParameter: true,
	unset: 'callback',
	description: 'Items that the node returns for a callback',
};

export const triggerProperties: INodeProperties[] = [
	{ displayName: triggerText.copyUrl, name: 'notice', type: 'notice', default: '' },
	describedControl(propertyOf(authentication)),
	describedControl(propertyOf(callbackOutput)),
];

export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await answerCall(context, callAnswer.toTrigger, async () => {
		const call = await receivedCallback(context, [keyParameter]);
		const check = context.getNodeParameter(authentication.name) as CallerCheck;
		const { credentials } = context.getNode();
		// As the URL has it, which the action node signs: n8n 1 may store a trigger without an ID.
		const webhookId = webhookIdIn(context.getNodeWebhookUrl('default') ?? '') ?? '';
		// An address that is open to anyone needs no credential.
		const isOpen = check === 'none' && !credentials?.[credentialName];
		const secrets = isOpen ? { account: '', master: '' } : await secretsOf(context);
		const name = nameOfTrusted(check, call, webhookId, secrets.account);
		if (call.isEmpty) return answered(callAnswer.noContent);
		const taken = takeOnce(context, name);
		if (!taken) return answered(callAnswer.repeated);
		const key = callbackKey('trigger', webhookId, secrets.account);
		const redactor = new Redactor([...Object.values(secrets), key]);
		const report = readCallback(redactor.inValue(call.content) as IDataObject);
		// A workflow that must not run twice can check it.
		const mark = taken.mayBeRepeat ? { possibleRepeat: true } : {};
		const output = context.getNodeParameter(callbackOutput.name) as 'callback' | 'contact';
		const items = outputOfCallback(report, output).map((json) => ({
			json: { ...json, ...mark },
		}));
		return answerAfterStart({ workflowData: [items] }, callAnswer.started, taken.started);
	});
}
