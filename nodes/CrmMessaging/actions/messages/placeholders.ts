import type { INodeProperties } from 'n8n-workflow';
import { wrongContact } from '../../catalogue/contacts';
import { messageHint, placeholderAdvice, wrongMessage } from '../../catalogue/messages';
import { wrongValue } from '../../catalogue/values';
import { pathExpression } from '../../engine/read/expressions/paths';
import type { ItemParameters } from '../../engine/read/parameters';
import { entriesIn, entryList, propertyOf } from '../../fields/control';
import { convertField, ownValue, type Field } from '../../fields/field';
import { InputError, quote, within, withinEach, wrongFormat } from '../../fields/inputError';
import { text, toText } from '../../fields/types/text';
import { isBlank, isObject, setOwn } from '../../fields/values';
import { messageHolder } from '../../service/fields/message';

/** `%{name}`; a `%` before it makes it literal text. */
const placeholder = /(%?)%\{([^{}]+)\}/g;

/** Placeholder names in order; case matters (docs/contributing/service.md, Conventions). */
export function placeholdersOf(message: string): ReadonlySet<string> {
	const found = [...message.matchAll(placeholder)];
	return new Set(found.flatMap(([, literal, name = '']) => (literal ? [] : name)));
}

/** The message with its placeholders replaced. Values aren't expanded again. */
export function fillTemplate(message: string, values: Record<string, unknown>): string {
	return message.replace(placeholder, (whole, literal: string, name: string) => {
		if (literal) return whole.slice(1);
		return Object.hasOwn(values, name) ? String(values[name]) : whole;
	});
}

/**
 * One message for several texts, and the values that produce each. A literal `%{` is split between two
 * values, since the service may expand placeholders in values.
 */
export function wholeTexts(texts: readonly string[]): {
	message: string;
	values: Array<Record<string, string>>;
} {
	const pieces = texts.map((whole) => whole.split(/(?<=%)(?=\{)/));
	const count = Math.max(...pieces.map(({ length }) => length));
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

const placeholderValue: Field = {
	name: 'value',
	label: 'Text',
	type: text,
	description: 'Text that replaces %{name}',
	keepsEmpty: true,
	judged: 'text',
};

const entryName = 'replacement';

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
		propertyOf(placeholderValue),
	]),
	description: 'Texts for placeholders %{name} that aren’t fields of the input item',
};

type PlaceholderValues = Record<string, string>;

/** Reads the form's list, skipping entries without name and value. @throws InputError */
export function readValueList(collection: unknown, item: ItemParameters): PlaceholderValues {
	const values: PlaceholderValues = {};
	withinEach('Placeholder Values', entriesIn(collection, entryName), (entry) => {
		const [name, { value }] = [toText(entry.name ?? ''), entry];
		if (!name && isBlank(value)) return;
		if (!name) throw new InputError(wrongValue.withoutName());
		if (Object.hasOwn(values, name)) throw new InputError(wrongContact.fieldTwice({ name }));
		const read = convertField(placeholderValue, value, item) as string | undefined;
		if (read !== undefined) setOwn(values, name, read);
	});
	return values;
}

/** Reads the `replacements` of a delivery in JSON. @throws InputError */
export function readValueObject(value: unknown, item: ItemParameters): PlaceholderValues {
	const values: PlaceholderValues = {};
	if (isBlank(value)) return values;
	return within('replacements', () => {
		const [what, example] = ['an object of names and texts', '{ "first_name": "Ana" }'];
		if (!isObject(value)) throw wrongFormat(value, what, example);
		for (const [name, given] of Object.entries(value)) {
			const read = convertField({ ...placeholderValue, label: name }, given, item);
			if (read !== undefined) setOwn(values, name, read as string);
		}
		return values;
	});
}

/**
 * Adds the values of other placeholders: the input item's fields of these names.
 *
 * @param place where to set a value, as sentences name it
 * @throws InputError naming the placeholder without a value
 */
export function completeValues(
	message: string,
	values: PlaceholderValues,
	item: ItemParameters,
	place: string,
): PlaceholderValues {
	const names = placeholdersOf(message);
	for (const name in values) {
		if (!names.has(name)) item.listInHint(messageHint.unusedPlaceholderValues, quote(name));
	}
	for (const name of names) {
		if (Object.hasOwn(values, name)) continue;
		// An agent's item is its own call, not data.
		const fields = item.isAgentCall ? {} : item.input.json;
		const field = { ...placeholderValue, name, label: name };
		const read = within('Input Item', () => convertField(field, ownValue(fields)(field), item));
		if (read === undefined) {
			const { add, addOrField } = placeholderAdvice;
			const code = pathExpression('$json', [name]);
			const advice = (item.isAgentCall ? add : addOrField)({ name, place, code });
			const sentence = wrongMessage.noPlaceholderValue({ name, advice });
			throw new InputError(sentence, [messageHolder.label]);
		}
		setOwn(values, name, read as string);
	}
	return values;
}
