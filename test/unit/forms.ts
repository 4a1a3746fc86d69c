import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { formOf } from '../../nodes/CrmMessaging/editor/form';
import { madeUpOperations } from '../engine/every-operation/made-up';

/** A form with operations that only the tests know. */
export const madeUp = formOf(madeUpOperations, madeUpOperations[0]!.resource);

/** The resource and the operation that a property belongs to, as far as it says so. */
export function shownFor({ displayOptions }: INodeProperties): string[] {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	return [...resource, ...operation].filter((value) => typeof value === 'string');
}

/** The lists of properties that stand together inside a property. */
export function groupsOf({ type, options = [] }: INodeProperties): INodeProperties[][] {
	if (type === 'collection') return [options as INodeProperties[]];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).map(({ values }) => values);
}

/** The choices of a list. */
export function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options as INodePropertyOptions[];
}
