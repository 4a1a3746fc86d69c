import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { parameterName, type Field, type Judgement, type Option } from './field';

/** The key under which a form field or choice holds its declaration; copies hold it too. */
const declared = Symbol('declared');

type Control = (INodeProperties | INodePropertyOptions) & {
	[declared]?: { field?: Field; judged?: Judgement; columns?: readonly Field[] };
};

export function fieldOf(control: Control): Field | undefined {
	const field = control[declared]?.field;
	return field && isOption(field) ? undefined : field;
}

export function optionOf(control: Control): Option | undefined {
	const field = control[declared]?.field;
	return field && isOption(field) ? field : undefined;
}

function isOption(field: Field): field is Option {
	return 'unset' in field;
}

export function withField<C extends Control>(control: C, field: Field): C {
	return { ...control, [declared]: { field } };
}

/** Declares how the values of a control without a field are judged. */
export function withJudgement<C extends Control>(control: C, judged?: Judgement): C {
	return { ...control, [declared]: { judged } };
}

export function judgementOf(control: Control): Judgement | undefined {
	const { field, judged } = control[declared] ?? {};
	return judged ?? field?.judged;
}

/** Declares the fields that are the columns of a `resourceMapper`. */
export function withColumns<C extends Control>(control: C, columns: readonly Field[]): C {
	return { ...control, [declared]: { columns } };
}

export function columnOf(control: Control, name: string): Field | undefined {
	return control[declared]?.columns?.find((field) => field.name === name);
}

/** The fields inside a form field: members of a `collection`, or groups of a `fixedCollection`. */
export function groupsOf(control: INodeProperties): INodePropertyCollection[] {
	const { type, name, displayName, options = [] } = control;
	if (type === 'fixedCollection') return options as INodePropertyCollection[];
	if (type !== 'collection') return [];
	return [{ name, displayName, values: options as INodeProperties[] }];
}

/** Including nested ones. */
export function allControls(controls: readonly INodeProperties[]): INodeProperties[] {
	return controls.flatMap((control) => {
		const members = groupsOf(control).flatMap(({ values }) => values);
		return [control, ...allControls(members)];
	});
}

/**
 * The form's control for a field.
 *
 * @param more differences from the field's declaration, such as `displayOptions`
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
	if (isOption(field) && field.scope === 'run') property.noDataExpression = true;
	const isTyped = ['string', 'number'].includes(type.form.type);
	const placeholder = field.placeholder ?? (isTyped && type.example && `e.g. ${type.example}`);
	if (placeholder) property.placeholder = placeholder;
	if (type.options) property.options = type.options;
	const { entry } = type;
	const list = entry && entryList(entry.name, entry.label, propertiesOf(entry.fields));
	return withField({ ...property, ...list, ...more }, field);
}

function defaultOf(field: Field): INodeProperties['default'] {
	const { type, initial, required } = field;
	const first =
		initial ?? (isOption(field) ? field.unset : undefined) ?? type.options?.[0]?.value;
	if (first !== undefined) return first as INodeProperties['default'];
	// A 0 would look like a value that the user entered.
	return required && type.form.type === 'number' ? '' : type.form.default;
}

export function propertiesOf(fields: readonly Field[]): INodeProperties[] {
	return fields.map((field) => propertyOf(field));
}

/** The settings that make a `fixedCollection` a list of entries. */
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

/** A `collection` of optional controls, sorted by label. */
export function collectionOf(
	displayName: string,
	name: string,
	placeholder: string,
	members: readonly INodeProperties[],
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
