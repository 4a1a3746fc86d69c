import type { INodeProperties } from 'n8n-workflow';
import { isAbsent } from '../fields/convert';
import { Problem } from '../fields/inputError';
import { patience } from '../transport/retry';
import type { Operation } from './operation';
import type { ItemParameters } from './parameters';

/** The option that gives the requests instead of sending them; every sending operation has it. */
export const previewOption: INodeProperties = {
	displayName: 'Preview',
	name: 'preview',
	type: 'boolean',
	default: true,
	description: 'Whether to give the exact requests instead of sending them',
};

/** The option that lowers how many entries travel in one request. */
export function perRequestOption(label: string, most: number): INodeProperties {
	return {
		...{ type: 'number', default: most, typeOptions: { minValue: 1, maxValue: most } },
		displayName: `${label} per Request`,
		name: 'batchSize',
		description: `How many ${label.toLowerCase()} travel in one request, at most ${most}`,
	};
}

/** The option that bounds how often a request is sent; every operation has it. */
export const triesOption: INodeProperties = {
	...{ type: 'number', default: patience.tries, typeOptions: { minValue: 1, maxValue: 10 } },
	displayName: 'Tries per Request',
	name: 'tries',
	description:
		'How often a request is sent at most, when the service is busy or cannot be reached; one that it may have taken is never sent again',
};

/** The option that ends a wait for callbacks; operations that can wait have it. */
export const waitLimitOption: INodeProperties = {
	...{ type: 'number', default: 60, typeOptions: { minValue: 1 } },
	displayName: 'Wait Limit (Minutes)',
	name: 'waitLimit',
	description:
		'How long Wait Here waits at most, without it until all is called back; what was not called back then comes out with an empty callback',
};

/** All options an operation's form offers. */
export function optionsOf(operation: Operation): INodeProperties[] {
	return [
		triesOption,
		...(operation.options ?? []),
		...(operation.limit.option ? [operation.limit.option] : []),
		...(operation.sends ? [previewOption] : []),
	];
}

/** What holds for the whole run; read from the first item. */
export interface RunOptions {
	preview: boolean;
	/** Entries a request. */
	most: number;
	/** Times a request is sent at most. */
	tries: number;
	/** Whether the run waits until the service has called back for every request. */
	awaitsCallback: boolean;
	/** Minutes to wait at most; without it there is no end. */
	waitLimit?: number;
}

/** @throws Problem when a number is out of its bounds */
export function readRunOptions(operation: Operation, first: ItemParameters): RunOptions {
	const options = first.collection('options');
	const { most, option } = operation.limit;
	return {
		preview: operation.sends && options[previewOption.name] === true,
		most: option ? readNumber(options, option, most) : most,
		tries: readNumber(options, triesOption, patience.tries),
		awaitsCallback: operation.awaitsCallback?.(first) ?? false,
		waitLimit: readNumber(options, waitLimitOption, undefined),
	};
}

function readNumber<T extends number | undefined>(
	options: Record<string, unknown>,
	{ name, displayName, typeOptions }: INodeProperties,
	initial: T,
): number | T {
	const given = options[name];
	if (isAbsent(given)) return initial;
	const { minValue = 1, maxValue = Infinity } = typeOptions ?? {};
	const parsed = Number(given);
	if (!Number.isInteger(parsed) || parsed < minValue || parsed > maxValue) {
		throw new Problem(`must be a whole number from ${minValue} to ${maxValue}`, [displayName]);
	}
	return parsed;
}
