import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation, Resource } from '../engine/operation';
import { controlsOf } from '../engine/options';
import { describedControl } from '../fields/control';

export const describedAs = 'Send SMS and push notifications, and save contacts and bookings';

/** The text below a node's name: the chosen operation's action, as an expression. */
export function subtitleOf(operations: readonly Operation[]): string {
	const actions = operations.map(({ resource, choice }) => [
		`${resource.name}:${choice.name}`,
		choice.action,
	]);
	const chosen = '$parameter["resource"] + ":" + $parameter["operation"]';
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[${chosen}] }}`;
}

/** @param initial the default resource */
export function formOf(operations: readonly Operation[], initial: Resource): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	// In the order of operations: the most common tasks come first.
	const names = resources.map(({ name, label }) => ({ name: label, value: name }));
	return [
		choiceOf({ displayName: 'Resource', name: 'resource', default: initial.name }, names),
		...resources.map((resource) =>
			choiceOf(
				{
					displayName: 'Operation',
					name: 'operation',
					default: resource.defaultOperation,
					displayOptions: { show: { resource: [resource.name] } },
				},
				operations
					.filter((operation) => operation.resource === resource)
					.map(({ choice: { name, label, action, description } }) => ({
						name: label,
						value: name,
						action,
						description,
					})),
			),
		),
		...operations.flatMap((operation) => {
			const chosen = {
				resource: [operation.resource.name],
				operation: [operation.choice.name],
			};
			return controlsOf(operation).map((control) => {
				const property = describedControl(control);
				const displayOptions = property.displayOptions;
				return {
					...property,
					displayOptions: {
						...displayOptions,
						show: { ...chosen, ...displayOptions?.show },
					},
				};
			});
		}),
	];
}

function choiceOf(
	base: Pick<INodeProperties, 'displayName' | 'name' | 'default'> & Partial<INodeProperties>,
	options: INodePropertyOptions[],
): INodeProperties {
	return { type: 'options', noDataExpression: true, ...base, options };
}
