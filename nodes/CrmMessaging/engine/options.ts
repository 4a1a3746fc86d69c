import type { INodeProperties } from 'n8n-workflow';
import { allControls, collectionOf, propertiesOf } from '../fields/control';
import type { Option } from '../fields/field';
import { choice } from '../fields/types/choice';
import { boundedNumber } from '../fields/types/number';
import { changes } from '../service/endpoints';
import { concurrency } from '../service/limiter';
import type { BatchLimit, Operation } from './operation';
import { additionalFieldsOptions } from './read/additionalFields';
import type { NodeParameters } from './read/parameters';

/** The option for a run's output instead of sending: `off`, `requests`, or its operation's rows. */
function previewOptionOf({ preview }: Operation): Option<string> {
	return {
		name: 'preview',
		label: 'Preview',
		type: choice({
			off: ['Off', 'Send'],
			...(preview && { [preview.value]: preview.words }),
			requests: ['Requests', 'The exact requests'],
		}),
		unset: 'off',
		initial: preview?.value ?? 'requests',
		description: 'Show the result instead of sending it',
	};
}

/** Of an operation that batches. */
function batchSizeOption({ maxPerRequest: max, rows }: BatchLimit): Option<number> {
	return {
		name: 'batchSize',
		label: 'Batch Size',
		type: boundedNumber({ isWhole: true, min: 1, max }),
		unset: max,
		description: `Number of ${rows} in one request, up to ${max}`,
	};
}

const atOnceOption: Option<number> = {
	name: 'parallelRequests',
	label: 'Parallel Requests',
	type: boundedNumber({ isWhole: true, min: 1, max: concurrency.most }),
	unset: concurrency.most,
	description: 'Maximum number of requests in progress at the same time',
};

const unknownOption: Option<string> = {
	name: 'unconfirmedRequests',
	label: 'Unconfirmed Requests',
	type: choice({
		dontResend: ['Don’t Resend', 'They stay an error'],
		resend: ['Resend', 'Recipients who were already reached get it twice'],
	}),
	unset: 'dontResend',
	description: 'How a retry treats requests that the service may have received',
};

/** An operation's form below resource and operation. */
export function controlsOf(operation: Operation): INodeProperties[] {
	const { endpoint, form, limit, failOnRejected } = operation;
	const common: Option[] = [
		atOnceOption,
		...additionalFieldsOptions(operation),
		...(limit.maxPerRequest > 1 ? [batchSizeOption(limit)] : []),
		...(failOnRejected ? [failOnRejected] : []),
		...(changes(endpoint) ? [unknownOption, previewOptionOf(operation)] : []),
	];
	const options = [...(form.options ?? []), ...propertiesOf(common)];
	return [...form.fields, collectionOf('Options', 'options', 'Add Option', options)];
}

export type RunOptions = ReturnType<typeof readRunOptions>;

/** @throws InputError if any of the run's options is wrong, even one that only the operation reads */
export function readRunOptions(operation: Operation, parameters: NodeParameters) {
	const { endpoint, failOnRejected, limit } = operation;
	const isChange = changes(endpoint);
	for (const { option } of allControls(parameters.controls))
		if (option && !option.perItem && !option.isParameter) parameters.option(option);
	return {
		preview: isChange ? parameters.option(previewOptionOf(operation)) : 'off',
		maxPerRequest: limit.maxPerRequest > 1 ? parameters.option(batchSizeOption(limit)) : 1,
		/** Whether a rejected row fails its items. */
		failsOnRejected: failOnRejected !== undefined && parameters.option(failOnRejected),
		atOnce: parameters.option(atOnceOption),
		/** Whether to resend requests that an earlier try left unconfirmed. */
		sendsUnknownAgain: !isChange || parameters.option(unknownOption) === 'resend',
	};
}
