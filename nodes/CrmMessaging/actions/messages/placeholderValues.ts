import { wrongValue } from '../../catalogue/values';
import { messageHint, placeholderAdvice, wrongMessage } from '../../catalogue/messages';
import type { INodeProperties } from 'n8n-workflow';
import type { ItemParameters } from '../../engine/parameters';
import { entriesIn, entryList, withAudience } from '../../fields/control';
import { isAbsent } from '../../fields/field';
import { setOwn } from '../../fields/values';
import { nearestName } from '../../fields/words';
import { toText } from '../../fields/types/text';
import { InputError, placed, quote, within } from '../../fields/inputError';
import { messageHolder } from '../../service/fields/message';
import { placeholdersOf } from './template';

const entryName = 'replacement';

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
				description: 'Text that replaces %{name}',
			},
			'recipient',
		),
	]),
	description:
		'Texts for the placeholders %{name} of the message that are not fields of the input item',
};

const itemValues = `options.${placeholderValuesProperty.name}`;

/**
 * The values for all recipients of an item.
 *
 * @throws InputError if one is wrong
 */
export function readItemValues(item: ItemParameters): PlaceholderValues {
	return readValueList(item.value(itemValues));
}

/**
 * Reads the form's list; skips entries without name and value.
 *
 * @param values receives the entries
 */
export function readValueList(
	collection: unknown,
	values: PlaceholderValues = {},
): PlaceholderValues {
	const entries = entriesIn(collection, entryName);
	// Each message has its own values, so `withinEach` doesn't fit.
	for (let index = 0; index < entries.length; index++) {
		try {
			putValue(values, entries[index] as Record<string, unknown>);
		} catch (error) {
			throw placed(error, `Placeholder Value ${index + 1}`);
		}
	}
	return values;
}

function putValue(values: PlaceholderValues, { name, value }: Record<string, unknown>): void {
	const key = toText(name ?? '');
	if (!key && isAbsent(value)) return;
	if (!key) throw new InputError(wrongValue.withoutName());
	if (value !== undefined && value !== null) setOwn(values, key, toText(value));
}

/** Reads values from an object of names and texts. */
export function readValueObject(value: unknown): PlaceholderValues {
	if (isAbsent(value)) return {};
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new InputError(
			wrongValue.wrongFormat(
				quote(value),
				'an object of names and texts',
				'{ "first_name": "Ana" }',
			),
			['replacements'],
		);
	}
	return Object.fromEntries(
		Object.entries(value)
			.filter(([, text]) => text !== null && text !== undefined)
			.map(([name, text]) => [name, within(`replacements, ${name}`, () => toText(text))]),
	);
}

/**
 * Ensures that every placeholder of a message has a value: its own, else the input item's field of
 * that name. Hints at values that no placeholder uses.
 *
 * @param values is completed in place
 * @param place where to set a value, as sentences name it
 * @throws InputError naming the placeholder without a value, and the closest name
 */
export function completeValues(
	message: string,
	values: PlaceholderValues,
	item: ItemParameters,
	place: string,
): void {
	const placeholders = placeholdersOf(message);
	for (const name in values) {
		if (placeholders.has(name)) continue;
		item.hint(messageHint.unusedPlaceholderValue(name));
	}
	for (const name of placeholders) {
		if (Object.hasOwn(values, name)) continue;
		// An agent's item is its own call, not data.
		const fields = item.isAgentCall ? {} : item.input.json;
		const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
		if (value === undefined || value === null)
			throw noValue(name, [...Object.keys(values), ...Object.keys(fields)], item, place);
		const text = within(`Input Item, ${name}`, () => toText(value));
		setOwn(values, name, text);
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
		near === undefined || near === name ? add(name, place) : placeholderAdvice.meant(near);
	return new InputError(wrongMessage.noPlaceholderValue(name, way), [messageHolder.label]);
}
