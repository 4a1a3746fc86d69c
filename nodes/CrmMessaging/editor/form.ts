import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation, Resource } from '../engine/operation';
import { controlsOf } from '../engine/options';
import { withField } from '../fields/control';
import { parameterName, type Field } from '../fields/field';

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

/**
 * Makes the form's control of a field.
 *
 * @param more what this form shows otherwise than the field's declaration, for example `displayOptions`
 */
export function propertyOf(field: Field, more: Partial<INodeProperties> = {}): INodeProperties {
	const { type } = field;
	const property: INodeProperties = {
		...type.form,
		displayName: field.label,
		name: parameterName(field),
		default: defaultOf(field),
		description: field.description,
	};
	if (field.required) property.required = true;
	if (field.placeholder) property.placeholder = field.placeholder;
	if (type.options) property.options = type.options;
	if (type.entry) {
		const { name, label, fields } = type.entry;
		const list = entryList(name, label, propertiesOf(fields));
		return withField({ ...property, ...list, ...more }, field);
	}
	return withField({ ...property, ...more }, field);
}

/** A required number begins empty, since 0 would pass for a value that a person gave. */
function defaultOf({ type, initial, required }: Field): INodeProperties['default'] {
	if (initial !== undefined) return initial;
	if (type.options) return type.options[0]?.value;
	return required && type.form.type === 'number' ? '' : type.form.default;
}

/** Makes the form's controls of several fields, in their order. */
export function propertiesOf(
	fields: readonly Field[],
	more: Partial<INodeProperties> = {},
): INodeProperties[] {
	return fields.map((field) => propertyOf(field, more));
}

/** What makes a `fixedCollection` a list of entries that people add one by one. */
export function entryList(
	name: string,
	label: string,
	values: INodeProperties[],
): Pick<INodeProperties, 'type' | 'typeOptions' | 'options' | 'default' | 'placeholder'> {
	return {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${label}`,
		default: {},
		options: [{ name, displayName: label, values }],
	};
}

/** A `collection` of optional controls, sorted by what people read. */
export function collectionOf(
	base: Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'> & Partial<INodeProperties>,
	members: INodeProperties[],
): INodeProperties {
	return { type: 'collection', default: {}, ...base, options: sorted(members) };
}

/** A drop-down of choices. */
export function choiceOf(
	base: Pick<INodeProperties, 'displayName' | 'name' | 'default'> & Partial<INodeProperties>,
	options: INodePropertyOptions[],
): INodeProperties {
	return { type: 'options', noDataExpression: true, ...base, options };
}

function sorted(properties: INodeProperties[]): INodeProperties[] {
	return [...properties].sort((one, other) => one.displayName.localeCompare(other.displayName));
}
