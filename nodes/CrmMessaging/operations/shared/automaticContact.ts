import { convertField, isAbsent } from '../../fields/convert';
import type { Field } from '../../fields/field';
import { InputError, within } from '../../fields/inputError';
import { setOwn } from '../../fields/keys';
import { toJsonValue } from '../../fields/types/json';
import type { ItemParameters } from '../../run/parameters';
import { recognizedField } from './contactHeadings';
import { clearsEmpty } from './contactOptions';
import { requireName } from './namedContact';
import { refuseWholeRequest } from './wholeRequest';

/** What *Map Automatically* does with keys that name no field of a contact. */
export const unrecognized = { custom: 'custom', leaveOut: 'leaveOut', error: 'error' } as const;

/**
 * Reads an input item as a contact: keys that name fields as the service does, or in usual words,
 * are those fields, and the others what the person chose.
 *
 * @throws InputError where the item is no contact, or names nobody
 */
export function readAutomatically(item: ItemParameters): Record<string, unknown> {
	const values = item.input.json;
	refuseWholeRequest(values, 'Input Item');
	const contact: Record<string, unknown> = {};
	const keyOf = new Map<Field, string>();
	const otherKeys = item.choice('otherKeys');
	const empty = clearsEmpty(item) ? null : undefined;
	for (const [key, value] of Object.entries(values)) {
		const field = recognizedField(key);
		if (!field && otherKeys === unrecognized.leaveOut) continue;
		if (!field && otherKeys === unrecognized.error) {
			throw new InputError('is not a field of a contact; rename it or leave it out', [key]);
		}
		const read = isAbsent(value) ? empty : readValue(item, field, key, value);
		if (value === undefined || read === undefined) continue;
		if (!field) {
			item.listInHint(sentAsCustom, `“${key}”`);
			setOwn(contact, key, read);
			continue;
		}
		if (key !== field.name) item.listInHint(taken, `“${key}” as ${field.label}`);
		const other = contact[field.name] ?? undefined;
		if (other !== undefined && read === null) continue;
		if (other !== undefined && JSON.stringify(other) !== JSON.stringify(read)) {
			throw new InputError(
				`“${keyOf.get(field)}” and “${key}” are both the contact’s ${field.label}, but differ; remove one of them before this node, or choose Map Each Field`,
				['Input Item'],
			);
		}
		contact[field.name] = read;
		keyOf.set(field, key);
	}
	requireName(contact, item, Object.keys(values));
	return contact;
}

function readValue(
	item: ItemParameters,
	field: Field | undefined,
	key: string,
	value: unknown,
): unknown {
	if (!field) return readCustom(key, value);
	if (key === field.name) return convertField(field, value, item);
	// A problem is told of under the key that the person knows.
	return convertField({ ...field, label: `${field.label} (“${key}”)` }, value, item);
}

function readCustom(key: string, given: unknown): unknown {
	const value = within(key, () => toJsonValue(given));
	if (!isNested(value)) return value;
	const what = Array.isArray(value) ? 'a list of objects' : 'an object';
	throw new InputError(
		`${what} cannot be a custom field; map what it holds with Map Each Field, or set Unrecognized Fields to Leave Out`,
		[key],
	);
}

function taken(keys: string): string {
	return `Map Automatically read ${keys}.`;
}

function sentAsCustom(keys: string): string {
	return `Sent as custom fields: ${keys}. The service takes only those that the account settings define; for other keys, set Unrecognized Fields to Leave Out.`;
}

/** Whether a value is an object, or a list with anything but plain values. */
function isNested(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return (
		!Array.isArray(value) || value.some((entry) => typeof entry === 'object' && entry !== null)
	);
}
