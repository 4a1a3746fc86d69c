import type { INodeProperties } from 'n8n-workflow';
import { isAbsent } from '../fields/convert';
import { InputError } from '../fields/inputError';
import { changes } from '../interface/endpoints';
import { patience } from '../transport/retry';
import { additionalFieldsOptions } from './additionalFields';
import type { Operation } from './operation';
import type { NodeParameters } from './parameters';

/** The option that gives the requests instead of sending them; every sending operation has it. */
export const previewOption: INodeProperties = {
	displayName: 'Preview',
	name: 'preview',
	noDataExpression: true,
	type: 'boolean',
	default: true,
	description: 'Whether to give the exact requests instead of sending them',
};

/** The option that lowers how many entries travel in one request. */
export function perRequestOption(label: string, maxPerRequest: number): INodeProperties {
	return {
		displayName: `${label} per Request`,
		name: 'batchSize',
		noDataExpression: true,
		...{ type: 'number', default: maxPerRequest },
		typeOptions: { minValue: 1, maxValue: maxPerRequest },
		description: `How many ${label.toLowerCase()} travel in one request, at most ${maxPerRequest}`,
	};
}

/** The option that bounds how often a request is sent; every operation has it. */
export const triesOption: INodeProperties = {
	displayName: 'Max Attempts',
	name: 'tries',
	noDataExpression: true,
	...{ type: 'number', default: patience.tries, typeOptions: { minValue: 1, maxValue: 10 } },
	description:
		'How often a request is sent at most, when the service is busy or cannot be reached; one that it may have taken is never sent again',
};

/** The option that lets people send again what the service may have taken. */
export const unknownOption: INodeProperties = {
	displayName: 'When the Outcome Is Unknown',
	name: 'whenUnknown',
	noDataExpression: true,
	type: 'options',
	default: 'keepBack',
	description:
		'What a retry does with requests whose answer was lost, so that nobody knows whether the service took them',
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
		triesOption,
		...(operation.options ?? []),
		...additionalFieldsOptions(operation),
		...(operation.limit.option ? [operation.limit.option] : []),
		...(operation.endpoint.repeatable ? [] : [unknownOption]),
		...(changes(operation.endpoint) ? [previewOption] : []),
	];
}

/** What holds for the whole run. */
export interface RunOptions {
	preview: boolean;
	/** Entries a request. */
	maxPerRequest: number;
	/** Times a request is sent at most. */
	tries: number;
	/** Whether what the service may have taken in an earlier try is sent again. */
	sendsUnknownAgain: boolean;
}

/** @throws InputError when a number is out of its bounds, or an option is an expression */
export function readRunOptions(operation: Operation, parameters: NodeParameters): RunOptions {
	const { maxPerRequest, option } = operation.limit;
	return {
		preview: changes(operation.endpoint) && runSwitch(parameters, previewOption),
		maxPerRequest: (option && runNumber(parameters, option)) ?? maxPerRequest,
		tries: runNumber(parameters, triesOption) ?? patience.tries,
		sendsUnknownAgain: runOption(parameters, unknownOption) === 'sendAgain',
	};
}

/**
 * Reads an option that holds for the whole run.
 *
 * @throws InputError where it is an expression, which could give each item another value
 */
export function runOption(parameters: NodeParameters, option: INodeProperties): unknown {
	const given = parameters.of(0).collection('options')[option.name];
	// Of an expression, n8n keeps the text alone where the form allows none.
	const isText = typeof given === 'string' && given.includes('{{');
	if (isText || parameters.isExpression('options', option.name)) {
		throw noExpression(option);
	}
	return given;
}

/** What is wrong with an expression where one value holds for the whole run. */
export function noExpression({ displayName }: INodeProperties): InputError {
	return new InputError(
		'cannot be an expression, because it holds for all items at once; give it a fixed value',
		[displayName],
	);
}

/** Reads a switch that holds for the whole run; what is neither on nor off must not pass for off. */
function runSwitch(parameters: NodeParameters, option: INodeProperties): boolean {
	const given = runOption(parameters, option) ?? false;
	if (typeof given === 'boolean') return given;
	throw new InputError('must be on or off', [option.displayName]);
}

/**
 * Reads a whole number that holds for the whole run.
 *
 * @returns undefined where the option is not set
 * @throws InputError where it is out of its bounds or an expression
 */
export function runNumber(parameters: NodeParameters, option: INodeProperties): number | undefined {
	const given = runOption(parameters, option);
	if (isAbsent(given)) return undefined;
	const { minValue = 1, maxValue = Infinity } = option.typeOptions ?? {};
	const parsed = Number(given);
	if (!Number.isInteger(parsed) || parsed < minValue || parsed > maxValue) {
		throw new InputError(`must be a whole number from ${minValue} to ${maxValue}`, [
			option.displayName,
		]);
	}
	return parsed;
}
