import {
	NodeOperationError,
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
	'<b>To try it out</b>, click the button above, then run a CRM Messaging node that creates contacts or records a purchase, with <b>Processing Result: Send to Trigger</b> and the <b>Test URL</b> of this node. The Test URL works only while n8n listens, and for one call.';
const reach =
	'The service calls from the internet, so it must be able to reach this n8n: a URL with “localhost” does not work. Whoever runs n8n sets its public address with N8N_WEBHOOK_URL.';

/** The panel next to the trigger's form. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Listen for the service’s call',
	executionsHelp: {
		inactive: `${tryOut}<br /><br /><b>To let it run by itself</b>, publish the workflow and paste the <b>Production URL</b> of this node instead. Those runs show up in the executions list, not here.<br /><br />${reach}`,
		active: `${tryOut}<br /><br /><b>It runs by itself</b> for each submission that names the <b>Production URL</b> of this node, as the workflow is published. Those runs show up in the <a data-key="executions">executions list</a>, not here.<br /><br />${reach}`,
	},
	activationHint:
		'Once the workflow is finished, publish it and use the Production URL, so that nobody has to click this button.',
};

/** How a trigger makes sure that it is the service which calls. */
export type CallerCheck = 'signedUrl' | 'signatureHeader' | 'none';

/** The output of a callback: one item, or one for each contact. */
export type CallbackOutput = 'callback' | 'contact';

const authentication: Option<CallerCheck> = {
	name: 'authentication',
	label: 'Authentication',
	type: choice([
		{
			label: 'None',
			value: 'none',
			description: 'Anyone who knows the URL can start the workflow',
		},
		{
			label: 'Signature Header',
			value: 'signatureHeader',
			description: 'The service signs its calls with the account secret',
		},
		{
			label: 'Signed URL',
			value: 'signedUrl',
			description:
				'The CRM Messaging node adds a key to the URL it hands to the service; both need the same credential',
		},
	]),
	scope: 'item',
	isParameter: true,
	unset: 'signedUrl',
	description: 'How to make sure that the call comes from the service',
};

const output: Option<CallbackOutput> = {
	name: 'output',
	label: 'Output',
	type: choice([
		{ label: 'One Item per Callback', value: 'callback' },
		{
			label: 'One Item per Contact',
			value: 'contact',
			description: 'Valid and failed contacts, the failed ones with the reason',
		},
	]),
	scope: 'item',
	isParameter: true,
	unset: 'callback',
	description: 'What a call becomes',
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
	scope: 'item',
	unset: undefined,
	keepsEmpty: true,
	placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24, 2001:db8::/32',
	description:
		'Addresses and ranges that may call, separated by commas, or empty for everybody (behind a proxy, n8n knows the caller’s address only if N8N_PROXY_HOPS is set)',
};

const timestampTolerance: Option<number> = {
	name: 'timestampTolerance',
	label: 'Timestamp Tolerance (Minutes)',
	type: boundedNumber({ min: 0 }),
	scope: 'item',
	unset: 0,
	description:
		'How far the time in a signed call may be from now, or 0 for any time; mind that a call which n8n missed comes again up to about 4 hours later, maybe with its old time, and is then refused',
};

/** The trigger's form. */
export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'In the CRM Messaging node that creates contacts or records a purchase, choose <b>Processing Result: Send to Trigger</b> and paste the URL of this node. The service calls it when it has processed the submission.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'bulkJobProcessed',
		description: 'What starts the workflow',
		options: [
			{
				name: 'Contacts or Purchase Processed',
				value: 'bulkJobProcessed',
				description: 'The service has processed what a CRM Messaging node submitted',
			},
		],
	},
	propertyOf(authentication),
	propertyOf(output),
	collectionOf({ displayName: 'Options', name: 'options', placeholder: 'Add Option' }, [
		propertyOf(allowedIpRanges),
		propertyOf(timestampTolerance, {
			displayOptions: { show: { '/authentication': ['signatureHeader'] } },
		}),
	]),
];

/** The values of the trigger's form. */
export interface TriggerOptions {
	authentication: CallerCheck;
	output: CallbackOutput;
	/** From where calls are accepted; undefined for everywhere. */
	allowedIpRanges: IpRange[] | undefined;
	/** Minutes that a signed timestamp may be away from now; 0 for any time. */
	timestampTolerance: number;
}

/**
 * Reads the trigger's parameters.
 *
 * @throws NodeOperationError naming the one that is wrong
 */
export function readTriggerOptions(context: IHookFunctions | IWebhookFunctions): TriggerOptions {
	const read = <T>(option: Option<T>): T => {
		const { name, isParameter } = option;
		const members = context.getNodeParameter('options', {}) as Record<string, unknown>;
		const values = isParameter ? { [name]: context.getNodeParameter(name) } : members;
		return readOption(option, values, { timezone: context.getTimezone() });
	};
	try {
		return {
			authentication: read(authentication),
			output: read(output),
			allowedIpRanges: read(allowedIpRanges),
			timestampTolerance: read(timestampTolerance),
		};
	} catch (error) {
		throw error instanceof InputError
			? new NodeOperationError(context.getNode(), error.sentence())
			: error;
	}
}
