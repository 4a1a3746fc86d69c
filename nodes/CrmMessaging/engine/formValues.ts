import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { fieldOf, groupsOf } from '../fields/control';
import { parameterName, type Field, isAbsent } from '../fields/field';
import { InputError, quote, within } from '../fields/inputError';
import { boolean, meaningAmong, type Choice } from '../fields/types/choice';
import { isExpression } from './expressions/plainPath';

/**
 * How what a parameter holds is read before an operation sees it: choices and switches are made the
 * values that the form declares, and anything that is none of them is refused. Whatever is made of a
 * field is left as it is, since the field's type reads it.
 */
export interface FormValue {
	/**
	 * For a choice or a switch.
	 *
	 * @param raw the parameter as the workflow holds it
	 * @throws InputError
	 */
	read?: (value: unknown, raw: unknown) => unknown;
	/** For a collection, its members; for a list of entries, its groups. */
	members?: ReadonlyMap<string, FormValue>;
	/** For the group of a list: what its entries are called in a sentence. */
	entries?: string;
}

/** How the parameters of a form are read, by their names. */
export function formValues(controls: readonly INodeProperties[]): Map<string, FormValue> {
	return new Map(
		controls.flatMap((control) => {
			const value = formValueOf(control);
			return value ? [[control.name, value] as const] : [];
		}),
	);
}

/** How a control's value is read; undefined where nothing has to be done with it. */
function formValueOf(control: INodeProperties): FormValue | undefined {
	const { type, displayName } = control;
	if (type === 'collection') return groupValue(control.options as INodeProperties[]);
	if (type === 'fixedCollection') {
		const groups = groupsOf(control).flatMap(({ name, values }) => {
			const group = groupValue(values);
			return group ? [[name, { ...group, entries: displayName }] as const] : [];
		});
		return groups.length > 0 ? { members: new Map(groups) } : undefined;
	}
	if (fieldOf(control)) return undefined;
	if (type === 'options') return { read: choiceReader(control) };
	if (type === 'boolean') return { read: switchReader(control) };
	return undefined;
}

function groupValue(controls: readonly INodeProperties[]): FormValue | undefined {
	const members = formValues(controls);
	return members.size > 0 ? { members } : undefined;
}

/** How an entry of a list is read; what is wrong in it is told with its place. */
export function entryValueOf(form: FormValue, at: number): FormValue {
	return insideOf(`${form.entries ?? 'Entry'} ${at + 1}`, { members: form.members });
}

function insideOf(where: string, { read, members, entries }: FormValue): FormValue {
	const inner = [...(members ?? [])].map(
		([name, member]) => [name, insideOf(where, member)] as const,
	);
	return {
		read: read && ((value, raw) => within(where, () => read(value, raw))),
		members: new Map(inner),
		entries,
	};
}

/**
 * Reads a value, and all inside of it.
 *
 * @throws InputError for a choice or a switch that is none
 */
export function readAs(form: FormValue | undefined, value: unknown, raw = value): unknown {
	if (!form || (value === undefined && !isExpression(raw))) return value;
	if (form.read) return form.read(value, raw);
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((part, at) => readAs(entryValueOf(form, at), part));
	const read = Object.entries(value).map(([key, part]) => [
		key,
		readAs(form.members?.get(key), part),
	]);
	return Object.fromEntries(read) as unknown;
}

/** What is wrong with an expression where one value holds for the whole run. */
export function noExpression({ displayName }: INodeProperties): InputError {
	return new InputError(
		'cannot be an expression, because it holds for all items at once; give it a fixed value',
		[displayName],
	);
}

function choiceReader(control: INodeProperties): FormValue['read'] {
	const options = (control.options ?? []) as INodePropertyOptions[];
	const choices = options.map(({ name, value }): Choice => ({
		label: name,
		value: String(value),
	}));
	const meaningOf = meaningAmong(choices);
	const labels = choices.map(({ label }) => label).join(', ');
	return checked(control, (value) => {
		const isText = typeof value === 'string' || typeof value === 'boolean';
		const found = isText ? meaningOf(String(value)) : undefined;
		if (found !== undefined) return found;
		throw new InputError(`${quote(value)} is not one of ${labels}`);
	});
}

function switchReader(control: INodeProperties): FormValue['read'] {
	// Whether a switch is on depends on nothing but its value.
	return checked(control, (value) => boolean.convert(value, { timezone: 'utc' }));
}

/** Refuses what has no value, which must not pass for the choice that the form begins with. */
function checked(
	control: INodeProperties,
	read: (value: unknown) => unknown,
): NonNullable<FormValue['read']> {
	const { displayName, noDataExpression } = control;
	return (value, raw) => {
		// Of an expression, n8n keeps the text alone where the form allows none.
		if (noDataExpression && typeof raw === 'string' && /^\{\{/.test(raw.trim())) {
			throw noExpression(control);
		}
		if (isAbsent(value)) {
			const why = isExpression(raw) ? ', but its expression gives nothing' : '';
			throw new InputError(`is required${why}`, [displayName]);
		}
		try {
			return read(value);
		} catch (error) {
			throw error instanceof InputError ? error.inside(displayName) : error;
		}
	};
}

/** Takes a value out of the form's wrapping: a resource locator, or a list of entries. */
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

/** The entries that a `fixedCollection` holds under `entry`. */
export function entriesIn(collection: unknown, entry: string): Array<Record<string, unknown>> {
	if (typeof collection !== 'object' || collection === null) return [];
	const list = (collection as Record<string, unknown>)[entry];
	return Array.isArray(list) ? (list as Array<Record<string, unknown>>) : [];
}
