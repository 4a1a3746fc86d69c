import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Operation, Resource } from '../engine/operation';
import { controlsOf } from '../engine/options';
import { choiceOf } from './property';

/** What both nodes say of themselves: the editor's picker shows them as one. */
export const describedAs =
	'Save contacts, record bookings, send SMS and push notifications, react to callbacks';

/** The line below a node's name: what it does, as the operation's own words say it. */
export function subtitleOf(operations: readonly Operation[]): string {
	const actions = operations.map(({ resource, operation, action }) => [
		`${resource.name}:${operation}`,
		action,
	]);
	const chosen = '$parameter["resource"] + ":" + $parameter["operation"]';
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[${chosen}] }}`;
}

/**
 * The whole form: resource, operation, and what each operation shows.
 *
 * @param initial the resource that is chosen at first
 */
export function formOf(operations: readonly Operation[], initial: Resource): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	return [
		choiceOf(
			{ displayName: 'Resource', name: 'resource', default: initial.name },
			resources
				.map(({ name, label }) => ({ name: label, value: name }))
				.sort((one, other) => one.name.localeCompare(other.name)),
		),
		...resources.map((resource) => operationProperty(operations, resource)),
		...operations.flatMap(propertiesOfOperation),
	];
}

function operationProperty(operations: readonly Operation[], resource: Resource): INodeProperties {
	const own = operations.filter((operation) => operation.resource === resource);
	return choiceOf(
		{
			displayName: 'Operation',
			name: 'operation',
			default: resource.defaultOperation,
			displayOptions: { show: { resource: [resource.name] } },
		},
		own.map(({ operation, name, action, description }) => ({
			name,
			value: operation,
			action,
			description,
		})),
	);
}

function propertiesOfOperation(operation: Operation): INodeProperties[] {
	return controlsOf(operation).map((property) => ({
		...property,
		displayOptions: shownFor(operation, property.displayOptions),
	}));
}

function shownFor({ resource, operation }: Operation, own?: IDisplayOptions): IDisplayOptions {
	return { ...own, show: { resource: [resource.name], operation: [operation], ...own?.show } };
}
