import type { INodeProperties } from 'n8n-workflow';
import { entryList } from '../../editor/form';
import { entriesIn } from '../../engine/formValues';
import type { ItemParameters, NodeParameters } from '../../engine/parameters';
import { withAudience } from '../../fields/control';
import { isAbsent } from '../../fields/field';
import { setOwn } from '../../fields/values';
import { nearestName } from '../../fields/words';
import { toText } from '../../fields/types/text';
import { InputError, quote, within, withinEach } from '../../fields/inputError';
import { messageHolder } from '../../service/fields/message';
import { placeholdersOf } from './template';
import { isExact } from '../../fields/types/number';
import { isExpression } from '../../engine/expressions/plainPath';

const entryName = 'replacement';

/** The values of placeholders, by name. */
type PlaceholderValues = Record<string, string>;

/** The form's list of placeholder values. */
export const placeholderValuesProperty: INodeProperties = {
	displayName: 'Placeholder Values',
	name: 'replacements',
	...entryList(entryName, 'Value', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. first_name',
			description: 'Name between the braces of %{name} in the message',
		},
		withAudience(
			{
				displayName: 'Text',
				name: 'value',
				type: 'string',
				default: '',
				description: 'Text that takes the place of %{name}',
			},
			'recipient',
		),
	]),
	description:
		'Texts for the placeholders %{name} of the message that are not fields of the input item',
};

/**
 * Makes what reads the values that an item's one recipient gets; it throws an InputError where one is
 * wrong or missing.
 */
export function placeholderValuesReader(
	parameters: NodeParameters,
): (item: ItemParameters, message: string) => PlaceholderValues {
	const { name, displayName } = placeholderValuesProperty;
	let quickly: ReturnType<typeof usualValuesReader> | undefined;
	return (item, message) => {
		// Where recipients come in another way, the list may not be there.
		quickly ??= usualValuesReader(parameters, { name, entry: entryName });
		const usual = quickly(item, message);
		if (usual) return usual;
		const values = readValueList(item.value(name));
		completeValues(message, values, item, displayName);
		return values;
	};
}

/** Reads the form's list; a name whose expression gives nothing counts as not given. */
export function readValueList(collection: unknown): PlaceholderValues {
	const values: PlaceholderValues = {};
	withinEach('Placeholder Value', entriesIn(collection, entryName), ({ name, value }) => {
		const key = toText(name ?? '');
		if (!key && isAbsent(value)) return;
		if (!key) throw new InputError('has a text but no name; give the name of its placeholder');
		if (value !== undefined && value !== null) setOwn(values, key, toText(value));
	});
	return values;
}

/** Reads values given as an object of names and texts, under the service's key. */
export function readValueObject(value: unknown): PlaceholderValues {
	if (isAbsent(value)) return {};
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new InputError(`${quote(value)} is not an object of names and texts`, [
			'replacements',
		]);
	}
	return Object.fromEntries(
		Object.entries(value)
			.filter(([, text]) => text !== null && text !== undefined)
			.map(([name, text]) => [name, within(`replacements, ${name}`, () => toText(text))]),
	);
}

/**
 * Makes sure that every placeholder of a message has a value: the one given for it, and otherwise
 * the input item's field of that name. One that is given for no placeholder is a hint.
 *
 * @param given is completed
 * @param place where a value may be given, as a sentence names it
 * @throws InputError naming the placeholder without a value, and the nearest name there is
 */
export function completeValues(
	message: string,
	given: PlaceholderValues,
	item: ItemParameters,
	place: string,
): void {
	const placeholders = placeholdersOf(message);
	for (const name of Object.keys(given)) {
		if (!placeholders.has(name)) noteUnused(name, item);
	}
	for (const name of placeholders) {
		if (Object.hasOwn(given, name)) continue;
		// The item of an agent is its own call.
		const fields = item.isAgentCall ? {} : item.input.json;
		const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
		if (value === undefined || value === null)
			throw noValue(name, [...Object.keys(given), ...Object.keys(fields)], item, place);
		const text = within(`Input Item, ${name}`, () => toText(value));
		setOwn(given, name, text);
	}
}

