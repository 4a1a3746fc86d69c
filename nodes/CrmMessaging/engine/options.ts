import type { INodeProperties } from 'n8n-workflow';
import { allControls, collectionOf, optionOf, propertyOf } from '../fields/control';
import type { Option, OptionGroup } from '../fields/field';
import { boolean, choice, type Choice } from '../fields/types/choice';
import { boundedNumber } from '../fields/types/number';
import { changes } from '../service/endpoints';
import { concurrency, retryPolicy } from '../service/limiter';
import { additionalFieldsOptions } from './additionalFields';
import type { Operation } from './operation';
import type { NodeParameters } from './parameters';

/** The output of a run that sends nothing. */
export type Preview = 'off' | 'messages' | 'requests';

const off: Choice = { label: 'Off', value: 'off', description: 'Send' };
const messages: Choice = {
	label: 'Messages',
	value: 'messages',
	description: 'One item per recipient, with the text as they will read it',
};
const requests: Choice = {
	label: 'Requests',
	value: 'requests',
	description: 'The exact requests',
};

const previewOption: Option<Preview> = {
	name: 'preview',
	label: 'Preview',
	type: choice([off, requests]),
	scope: 'run',
	unset: 'off',
	initial: 'requests',
	description: 'What to give instead of sending anything',
};
const previewOfMessages: Option<Preview> = {
	...previewOption,
	type: choice([off, messages, requests]),
	initial: 'messages',
};

/** The option that shows what would be sent instead of sending it; only messages can be shown as such. */
export function previewOptionOf({ message }: Pick<Operation, 'message'>): Option<Preview> {
	return message ? previewOfMessages : previewOption;
}

/** How rows become requests. */
const batching: OptionGroup = { name: 'batching', label: 'Batching' };

/** The option that lets messages which differ share requests. */
export const combineOption: Option<boolean> = {
	name: 'batchDifferentMessages',
	label: 'Batch Different Messages',
	group: batching,
	type: boolean,
	scope: 'run',
	unset: true,
	description:
		'Whether items with different messages share requests, in which each recipient has the whole text; on unless you turn it off',
};

/** The option that lowers how many entries travel in one request. */
export function perRequestOption(entries: string, max: number): Option<number> {
	return {
		name: 'batchSize',
		label: 'Batch Size',
		group: batching,
		type: boundedNumber({ isWhole: true, min: 1, max }),
		scope: 'run',
		unset: max,
		description: `How many ${entries.toLowerCase()} travel in one request, at most ${max}`,
	};
}

/** The option that bounds how often a request is sent, as one that only reads has it. */
export const triesOption: Option<number> = {
	name: 'maxTries',
	label: 'Max Tries',
	group: batching,
	type: boundedNumber({ isWhole: true, min: 1, max: 10 }),
	scope: 'run',
	unset: retryPolicy.tries,
	description:
		'How often a request is sent at most, when the service is busy or cannot be reached',
};

/** The option that bounds how many requests run in parallel, as one that only reads has it. */
const atOnceOption: Option<number> = {
	name: 'parallelRequests',
	label: 'Parallel Requests',
	group: batching,
	type: boundedNumber({ isWhole: true, min: 1, max: concurrency.most }),
	scope: 'run',
	unset: concurrency.usual,
	description:
		'How many requests are under way at the same time, at most; fewer while the service is busy',
};

/** The options that every operation has; if something is sent, they say what that means for it. */
function requestOptions({ endpoint }: Operation): Option[] {
	if (!changes(endpoint)) return [triesOption, atOnceOption];
	return [
		more(triesOption, '; one that it may have taken is never sent again'),
		more(atOnceOption, ', and whatever goes to the same recipient stays in order'),
	];
}

function more(option: Option, words: string): Option {
	return { ...option, description: `${option.description}${words}` };
}

/** The option that lets people send again what the service may have accepted. */
const unknownOption: Option<string> = {
	name: 'unconfirmedRequests',
	label: 'Unconfirmed Requests',
	type: choice([
		{
			label: 'Don’t Resend',
			value: 'dontResend',
			description: 'They are not sent again, and stay an error',
		},
		{
			label: 'Resend',
			value: 'resend',
			description: 'Whoever was reached already is reached twice',
		},
	]),
	scope: 'run',
	unset: 'dontResend',
	description:
		'What a retry does with requests of which nobody knows whether the service took them, because their answer was lost or n8n was killed',
};

/** The controls of all options an operation's form offers. */
export function optionsOf(operation: Operation): INodeProperties[] {
	const { endpoint, limit, message, options = [] } = operation;
	const common: Option[] = [
		...requestOptions(operation),
		...additionalFieldsOptions(operation),
		...(limit.option ? [limit.option] : []),
		...(message ? [combineOption] : []),
		...(endpoint.repeatable ? [] : [unknownOption]),
		...(changes(endpoint) ? [previewOptionOf(operation)] : []),
	];
	return [...options, ...common.map((option) => propertyOf(option))];
}

/** An operation's form below resource and operation; it's made once. */
export function controlsOf(operation: Operation): INodeProperties[] {
	let controls = forms.get(operation);
	if (!controls) {
		const base = { displayName: 'Options', name: 'options', placeholder: 'Add Option' };
		controls = [...operation.properties, collectionOf(base, grouped(optionsOf(operation)))];
		forms.set(operation, controls);
	}
	return controls;
}

/** Controls of options, those of a group in a collection of their own. */
function grouped(controls: readonly INodeProperties[]): INodeProperties[] {
	const groupOf = (control: INodeProperties) => optionOf(control)?.group;
	const groups = new Set(controls.flatMap((control) => groupOf(control) ?? []));
	return [
		...controls.filter((control) => !groupOf(control)),
		...[...groups].map((group) =>
			collectionOf(
				{ displayName: group.label, name: group.name, placeholder: 'Add Field' },
				controls.filter((control) => groupOf(control) === group),
			),
		),
	];
}

const forms = new WeakMap<Operation, INodeProperties[]>();

/** The settings of the whole run. */
export interface RunOptions {
	preview: Preview;
	/** Whether messages that differ share requests. */
	combinesMessages: boolean;
	/** Entries a request. */
	maxPerRequest: number;
	/** Times a request is sent at most. */
	tries: number;
	/** Requests in parallel at most. */
	atOnce: number;
	/** Whether what the service may have accepted in an earlier try is sent again. */
	sendsUnknownAgain: boolean;
}

/** @throws InputError if any option of the run is wrong, also one that only the operation reads */
export function readRunOptions(operation: Operation, parameters: NodeParameters): RunOptions {
	const { maxPerRequest, option } = operation.limit;
	for (const control of allControls(parameters.controls)) {
		const option = optionOf(control);
		if (option?.scope === 'run' && !option.isParameter) parameters.option(option);
	}
	return {
		preview: changes(operation.endpoint)
			? parameters.option(previewOptionOf(operation))
			: 'off',
		combinesMessages: parameters.option(combineOption),
		maxPerRequest: option ? parameters.option(option) : maxPerRequest,
		tries: parameters.option(triesOption),
		atOnce: parameters.option(atOnceOption),
		sendsUnknownAgain: parameters.option(unknownOption) === 'resend',
	};
}
