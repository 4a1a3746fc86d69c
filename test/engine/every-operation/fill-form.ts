import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { collectionOf, fieldOf, propertiesOf } from '../../../nodes/CrmMessaging/fields/control';
import { contactFields } from '../../../nodes/CrmMessaging/service/fields/contact';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { optionsOf } from '../../../nodes/CrmMessaging/engine/options';
import type { Field } from '../../../nodes/CrmMessaging/fields/field';

/** How a form is filled in. */
export interface Filling {
	/** The values of what decides which other controls are shown. */
	mode: IDataObject;
	/** Whether a control that is shown is filled in. */
	fills(control: INodeProperties): boolean;
	/** What is filled into a control that holds no others. */
	valueOf(control: INodeProperties, field?: Field): unknown;
}

/** The fields of the columns of a resource mapper, by the method that gives them to the editor. */
export const columnsBy: Record<string, readonly Field[]> = { getContactFields: contactFields };

/** The controls of an operation below resource and operation, its options among them. */
export function controlsOf(operation: Operation): INodeProperties[] {
	const base = { displayName: 'Options', name: 'options' };
	return [...operation.properties, collectionOf(base, optionsOf(operation))];
}

/** The form of an operation, filled in. */
export function filledForm(operation: Operation, filling: Filling): IDataObject {
	const { resource } = operation;
	return {
		resource: resource.name,
		operation: operation.operation,
		...filled(controlsOf(operation), filling),
	};
}

/** A control that decides which others are shown. */
export interface Decider {
	name: string;
	/** Its values; the one that shows most comes first. */
	byShown: unknown[];
}

/** What decides which controls of an operation are shown. */
export function decidersOf({ properties }: Operation): Decider[] {
	const conditions = withInner(properties).flatMap(conditionsOf);
	const shownBy = (name: string, value: unknown) =>
		conditions.filter(([path, values]) => path === name && values.includes(value)).length;
	return properties
		.filter(({ name }) => conditions.some(([path]) => path === name))
		.map(({ name, options }) => {
			const values = options?.map((choice) => (choice as { value: unknown }).value);
			const byShown = (values ?? [false, true]).sort(
				(one, other) => shownBy(name, other) - shownBy(name, one),
			);
			return { name, byShown };
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

function filled(controls: readonly INodeProperties[], filling: Filling): IDataObject {
	const shown = controls.filter(
		(control) =>
			isShown(control, filling.mode) &&
			(control.name in filling.mode || filling.fills(control)),
	);
	return Object.fromEntries(
		shown.map((control) => [
			control.name,
			filling.mode[control.name] ?? contentOf(control, filling),
		]),
	) as IDataObject;
}

function contentOf(control: INodeProperties, filling: Filling): unknown {
	const { type, typeOptions, options = [] } = control;
	switch (type) {
		case 'collection':
			return filled(options as INodeProperties[], filling);
		case 'fixedCollection':
			return Object.fromEntries(
				(options as INodePropertyCollection[]).map(({ name, values }) => [
					name,
					[filled(values, filling)],
				]),
			);
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value: filling.valueOf(control, fieldOf(control)) };
		case 'resourceMapper': {
			const columns = columnsBy[typeOptions!.resourceMapper!.resourceMapperMethod!]!;
			const values = propertiesOf(columns).map((column, at) => [
				columns[at]!.name,
				filling.valueOf(column, columns[at]),
			]);
			return { mappingMode: 'defineBelow', value: Object.fromEntries(values) as IDataObject };
		}
		default:
			return filling.valueOf(control, fieldOf(control));
	}
}

function isShown(control: INodeProperties, mode: IDataObject): boolean {
	return conditionsOf(control).every(
		([name, values]) => !(name in mode) || values.includes(mode[name] as never),
	);
}

function conditionsOf({ displayOptions }: INodeProperties): Array<[string, unknown[]]> {
	const { show = {} } = displayOptions ?? {};
	return Object.entries(show).map(([path, values = []]) => [path.replace('/', ''), values]);
}
