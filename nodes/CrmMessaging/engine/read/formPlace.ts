import type { INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { groupsOf } from '../../fields/control';

/** A place in a form, with the control there and the labels that lead to it. */
export interface FormPlace {
	/** The control whose value is here; undefined for a group of controls. */
	control?: INodeProperties;
	/** The labels, outermost first. */
	where: readonly string[];
	/** The place below it under a key of the parameter. */
	at(key: string): FormPlace;
}

/** A form's own place; its keys are its controls' names. */
export function formPlace(controls: readonly INodeProperties[], raw: unknown): FormPlace {
	return groupPlace(controls, [], raw, false);
}

function groupPlace(
	controls: readonly INodeProperties[],
	where: readonly string[],
	raw: unknown,
	isInCollection: boolean,
): FormPlace {
	return {
		where,
		at(key) {
			const control = controls.find(({ name }) => name === key);
			const part = partOf(raw, key);
			return control ? controlPlace(control, where, part, isInCollection) : nowhere(where);
		},
	};
}

function controlPlace(
	control: INodeProperties,
	outer: readonly string[],
	raw: unknown,
	isInCollection: boolean,
): FormPlace {
	const { displayName } = control;
	const where = [...outer, displayName];
	switch (control.type) {
		case 'collection': {
			// The label of Options and of Additional Fields names no field.
			const inner = isInCollection ? where : outer;
			return groupPlace(control.options as INodeProperties[], inner, raw, true);
		}
		case 'fixedCollection':
			return listPlace(control, outer, raw);
		case 'resourceMapper':
			return mapperPlace(control, where, raw);
		default:
			return leafPlace(control, where);
	}
}

/** The entries of a list, numbered as errors number them. */
function listPlace(control: INodeProperties, outer: readonly string[], raw: unknown): FormPlace {
	return {
		where: [...outer, control.displayName],
		at(name) {
			const entries = partOf(raw, name);
			const values = groupsOf(control).find((group) => group.name === name)?.values ?? [];
			return {
				where: this.where,
				at: (index) =>
					groupPlace(
						values,
						[...outer, `${control.displayName} ${Number(index) + 1}`],
						partOf(entries, index),
						false,
					),
			};
		},
	};
}

function mapperPlace(control: INodeProperties, where: readonly string[], raw: unknown): FormPlace {
	const columns = (partOf(raw, 'schema') ?? []) as ResourceMapperField[];
	const columnAt = (key: string): FormPlace => {
		const label = columns.find(({ id }) => id === key)?.displayName ?? key;
		return leafPlace(control, [...where, label]);
	};
	return {
		where,
		at: (key) => (key === 'value' ? { where, at: columnAt } : nowhere(where)),
	};
}

/** A place where no one enters a value. */
function nowhere(where: readonly string[]): FormPlace {
	return {
		where,
		at() {
			return this;
		},
	};
}

/** A value without controls of its own, such as JSON or a resource locator's. */
function leafPlace(control: INodeProperties, where: readonly string[]): FormPlace {
	return {
		control,
		where,
		at(key) {
			// A chosen campaign's name isn't sent.
			const isShown = control.type === 'resourceLocator' && key !== 'value';
			return isShown ? nowhere(where) : this;
		},
	};
}

function partOf(raw: unknown, key: string): unknown {
	if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, key)) return undefined;
	return (raw as Record<string, unknown>)[key];
}
