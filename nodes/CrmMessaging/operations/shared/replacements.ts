import type { INodeProperties } from 'n8n-workflow';
import { entryList } from '../../form/property';
import { entriesIn, type ItemParameters } from '../../run/parameters';
import { isAbsent } from '../../fields/convert';
import { toText } from '../../fields/types/text';
import { setOwn } from '../../fields/keys';
import { InputError, shown, within, withinEach } from '../../fields/inputError';
import { placeholdersOf } from '../../interface/template';

const entryName = 'replacement';

/** The form's list of replacements of one delivery. */
export const replacementsProperty: INodeProperties = {
	displayName: 'Replacements',
	name: 'replacements',
	...entryList(entryName, 'Replacement', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. first_name',
			description: 'Name between the braces of %{name} in the message',
		},
		{
			displayName: 'Text',
			name: 'value',
			type: 'string',
			default: '',
			description: 'Text that takes the place of %{name}',
		},
	]),
	description: 'Texts for the %{name} containers of the message',
	displayOptions: { show: { '/replacementsFrom': ['byHand'] } },
};

/** Reads the form's list; a name whose expression gives nothing counts as not given. */
export function readReplacementList(collection: unknown): Record<string, string> {
	const replacements: Record<string, string> = {};
	withinEach('Replacements', entriesIn(collection, entryName), ({ name, value }) => {
		const key = toText(name ?? '');
		if (!key && isAbsent(value)) return;
		if (!key) throw new InputError('has a text but no name; give the name of its container');
		if (value !== undefined && value !== null) setOwn(replacements, key, toText(value));
	});
	return replacements;
}

/** Reads replacements given as an object of names and texts. */
export function readReplacementObject(value: unknown): Record<string, string> {
	if (isAbsent(value)) return {};
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new InputError(`${shown(value)} is not an object of names and texts`, [
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
 * Takes from the input item what the message's placeholders are named after.
 *
 * @throws InputError naming the placeholder for which the item has no text
 */
export function replacementsFromItem(
	message: string,
	item: ItemParameters,
): Record<string, string> {
	const values = item.input.json;
	return Object.fromEntries(
		[...placeholdersOf(message)].map((name) => {
			const value = Object.hasOwn(values, name) ? values[name] : undefined;
			if (isAbsent(value)) {
				throw new InputError(
					`has no text for %{${name}} of the message; give it a field named “${name}” or take %{${name}} out of the message`,
					['Input Item'],
				);
			}
			return [name, within(`Input Item, ${name}`, () => toText(value))];
		}),
	);
}

/**
 * Makes sure that every placeholder of the message has a replacement; one that is not used is a hint.
 *
 * @throws InputError naming the placeholder
 */
export function checkReplacements(
	message: string,
	replacements: Record<string, string>,
	item: ItemParameters,
): void {
	const placeholders = placeholdersOf(message);
	for (const missing of placeholders) {
		if (Object.hasOwn(replacements, missing)) continue;
		throw new InputError(
			`%{${missing}} of the message has no replacement; add one named “${missing}” with a text or take %{${missing}} out of the message`,
			['Replacements'],
		);
	}
	for (const name of Object.keys(replacements)) {
		if (!placeholders.has(name)) {
			item.hint(
				`The replacement “${name}” is not used: the message has no %{${name}}.`,
				'unused replacement',
			);
		}
	}
}
