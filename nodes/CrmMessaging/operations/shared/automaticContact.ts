import type { IDataObject } from 'n8n-workflow';
import { convertField, isAbsent } from '../../fields/convert';
import type { Field } from '../../fields/field';
import { InputError, within } from '../../fields/inputError';
import { setOwn } from '../../fields/keys';
import { toJsonValue } from '../../fields/types/json';
import type { ItemParameters, NodeParameters } from '../../run/parameters';
import { recognizedField } from './contactHeadings';
import { clearsEmpty } from './contactOptions';
import { requireName } from './namedContact';
import { refuseWholeRequest } from './wholeRequest';

/** What *Map Automatically* does with keys that name no field of a contact. */
export const unrecognized = { custom: 'custom', leaveOut: 'leaveOut', error: 'error' } as const;

/** How a key of input items is read. */
interface KeyPlan {
	/** The field that it names. */
	field?: Field;
	/** The field as a problem of its value is told of, under the key that the person knows. */
	told?: Field;
	/** What becomes of it is said once. */
	isNoted: boolean;
}

/** Makes what reads input items as contacts; see `readAutomatically`. */
export function automaticReader(
	parameters: NodeParameters,
): (item: ItemParameters) => Record<string, unknown> {
	const plans = new Map<string, KeyPlan>();
	const choiceOf = parameters.common((item) => item.choice('otherKeys'));
	const planOf = (key: string): KeyPlan => {
		let plan = plans.get(key);
		if (!plan) plans.set(key, (plan = planFor(key)));
		return plan;
	};
	return (item) => readAutomatically(item, choiceOf(item), planOf);
}

function planFor(key: string): KeyPlan {
	const field = recognizedField(key);
	if (!field) return { isNoted: false };
	const label = key === field.name ? field.label : `${field.label} (“${key}”)`;
	return { field, told: { ...field, label }, isNoted: key === field.name };
}

/**
 * Reads an input item as a contact: keys that name fields as the service does, or in usual words,
 * are those fields, and the others what the person chose.
 *
 * @throws InputError where the item is no contact, or names nobody
 */
function readAutomatically(
	item: ItemParameters,
	otherKeys: string,
	planOf: (key: string) => KeyPlan,
): Record<string, unknown> {
	const values = item.input.json;
	refuseWholeRequest(values, 'Input Item');
	const contact: Record<string, unknown> = {};
	const empty = clearsEmpty(item) ? null : undefined;
	for (const key of Object.keys(values)) {
		const value = values[key];
		const plan = planOf(key);
		const { field, told } = plan;
		if (!field && otherKeys === unrecognized.leaveOut) continue;
		if (!field && otherKeys === unrecognized.error) {
			throw new InputError('is not a field of a contact; rename it or leave it out', [key]);
		}
		const read = isAbsent(value)
			? empty
			: told
				? convertField(told, value, item)
				: readCustom(key, value);
		if (value === undefined || read === undefined) continue;
		if (!plan.isNoted) noteKey(item, key, plan);
		if (!field) {
			setOwn(contact, key, read);
			continue;
		}
		const other = contact[field.name] ?? undefined;
		if (other !== undefined && read === null) continue;
		if (other !== undefined && JSON.stringify(other) !== JSON.stringify(read)) {
			throw new InputError(
				`“${keyBefore(key, field, values)}” and “${key}” are both the contact’s ${field.label}, but differ; remove one of them before this node, or choose Map Each Field`,
				['Input Item'],
			);
		}
		contact[field.name] = read;
	}
	requireName(contact, item, values);
	return contact;
}

/** Says what becomes of a key, once for all items. */
function noteKey(item: ItemParameters, key: string, plan: KeyPlan): void {
	const { field } = plan;
	if (field) item.listInHint(taken, `“${key}” as ${field.label}`);
	else item.listInHint(sentAsCustom, `“${key}”`);
	plan.isNoted = true;
}

/** The last key before another one that names the same field and has a value. */
function keyBefore(key: string, field: Field, values: IDataObject): string | undefined {
	const keys = Object.keys(values);
	return keys
		.slice(0, keys.indexOf(key))
		.filter((one) => recognizedField(one) === field && !isAbsent(values[one]))
		.at(-1);
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
