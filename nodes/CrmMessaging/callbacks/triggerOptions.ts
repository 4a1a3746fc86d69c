import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { nodeErrorOfSentence } from '../engine/errors';
import { type Option, readOption } from '../fields/field';
import { InputError } from '../fields/inputError';
import { choice } from '../fields/types/choice';
import { boundedNumber } from '../fields/types/number';
import { text, toText } from '../fields/types/text';
import { readIpRanges } from '../service/addresses';

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

export const allowedIpRanges: Option<string[] | undefined> = {
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

export const timestampTolerance: Option<number> = {
	name: 'timestampTolerance',
	label: 'Timestamp Tolerance (Minutes)',
	type: boundedNumber({ min: 0 }),
	unset: 0,
	description:
		'How far a callback’s time may be from now, with 0 for any time (repeats come for 4 hours)',
};

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
