import type {
	IHookFunctions,
	INodeProperties,
	INodeTypeDescription,
	IWebhookFunctions,
} from 'n8n-workflow';
import { triggerText } from '../catalogue/panels';
import { nodeErrorOfSentence } from '../engine/errors';
import { propertyOf } from '../fields/control';
import { type Option, readOption } from '../fields/field';
import { InputError } from '../fields/inputError';
import { choice } from '../fields/types/choice';

export type CallerCheck = 'signedUrl' | 'signatureHeader' | 'none';

export type CallbackOutput = 'callback' | 'contact';

export const authentication: Option<CallerCheck> = {
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

export const callbackOutput: Option<CallbackOutput> = {
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

/** @throws NodeOperationError naming the wrong one */
export function readTriggerOptions(context: IHookFunctions | IWebhookFunctions) {
	const read = <T>(option: Option<T>): T => {
		const { name } = option;
		const values = { [name]: context.getNodeParameter(name) };
		return readOption(option, values, { timezone: context.getTimezone() });
	};
	try {
		return { authentication: read(authentication), output: read(callbackOutput) };
	} catch (error) {
		throw error instanceof InputError
			? nodeErrorOfSentence(context.getNode(), error.sentence)
			: error;
	}
}

const { tryOut, publish, published, reach } = triggerText;

export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: triggerText.header,
	executionsHelp: {
		inactive: [tryOut, publish, reach].join('<br /><br />'),
		active: [tryOut, published, reach].join('<br /><br />'),
	},
	activationHint: triggerText.finish,
};

export const triggerProperties: INodeProperties[] = [
	{
		displayName: triggerText.copyUrl,
		name: 'notice',
		type: 'notice',
		default: '',
	},
	propertyOf(authentication),
	propertyOf(callbackOutput),
];
