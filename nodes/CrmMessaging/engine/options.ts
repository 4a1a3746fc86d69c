import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { isAbsent } from '../fields/field';
import { InputError } from '../fields/inputError';
import { changes } from '../service/endpoints';
import { concurrency, retryPolicy } from '../service/limiter';
import { additionalFieldsOptions } from './additionalFields';
import type { Operation } from './operation';
import type { NodeParameters } from './parameters';

/** What a run gives instead of sending. */
export type Preview = 'off' | 'messages' | 'requests';

const off: PreviewChoice = { name: 'Off', value: 'off', description: 'Send' };
const messages: PreviewChoice = {
	name: 'Messages',
	value: 'messages',
	description: 'One item per recipient, with the text as they will read it',
};
const requests: PreviewChoice = {
	name: 'Requests',
	value: 'requests',
	description: 'The exact requests',
};
type PreviewChoice = INodePropertyOptions & { value: Preview };

/** The option that shows what would be sent instead of sending it; every sending operation has it. */
const previewOption: INodeProperties = {
	displayName: 'Preview',
	name: 'preview',
	noDataExpression: true,
	type: 'options',
	default: 'requests',
	description: 'What to give instead of sending anything',
	options: [off, requests],
};

/** The preview that an operation offers; only messages can be shown as such. */
export function previewOptionOf({ message }: Pick<Operation, 'message'>): INodeProperties {
	if (!message) return previewOption;
	return { ...previewOption, default: messages.value, options: [off, messages, requests] };
}

/** The option that lets messages which differ share requests. */
export const combineOption: INodeProperties = {
	displayName: 'Combine Different Messages',
	name: 'combineMessages',
	noDataExpression: true,
	type: 'boolean',
	default: true,
	description:
		'Whether items with different messages share requests, in which each recipient has the whole text; on unless you turn it off',
};

/** The option that lowers how many entries travel in one request. */
export function perRequestOption(label: string, maxPerRequest: number): INodeProperties {
	return {
		displayName: `${label} per Request`,
		name: 'batchSize',
		noDataExpression: true,
		type: 'number',
		default: maxPerRequest,
		typeOptions: { minValue: 1, maxValue: maxPerRequest },
		description: `How many ${label.toLowerCase()} travel in one request, at most ${maxPerRequest}`,
	};
}

const { tries: usualTries } = retryPolicy;
const { usual: usualConcurrency } = concurrency;

/** The option that bounds how often a request is sent, as one that only reads has it. */
export const triesOption: INodeProperties = {
	displayName: 'Max Attempts',
	name: 'tries',
	noDataExpression: true,
	type: 'number',
	default: usualTries,
	typeOptions: { minValue: 1, maxValue: 10 },
	description:
		'How often a request is sent at most, when the service is busy or cannot be reached',
};

/** The option that bounds how many requests are under way at the same time, as one that only reads has it. */
const atOnceOption: INodeProperties = {
	displayName: 'Requests at Once',
	name: 'requestsAtOnce',
	noDataExpression: true,
	type: 'number',
	default: usualConcurrency,
	typeOptions: { minValue: 1, maxValue: concurrency.most },
	description:
		'How many requests are under way at the same time, at most; fewer while the service is busy',
};

/** The options that every operation has; where something is sent, they say what that means for it. */
function requestOptions({ endpoint }: Operation): INodeProperties[] {
	if (!changes(endpoint)) return [triesOption, atOnceOption];
	return [
		more(triesOption, '; one that it may have taken is never sent again'),
		more(atOnceOption, ', and whatever goes to the same recipient stays in order'),
	];
}

function more(option: INodeProperties, words: string): INodeProperties {
	return { ...option, description: `${option.description}${words}` };
}

/** The option that lets people send again what the service may have taken. */
const unknownOption: INodeProperties = {
	displayName: 'When the Outcome Is Unknown',
	name: 'whenUnknown',
	noDataExpression: true,
	type: 'options',
	default: 'keepBack',
	description:
		'What a retry does with requests of which nobody knows whether the service took them, because their answer was lost or n8n was killed',
	options: [
		{
			name: 'Keep Back',
			value: 'keepBack',
			description: 'They are not sent again, and stay an error',
		},
		{
			name: 'Send Again',
			value: 'sendAgain',
			description: 'Whoever was reached already is reached twice',
		},
	],
};

/** All options an operation's form offers. */
export function optionsOf(operation: Operation): INodeProperties[] {
	return [
		...requestOptions(operation),
		...(operation.options ?? []),
		...additionalFieldsOptions(operation),
		...(operation.limit.option ? [operation.limit.option] : []),
		...(operation.message ? [combineOption] : []),
		...(operation.endpoint.repeatable ? [] : [unknownOption]),
		...(changes(operation.endpoint) ? [previewOptionOf(operation)] : []),
	];
}

/** An operation's form below resource and operation; its options are sorted by what people read. */
export function controlsOf(operation: Operation): INodeProperties[] {
	const options = optionsOf(operation);
	if (options.length === 0) return operation.properties;
	const collection: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.sort((one, other) => one.displayName.localeCompare(other.displayName)),
	};
	return [...operation.properties, collection];
}

/** What holds for the whole run. */
export interface RunOptions {
	preview: Preview;
	/** Whether messages that differ share requests. */
	combinesMessages: boolean;
	/** Entries a request. */
	maxPerRequest: number;
	/** Times a request is sent at most. */
	tries: number;
	/** Requests under way at the same time at most. */
	atOnce: number;
	/** Whether what the service may have taken in an earlier try is sent again. */
	sendsUnknownAgain: boolean;
}

/** @throws InputError when an option is out of its bounds, none of its choices, or an expression */
export function readRunOptions(operation: Operation, parameters: NodeParameters): RunOptions {
	const { maxPerRequest, option } = operation.limit;
	for (const one of optionsOf(operation)) {
		if (one.noDataExpression) parameters.optionOfRun(one);
	}
	return {
		preview: changes(operation.endpoint)
			? ((parameters.optionOfRun(previewOption) ?? 'off') as Preview)
			: 'off',
		combinesMessages: (parameters.optionOfRun(combineOption) ?? true) as boolean,
		maxPerRequest: (option && runNumber(parameters, option)) ?? maxPerRequest,
		tries: runNumber(parameters, triesOption) ?? retryPolicy.tries,
		atOnce: runNumber(parameters, atOnceOption) ?? concurrency.usual,
		sendsUnknownAgain: parameters.optionOfRun(unknownOption) === 'sendAgain',
	};
}

/**
 * Reads a whole number that holds for the whole run.
 *
 * @returns undefined where the option is not set
 * @throws InputError where it is out of its bounds or an expression
 */
export function runNumber(parameters: NodeParameters, option: INodeProperties): number | undefined {
	const given = parameters.optionOfRun(option);
	if (isAbsent(given)) return undefined;
	const { minValue = 1, maxValue = Infinity } = option.typeOptions ?? {};
	const parsed = Number(given);
	if (!Number.isInteger(parsed) || parsed < minValue || parsed > maxValue) {
		const bounds =
			maxValue === Infinity ? `of at least ${minValue}` : `from ${minValue} to ${maxValue}`;
		throw new InputError(`must be a whole number ${bounds}`, [option.displayName]);
	}
	return parsed;
}
