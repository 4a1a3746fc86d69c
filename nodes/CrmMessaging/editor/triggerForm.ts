import { nodeErrorOfSentence } from '../engine/errors';
import {
	type IHookFunctions,
	type INodeProperties,
	type INodeTypeDescription,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { collectionOf, propertyOf } from '../fields/control';
import { type Option, readOption } from '../fields/field';
import { InputError } from '../fields/inputError';
import { choice } from '../fields/types/choice';
import { boundedNumber } from '../fields/types/number';
import { text, toText } from '../fields/types/text';
import { type IpRange, readIpRanges } from '../service/addresses';

const tryOut =
	'<b>To try it out</b>, click the button above. Then run a CRM Messaging node that saves contacts or a purchase, with the <b>Test URL</b> of this node in its <b>Webhook URL</b>. The Test URL works only while n8n listens, and for one callback.';
const reach =
	'The service must be able to reach this n8n from the internet, so a URL with “localhost” doesn’t work. The public address is set with N8N_WEBHOOK_URL.';

export const whileListening =
	'Now run the CRM Messaging node that has this Test URL in its Webhook URL';

export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Wait for a test callback',
	executionsHelp: {
		inactive: `${tryOut}<br /><br /><b>To let it run by itself</b>, publish the workflow and use the <b>Production URL</b> of this node instead. Those runs are in the executions list.<br /><br />${reach}`,
		active: `${tryOut}<br /><br /><b>It runs by itself</b> for each import that uses the <b>Production URL</b> of this node. Those runs are in the <a data-key="executions">executions list</a>.<br /><br />${reach}`,
	},
	activationHint:
		'Once you’ve finished the workflow, publish it and use the Production URL. Then it runs without this button.',
};

export type CallerCheck = 'signedUrl' | 'signatureHeader' | 'none';

export type CallbackOutput = 'callback' | 'contact';

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

const callbackOutput: Option<CallbackOutput> = {
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

const allowedIpRanges: Option<IpRange[] | undefined> = {
	name: 'allowedIpRanges',
	label: 'Allowed IP Ranges',
	type: {
		...text,
		convert(value) {
			const written = toText(value).trim();
			return written === '' ? undefined : readIpRanges(written);
		},
	},
	unset: undefined,
	keepsEmpty: true,
	placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24, 2001:db8::/32',
	description:
		'Addresses and ranges that may call back, separated by commas (behind a proxy, set N8N_PROXY_HOPS)',
};

const timestampTolerance: Option<number> = {
	name: 'timestampTolerance',
	label: 'Timestamp Tolerance (Minutes)',
	type: boundedNumber({ min: 0 }),
	unset: 0,
	description:
		'How far a callback’s time may be from now, with 0 for any time (repeats come for 4 hours)',
};

export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'Copy a URL from <b>Webhook URLs</b>. Paste it into the node that saves the contacts, with <b>Processing Result: Send to Trigger</b>',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	propertyOf(authentication),
	propertyOf(callbackOutput),
	collectionOf('Options', 'options', 'Add Option', [
		propertyOf(allowedIpRanges),
		propertyOf(timestampTolerance, {
			displayOptions: { show: { '/authentication': ['signatureHeader'] } },
		}),
	]),
];

export type TriggerOptions = ReturnType<typeof readTriggerOptions>;

/** @throws NodeOperationError naming the wrong one */
export function readTriggerOptions(context: IHookFunctions | IWebhookFunctions) {
	const read = <T>(option: Option<T>): T => {
		const { name, isParameter } = option;
		const members = context.getNodeParameter('options', {}) as Record<string, unknown>;
		const values = isParameter ? { [name]: context.getNodeParameter(name) } : members;
		return readOption(option, values, { timezone: context.getTimezone() });
	};
	try {
		return {
			authentication: read(authentication),
			output: read(callbackOutput),
			allowedIpRanges: read(allowedIpRanges),
			timestampTolerance: read(timestampTolerance),
		};
	} catch (error) {
		throw error instanceof InputError
			? nodeErrorOfSentence(context.getNode(), error.sentence)
			: error;
	}
}
