import type { INodeProperties } from 'n8n-workflow';
import { entryList } from '../../form/property';
import { entriesIn } from '../../run/parameters';
import { isAbsent } from '../../fields/convert';
import { toJsonValue } from '../../fields/types/json';
import { setOwn } from '../../fields/keys';
import { InputError, within, withinEach } from '../../fields/inputError';

const entryName = 'field';

/** The form's list of names and values, for fields that the account itself defines. */
export function customFieldsProperty(
	base: Pick<INodeProperties, 'displayName' | 'name' | 'description'> & Partial<INodeProperties>,
): INodeProperties {
	return {
		...entryList(entryName, 'Field', [
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'Name of the field as the account settings define it, not its label',
			},
			{
				displayName: 'Value',
				name: 'value',
				type: 'string',
				default: '',
				description: 'Value of the field',
			},
		]),
		...base,
	};
}

/**
 * Reads the form's list of names and values.
 *
 * @param known names that have a place of their own and may not be given here
 * @param clears whether an empty value clears its field
 * @returns names and values; without those that are empty, unless they clear
 */
export function readCustomFields(
	collection: unknown,
	label: string,
	known: ReadonlySet<string>,
	clears = false,
): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	withinEach(label, entriesIn(collection, entryName), ({ name: given, value }) => {
		const name = typeof given === 'string' ? given.trim() : '';
		if (isAbsent(value) && !(clears && name)) return;
		if (!name) throw new InputError('has a value but no name; give its name');
		if (known.has(name)) {
			throw new InputError(`“${name}” is not a custom field; use the field of that name`);
		}
		setOwn(fields, name, isAbsent(value) ? null : within(name, () => toJsonValue(value)));
	});
	return fields;
}
