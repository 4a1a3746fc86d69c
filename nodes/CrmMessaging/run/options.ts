import type { INodeProperties } from 'n8n-workflow';
import { Problem } from '../service/problem';
import type { BatchLimit, Operation } from './operation';
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

/** All options an operation's form offers. */
export function optionsOf(operation: Operation): INodeProperties[] {
	return [
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
}

/** @throws Problem when the number of entries per request is not one the service takes */
export function readRunOptions(operation: Operation, first: ItemParameters): RunOptions {
	const options = first.collection('options');
	return {
		preview: operation.sends && options[previewOption.name] === true,
		most: mostOf(operation.limit, options),
	};
}

function mostOf({ most, option }: BatchLimit, options: Record<string, unknown>): number {
	const given = option ? options[option.name] : undefined;
	if (!option || given === undefined || given === '') return most;
	const parsed = Number(given);
	if (!Number.isInteger(parsed) || parsed < 1 || parsed > most) {
		throw new Problem(`must be a whole number from 1 to ${most}`, [option.displayName]);
	}
	return parsed;
}
