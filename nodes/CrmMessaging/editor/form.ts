import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation, Resource } from '../engine/operation';
import { controlsOf } from '../engine/options';

/** The description of the action node. */
export const describedAs = 'Save contacts, record bookings, send SMS and push notifications';

/** The line below a node's name: the action of the chosen operation, as an expression. */
export function subtitleOf(operations: readonly Operation[]): string {
	const actions = operations.map(({ resource, operation, action }) => [
		`${resource.name}:${operation}`,
		action,
	]);
	const chosen = '$parameter["resource"] + ":" + $parameter["operation"]';
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[${chosen}] }}`;
}

/**
 * The whole form: resource, operation, and the controls of each operation.
 *
 * @param initial the resource that is chosen at first
 */
export function formOf(operations: readonly Operation[], initial: Resource): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	// In the order of the operations: what people do first comes first.
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
					.map(({ operation, name, action, description }) => ({
						name,
						value: operation,
						action,
						description,
					})),
			),
		),
		...operations.flatMap((operation) => {
			const chosen = {
				resource: [operation.resource.name],
				operation: [operation.operation],
			};
			return controlsOf(operation).map((property) => {
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

/** A drop-down of choices. */
function choiceOf(
	base: Pick<INodeProperties, 'displayName' | 'name' | 'default'> & Partial<INodeProperties>,
	options: INodePropertyOptions[],
): INodeProperties {
	return { type: 'options', noDataExpression: true, ...base, options };
}
