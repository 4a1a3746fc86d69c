import type { INodeProperties } from 'n8n-workflow';
import type { NodeParameters } from '../run/parameters';
import { runOption } from '../run/options';

/** What comes out of a run that waits. */
export const waitOutputOption: INodeProperties = {
	displayName: 'Output of Wait Here',
	name: 'waitOutput',
	noDataExpression: true,
	type: 'options',
	default: 'inputItem',
	description:
		'What comes out when the service has called back for everything, or the limit has passed',
	options: [
		{
			name: 'One Item per Bulk Job',
			value: 'bulkJob',
			description:
				'With the whole callback; n8n links these items to the input by their places, and what failed stays among them',
		},
		{
			name: 'One Item per Input Item',
			value: 'inputItem',
			description:
				'With what became of its contact, linked to it; what failed leaves by the error output, if there is one',
		},
	],
};

/**
 * Reads what is to come out.
 *
 * @throws InputError where it is an expression
 */
export function readsPerItem(parameters: NodeParameters): boolean {
	const chosen = runOption(parameters, waitOutputOption) ?? waitOutputOption.default;
	return chosen === 'inputItem';
}
