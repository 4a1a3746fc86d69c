import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { parameterName, type Field, type Judgement, type Option } from './field';

/** A control of a form, with what the node knows of it. `formOf` leaves that out for n8n. */
export interface Control extends INodeProperties {
	/** The service's field, or the setting, that it fills in. */
	field?: Field;
	option?: Option;
	judged?: Judgement;
	/** The fields that are the columns of a `resourceMapper`. */
	columns?: readonly Field[];
}

/** A control as n8n gets it. */
export function describedControl(control: Control): INodeProperties {
	const { field, option, judged, columns, options, ...description } = control;
	if (!options) return description;
	const described = options.map((inner) => {
		if ('values' in inner) return { ...inner, values: inner.values.map(describedControl) };
		return 'type' in inner ? describedControl(inner) : inner;
	});
	return { ...description, options: described };
}

/** The controls inside a `collection`, or in the groups of a `fixedCollection`. */
export function membersOf({ type, options = [] }: INodeProperties): Control[] {
	if (type === 'collection') return options as Control[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}

/** Including nested ones. */
export function allControls(controls: readonly INodeProperties[]): Control[] {
	return controls.flatMap((control) => [control, ...allControls(membersOf(control))]);
}

/** A field's control; `more` has what differs from its declaration, such as `displayOptions`. */
export function propertyOf(field: Field, more: Partial<INodeProperties> = {}): Control {
	const { type, judged } = field;
	const property: Control = {
		...(isOption(field) ? { option: field } : { field }),
		...(judged && { judged }),
		...type.form,
		displayName: field.label,
		name: parameterName(field),
		default: defaultOf(field),
		description: field.description,
	};
	if (field.required) property.required = true;
	if (isOption(field) && !field.perItem) property.noDataExpression = true;
	const isTyped = ['string', 'number'].includes(type.form.type);
	const placeholder = field.placeholder ?? (isTyped && type.example && `e.g. ${type.example}`);
	if (placeholder) property.placeholder = placeholder;
	if (type.options) property.options = type.options;
	const { entry } = type;
	const list = entry && entryList(entry.name, entry.label, propertiesOf(entry.fields));
	return { ...property, ...list, ...more };
}

function isOption(field: Field): field is Option {
	return 'unset' in field;
}

function defaultOf(field: Field): INodeProperties['default'] {
	const { type, initial, required } = field;
	const first =
		initial ?? (isOption(field) ? field.unset : undefined) ?? type.options?.[0]?.value;
	if (first !== undefined) return first as INodeProperties['default'];
	// A 0 would look like a value that the user entered.
	return required && type.form.type === 'number' ? '' : type.form.default;
}

export function propertiesOf(fields: readonly Field[]): Control[] {
	return fields.map((field) => propertyOf(field));
}

/** The settings that make a `fixedCollection` a list of entries. */
export function entryList(
	name: string,
	label: string,
	values: Control[],
): Pick<INodeProperties, 'type' | 'typeOptions' | 'options' | 'default' | 'placeholder'> {
	return {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${label}`,
		default: {},
		options: [{ name, displayName: label, values }],
	};
}

/** A `collection` of optional controls, sorted by label. */
export function collectionOf(
	displayName: string,
	name: string,
	placeholder: string,
	members: readonly Control[],
): INodeProperties {
	const options = [...members].sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	);
	return { type: 'collection', default: {}, displayName, name, placeholder, options };
}

/** Unwraps a form value: a resource locator, or a list of entries. */
export function plainValue(field: Field, value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if ('__rl' in value) return (value as { value?: unknown }).value;
	const { entry } = field.type;
	if (!entry || Array.isArray(value)) return value;
	const entries = entriesIn(value, entry.name);
	if (entries.length === 0) return undefined;
	return entries.map((one) =>
		Object.fromEntries(entry.fields.map((inner) => [inner.name, one[parameterName(inner)]])),
	);
}

export function entriesIn(collection: unknown, entry: string): Array<Record<string, unknown>> {
	if (typeof collection !== 'object' || collection === null) return [];
	const list = (collection as Record<string, unknown>)[entry];
	return Array.isArray(list) ? (list as Array<Record<string, unknown>>) : [];
}
