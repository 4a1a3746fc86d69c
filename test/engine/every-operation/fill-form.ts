import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { fieldOf, propertiesOf } from '../../../nodes/CrmMessaging/fields/control';
import { contactInputs } from '../../../nodes/CrmMessaging/service/fields/contact';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';
import type { Field } from '../../../nodes/CrmMessaging/fields/field';

type Path = Array<string | number>;

/** A control of a filled form that holds no others. */
export interface Leaf {
	control: INodeProperties;
	/** The path of its value. */
	path: Path;
}

/** How a form is filled in. */
export interface Filling {
	/** The values of the controls that decide which others are shown. */
	mode: IDataObject;
	/** Whether a control that is shown is filled in. */
	fills(control: INodeProperties): boolean;
	/** The value of a control that holds no others. */
	valueOf(control: INodeProperties, field?: Field): unknown;
	/** Called for each control that holds no others. */
	found?(leaf: Leaf): void;
}

/** The fields of the columns of a resource mapper, by the method that returns them to the editor. */
const columnsBy: Record<string, readonly Field[]> = { getContactFields: contactInputs };

/** The form of an operation, filled in. */
export function filledForm(operation: Operation, filling: Filling): IDataObject {
	const { resource } = operation;
	return {
		resource: resource.name,
		operation: operation.operation,
		...filled(controlsOf(operation), filling, []),
	};
}

/** The value of a leaf in a filled form. */
export function valueIn(form: unknown, path: Path): unknown {
	return path.reduce<unknown>((inner, key) => (inner as IDataObject)[key], form);
}

/** A filled form with another value in one of its leaves. */
export function withValue(form: IDataObject, [key, ...rest]: Path, value: unknown): IDataObject {
	const copy = (Array.isArray(form) ? [...(form as unknown[])] : { ...form }) as IDataObject;
	copy[key!] = (
		rest.length > 0 ? withValue((copy[key!] ?? {}) as IDataObject, rest, value) : value
	) as IDataObject;
	return copy;
}

/** A control that decides which others are shown. */
export interface Decider {
	name: string;
	/** Its values; the one that shows most comes first. */
	byShown: unknown[];
	/** Its value in an unchanged form. */
	initial: unknown;
}

/** The controls that decide which others of an operation are shown. */
export function decidersOf(operation: Operation): Decider[] {
	const controls = controlsOf(operation);
	// A notice has nothing to fill in.
	const shown = withInner(controls).filter(({ type }) => type !== 'notice');
	const conditions = shown.flatMap(conditionsOf);
	const shownBy = (name: string, value: unknown) =>
		conditions.filter((one) => one.name === name && one.shows(value)).length;
	return [...controls, ...membersOf(controls.find(({ name }) => name === 'options')!)]
		.filter(isForPeople)
		.filter(({ name }) => conditions.some((one) => one.name === name))
		.map(({ name, options, default: own }) => {
			const isOfPresence = conditions.some((one) => one.name === name && one.isOfPresence);
			const values: unknown[] = isOfPresence
				? [absent, present]
				: (options?.map((choice) => (choice as { value: unknown }).value) ?? [false, true]);
			const byShown = values.sort((one, other) => shownBy(name, other) - shownBy(name, one));
			const initial = byShown.includes(absent) ? absent : own;
			return { name, byShown, initial };
		});
}

/** All controls, also those inside of others. */
export function withInner(controls: readonly INodeProperties[]): INodeProperties[] {
	return controls.flatMap((control) => [control, ...withInner(membersOf(control))]);
}

function membersOf({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}

function filled(controls: readonly INodeProperties[], filling: Filling, path: Path): IDataObject {
	const shown = controls.filter(
		(control) =>
			control.type !== 'notice' &&
			isShown(control, filling.mode) &&
			(control.name in filling.mode
				? filling.mode[control.name] !== absent
				: filling.fills(control)),
	);
	return Object.fromEntries(
		shown.map((control) => {
			const own = [...path, control.name];
			const chosen = filling.mode[control.name];
			const isFilled = chosen === undefined || chosen === present;
			if (!isFilled) filling.found?.({ control, path: own });
			return [control.name, isFilled ? contentOf(control, filling, own) : chosen];
		}),
	) as IDataObject;
}

function contentOf(control: INodeProperties, filling: Filling, path: Path): unknown {
	const { type, typeOptions, options = [] } = control;
	const leaf = (one: INodeProperties, field: Field | undefined, ...inner: string[]): unknown => {
		filling.found?.({ control: one, path: [...path, ...inner] });
		return filling.valueOf(one, field);
	};
	switch (type) {
		case 'collection':
			return filled(options as INodeProperties[], filling, path);
		case 'fixedCollection':
			return Object.fromEntries(
				(options as INodePropertyCollection[]).map(({ name, values }) => [
					name,
					[filled(values, filling, [...path, name, 0])],
				]),
			);
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value: leaf(control, fieldOf(control), 'value') };
		case 'resourceMapper': {
			const columns = columnsBy[typeOptions!.resourceMapper!.resourceMapperMethod!]!;
			const values = propertiesOf(columns).map((column, at) => {
				const { name } = columns[at]!;
				return [name, leaf(column, columns[at], 'value', name)];
			});
			return { mappingMode: 'defineBelow', value: Object.fromEntries(values) as IDataObject };
		}
		default:
			return leaf(control, fieldOf(control));
	}
}

/** The values of other controls that show a control. */
export function modeShowing({ displayOptions }: INodeProperties): IDataObject {
	const shown = Object.entries(displayOptions?.show ?? {});
	return Object.fromEntries(shown.map(([name, values]) => [name, values![0]]));
}

/** Whether a form that is no agent's tool may show a control. */
export function isForPeople(control: INodeProperties): boolean {
	return isShown(control, {});
}

function isShown(control: INodeProperties, chosen: IDataObject): boolean {
	const mode: IDataObject = { '@tool': false, ...chosen };
	return conditionsOf(control).every(({ name, shows }) => !(name in mode) || shows(mode[name]));
}

/** Instead of a value: whether a control is present, if its presence hides others. */
const [absent, present] = ['absent', 'present'];

/** A control that decides whether another one is shown. */
interface Condition {
	name: string;
	/** Whether only the presence of the other one matters. */
	isOfPresence?: boolean;
	shows(value: unknown): boolean;
}

function conditionsOf({ displayOptions }: INodeProperties): Condition[] {
	const { show = {}, hide = {} } = displayOptions ?? {};
	// The last part of a path such as `/options.recipients`.
	const nameIn = (path: string) => path.split(/[/.]/).at(-1)!;
	const isAmong = (values: unknown[] | undefined, value: unknown) => values!.includes(value);
	return [
		...Object.entries(show).map(([path, values]) => ({
			name: nameIn(path),
			shows: (value: unknown) => isAmong(values, value),
		})),
		...Object.entries(hide).map(([path, values]) => ({
			name: nameIn(path),
			isOfPresence: typeof values![0] === 'object',
			shows: (value: unknown) => value !== present && !isAmong(values, value),
		})),
	];
}
