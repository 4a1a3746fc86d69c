import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Operation } from '../run/operation';
import { optionsOf } from '../run/options';
import { choiceOf, collectionOf } from './property';

/** What people read for a resource. */
const resourceLabels: Record<string, string> = {
	bulkJob: 'Bulk Job',
	campaign: 'Campaign',
	contact: 'Contact',
	hotel: 'Hotel',
	purchase: 'Purchase',
	push: 'Push Notification',
	sms: 'SMS',
};

/** The whole form: resource, operation, and what each operation shows. */
export function formOf(operations: readonly Operation[], initial: string): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	return [
		choiceOf(
			{ displayName: 'Resource', name: 'resource', default: initial },
			resources
				.map((resource) => ({ name: labelOf(resource), value: resource }))
				.sort((one, other) => one.name.localeCompare(other.name)),
		),
		...resources.map((resource) => operationProperty(operations, resource)),
		...operations.flatMap(propertiesOfOperation),
	];
}

/** A resource without a label of its own is named as it is written. */
function labelOf(resource: string): string {
	return resourceLabels[resource] ?? resource.charAt(0).toUpperCase() + resource.slice(1);
}

function operationProperty(operations: readonly Operation[], resource: string): INodeProperties {
	const own = operations.filter((operation) => operation.resource === resource);
	return choiceOf(
		{
			displayName: 'Operation',
			name: 'operation',
			default: own[0]?.operation ?? '',
			displayOptions: { show: { resource: [resource] } },
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
	const options = optionsOf(operation);
	const properties =
		options.length > 0
			? [...operation.properties, optionsProperty(options)]
			: operation.properties;
	return properties.map((property) => ({
		...property,
		displayOptions: shownFor(operation, property.displayOptions),
	}));
}

function optionsProperty(options: INodeProperties[]): INodeProperties {
	return collectionOf(
		{ displayName: 'Options', name: 'options', placeholder: 'Add Option' },
		options,
	);
}

function shownFor({ resource, operation }: Operation, own?: IDisplayOptions): IDisplayOptions {
	return { ...own, show: { resource: [resource], operation: [operation], ...own?.show } };
}
