import type { INodeProperties } from 'n8n-workflow';
import { runNumber } from '../run/options';
import type { NodeParameters } from '../run/parameters';

/** The option that ends a wait for callbacks; operations that can wait have it. */
export const waitLimitOption: INodeProperties = {
	...{ type: 'number', default: 60, typeOptions: { minValue: 1 } },
	displayName: 'Wait Limit (Minutes)',
	name: 'waitLimit',
	noDataExpression: true,
	description:
		'How long Wait Here waits at most, without it until all is called back; what was not called back then comes out with an empty callback',
};

/**
 * Reads how many minutes a run waits at most.
 *
 * @returns undefined where it waits without end
 * @throws InputError where it is no whole number above 0
 */
export function readWaitLimit(parameters: NodeParameters): number | undefined {
	return runNumber(parameters, waitLimitOption);
}
