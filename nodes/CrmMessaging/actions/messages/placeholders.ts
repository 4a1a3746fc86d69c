import { wrongValue } from '../../catalogue/values';
import { messageHint, placeholderAdvice, wrongMessage } from '../../catalogue/messages';
import type { INodeProperties } from 'n8n-workflow';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { entriesIn, entryList, withJudgement } from '../../fields/control';
import { convertField, isAbsent, type Field } from '../../fields/field';
import { cached } from '../../fields/cached';
import { isObject, setOwn } from '../../fields/values';
import { nearestName } from '../../fields/words';
import { text, toText } from '../../fields/types/text';
import { InputError, placed, within, wrongFormat } from '../../fields/inputError';
import { messageHolder } from '../../service/fields/message';

/** `%{name}`; a `%` before it makes it literal text. */
const placeholder = /(%?)%\{([^{}]+)\}/g;

/**
 * A message's unique placeholder names in order; case matters (docs/contributing/service.md,
 * Conventions).
 */
export const placeholdersOf = cached((message: string): ReadonlySet<string> => {
	const found = [...message.matchAll(placeholder)];
	return new Set(found.flatMap(([, literal, name = '']) => (literal ? [] : name)));
}, 100);

/** The message with its placeholders replaced. Values aren't expanded again. */
export function fillTemplate(message: string, values: Record<string, unknown>): string {
	if (!message.includes('%')) return message;
	return message.replace(placeholder, (whole, literal: string, name: string) => {
		if (literal) return whole.slice(1);
		return Object.hasOwn(values, name) ? String(values[name]) : whole;
	});
}

/**
 * One message for several texts, and the values that produce each. A literal `%{` is split between
 * two values, since the service may expand placeholders in values.
 */
export function wholeTexts(texts: readonly string[]): {
	message: string;
	values: Array<Record<string, string>>;
} {
	const pieces = texts.map((text) => (text.includes('%{') ? text.split(/(?<=%)(?=\{)/) : [text]));
	const count = pieces.reduce((most, { length }) => Math.max(most, length), 1);
	const names = Array.from({ length: count }, (_, at) =>
		at === 0 ? 'message' : `message_${at + 1}`,
	);
	return {
		message: names.map((name) => `%{${name}}`).join(''),
		values: pieces.map((all) =>
			Object.fromEntries(names.map((name, at) => [name, all[at] ?? ''])),
		),
	};
}

const replacementEntry = 'replacement';

/** A placeholder's value, whichever way it comes. */
const placeholderValue: Field = {
	name: 'value',
	label: 'Placeholder Text',
	type: text,
	keepsEmpty: true,
	judged: 'text',
};

type PlaceholderValues = Record<string, string>;

export const placeholderValuesProperty: INodeProperties = {
	displayName: 'Placeholder Values',
	name: 'replacements',
	...entryList(replacementEntry, 'Value', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. first_name',
			description: 'Name between the braces of %{name} in the message',
		},
		withJudgement(
			{
				displayName: 'Text',
				name: placeholderValue.name,
				type: 'string',
				default: '',
				description: 'Text that replaces %{name}',
			},
			placeholderValue.judged,
		),
	]),
	description: 'Texts for placeholders %{name} that aren’t fields of the input item',
};

const itemValues = `options.${placeholderValuesProperty.name}`;

/**
 * Returns a reader of the values for all recipients of an item. It reads each text of the form's list
 * by itself. Copying the list for every item would cost more than everything else.
 *
 * The reader throws InputError if a value is wrong.
 */
export function itemValuesReader(
	parameters: NodeParameters,
): (item: ItemParameters) => PlaceholderValues {
	const raw = parameters.rawOf(itemValues);
	const entries = entriesIn(raw, replacementEntry);
	if (!entries.every(isObject) || (raw !== undefined && entries.length === 0)) {
		return (item) => readValueList(item.value(itemValues), item);
	}
	const readerOf = (at: number, key: string) =>
		parameters.reader(`${itemValues}.${replacementEntry}.${at}.${key}`);
	const inputs = entries.map((_, at) => [readerOf(at, 'name'), readerOf(at, 'value')] as const);
	return (item) => {
		const values: PlaceholderValues = {};
		inputs.forEach(([name, value], at) => {
			readReplacement(at, name(item.index), value(item.index), values, item);
		});
		return values;
	};
}

/** Reads the form's list, skipping entries without name and value, into `values`. */
export function readValueList(
	collection: unknown,
	item: ItemParameters,
	values: PlaceholderValues = {},
): PlaceholderValues {
	entriesIn(collection, replacementEntry).forEach(({ name, value }, index) => {
		readReplacement(index, name, value, values, item);
	});
	return values;
}

function readReplacement(
	index: number,
	name: unknown,
	value: unknown,
	values: PlaceholderValues,
	item: ItemParameters,
): void {
	try {
		const key = toText(name ?? '');
		if (!key && isAbsent(value)) return;
		if (!key) throw new InputError(wrongValue.withoutName());
		const read = convertField(placeholderValue, value, item) as string | undefined;
		if (read !== undefined) setOwn(values, key, read);
	} catch (error) {
		throw placed(error, `Placeholder Value ${index + 1}`);
	}
}

export function readValueObject(value: unknown, item: ItemParameters): PlaceholderValues {
	if (isAbsent(value)) return {};
	const [what, example] = ['an object of names and texts', '{ "first_name": "Ana" }'];
	if (!isObject(value)) throw wrongFormat(value, what, example).inside('replacements');
	const values: PlaceholderValues = {};
	for (const [name, given] of Object.entries(value)) {
		const field = { ...placeholderValue, label: name };
		const read = within('replacements', () => convertField(field, given, item));
		if (read !== undefined) setOwn(values, name, read as string);
	}
	return values;
}

/**
 * Takes a placeholder's value from the input item's field of that name if it has none. Hints at
 * values that no placeholder uses.
 *
 * @param place where to set a value, as sentences name it
 * @throws InputError naming the placeholder without a value, and the closest name
 */
export function completeValues(
	message: string,
	values: PlaceholderValues,
	item: ItemParameters,
	place: string,
): void {
	const names = placeholdersOf(message);
	for (const name of Object.keys(values)) {
		if (!names.has(name)) item.hint(messageHint.unusedPlaceholderValue({ name }));
	}
	for (const name of names) {
		if (Object.hasOwn(values, name)) continue;
		// An agent's item is its own call, not data.
		const fields = item.isAgentCall ? {} : item.input.json;
		const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
		if (value === undefined || value === null)
			throw noValue(name, [...Object.keys(values), ...Object.keys(fields)], item, place);
		const field = { ...placeholderValue, label: name };
		const read = within('Input Item', () => convertField(field, value, item));
		setOwn(values, name, read as string);
	}
}

function noValue(
	name: string,
	others: readonly string[],
	item: ItemParameters,
	place: string,
): InputError {
	const near = nearestName(name, others);
	const add = item.isAgentCall ? placeholderAdvice.add : placeholderAdvice.addOrField;
	const way =
		near === undefined || near === name
			? add({ name, place })
			: placeholderAdvice.meant({ name: near });
	return new InputError(wrongMessage.noPlaceholderValue({ name, advice: way }), [
		messageHolder.label,
	]);
}