function noValue(
	name: string,
	others: readonly string[],
	item: ItemParameters,
	place: string,
): InputError {
	const near = nearestName(name, others);
	const orField = item.isAgentCall ? '' : ', or give the input item a field of that name';
	const advice =
		near === undefined || near === name
			? `add “${name}” to ${place}${orField}`
			: `did you mean %{${near}}?`;
	return new InputError(`%{${name}} has no value; ${advice}`, [messageHolder.label]);
}

function noteUnused(name: string, item: ItemParameters): void {
	item.hint(
		`The placeholder value “${name}” is not used: the message has no %{${name}}.`,
		'unused placeholder value',
	);
}

/** Gives one value of an item. */
type ReadValue = (item: ItemParameters) => unknown;

/** The values of a message's placeholders, in their order. */
type Plan = Array<{ name: string; read: ReadValue }>;

/**
 * Makes what reads the values of placeholders where they are as they usually are: each given once under
 * a name that is no expression, or a field of the input item. The names are looked at once for a message,
 * and not for each item.
 *
 * @param list the parameter that lists the values, and what an entry of it is called
 * @returns undefined for an item of which anything else has to be said
 */
export function usualValuesReader(
	parameters: NodeParameters,
	list: { name: string; entry: string },
): (item: ItemParameters, message: string) => Record<string, string> | undefined {
	const given = givenValues(parameters, list);
	if (!given) return () => undefined;
	let plan: Plan | undefined;
	let planned: string | undefined;
	return (item, message) => {
		if (message !== planned) [plan, planned] = [planOf(message, given), message];
		return plan && valuesOf(plan, item);
	};
}

function valuesOf(plan: Plan, item: ItemParameters): Record<string, string> | undefined {
	const values: Record<string, string> = {};
	for (const { name, read } of plan) {
		const value = read(item);
		if (typeof value === 'string') setOwn(values, name, value);
		else if (typeof value === 'number' && isExact(value)) setOwn(values, name, `${value}`);
		else return undefined;
	}
	return values;
}

/** How the values of the form's list are read, by name; undefined where a name is no plain text of its own. */
function givenValues(
	parameters: NodeParameters,
	{ name: listName, entry }: { name: string; entry: string },
): Map<string, ReadValue> | undefined {
	const raw = parameters.rawOf(listName) ?? {};
	if (typeof raw !== 'object') return undefined;
	const entries = entriesIn(raw, entry);
	const readers = entries.map(({ name, value }, at): [name: unknown, read: ReadValue] => {
		const read = parameters.partReader(value, `${listName}.${entry}[${at}].value`);
		return [name, ({ index }) => read(index)];
	});
	const names = new Set(readers.map(([name]) => name));
	const arePlain = [...names].every(
		(name) => typeof name === 'string' && name !== '' && !isExpression(name),
	);
	return arePlain && names.size === readers.length
		? new Map(readers as Array<[string, ReadValue]>)
		: undefined;
}

/** What is given and used for nothing is a hint, so that it is no usual case. */
function planOf(message: string, given: ReadonlyMap<string, ReadValue>): Plan | undefined {
	const placeholders = placeholdersOf(message);
	if (![...given.keys()].every((name) => placeholders.has(name))) return undefined;
	const others = [...placeholders].filter((name) => !given.has(name));
	return [
		...[...given].map(([name, read]) => ({ name, read })),
		...others.map((name) => ({ name, read: fieldReader(name) })),
	];
}

/** The item of an agent is its own call. */
function fieldReader(name: string): ReadValue {
	return ({ isAgentCall, input: { json } }) =>
		!isAgentCall && Object.hasOwn(json, name) ? json[name] : undefined;
}
