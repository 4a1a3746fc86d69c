import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Field } from '../../../nodes/CrmMessaging/fields/field';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { factsOf } from '../../engine/every-operation/endpoint-facts';
import { decidersOf, filledForm } from '../../engine/every-operation/fill-form';
import { goodValueOf, usualValueOf } from '../../engine/every-operation/good-value';

/**
 * A form of every field that a person can let the model define, in the mode for agents. `good` has the
 * arguments of a sensible model.
 */
export function agentFormOf(operation: Operation) {
	// Placeholder values are an option, which no agent fills in.
	const known: IDataObject = {
		...factsOf(operation.endpoint).good,
		message_holder: 'Your room is ready',
	};
	const good: IDataObject = {};
	const fromAgent = (control: INodeProperties, field?: Field) => {
		const key = field?.name ?? control.name;
		const value = known[key] ?? (field ? goodValueOf(field) : usualValueOf(control));
		const argument = typeof value === 'object' ? JSON.stringify(value) : (value as string);
		const name = key in good ? `${key}_${Object.keys(good).length}` : key;
		good[name] = argument;
		return `={{ $fromAI('${name}', '${control.description}', '${typeof argument}') }}`;
	};
	const deciders = decidersOf(operation).map(({ name, initial }): [string, unknown] => [
		name,
		name === 'contactsFrom' ? 'mapEachField' : initial,
	]);
	const form = filledForm(operation, {
		mode: Object.fromEntries(deciders) as IDataObject,
		fills: ({ type, displayOptions }) =>
			type !== 'collection' && !displayOptions?.hide?.['@tool'],
		valueOf: (control, field) =>
			control.noDataExpression ? control.default : fromAgent(control, field),
	});
	return { form, good };
}
