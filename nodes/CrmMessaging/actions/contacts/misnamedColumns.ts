import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../fields/inputError';
import { identifyingFields } from '../../service/fields/contact';
import type { Row } from '../../engine/row';
import type { NodeParameters } from '../../engine/parameters';
import { readHeading, readWholeName } from './readHeading';
import { contactSources, unrecognized } from './contactsForm';
import { isBlank } from './emptyRows';

/** What the values of a column look like. */
const kinds = {
	email: { plural: 'email addresses', field: 'Email', keys: ['email'] },
	phone: { plural: 'phone numbers', field: 'Phone', keys: ['phone', 'phone_number'] },
};
type Kind = keyof typeof kinds;

/** What is known of a column that no heading names. */
class Column {
	/** Rows with a value, and those that look like a kind. */
	filled = 0;
	readonly alike = { email: 0, phone: 0 };
	/** Of these, those whose contact nothing else identifies, and those that lack such a field. */
	readonly alone = { email: 0, phone: 0 };
	readonly lacking = { email: 0, phone: 0 };

	note(value: unknown, contact: IDataObject): void {
		this.filled++;
		const kind = kindOf(value);
		if (!kind) return;
		this.alike[kind]++;
		if (identifyingFields.every((key) => isBlank(contact[key]))) this.alone[kind]++;
		if (kinds[kind].keys.every((key) => isBlank(contact[key]))) this.lacking[kind]++;
	}

	/** What most of its values look like. */
	get kind(): Kind | undefined {
		return (['email', 'phone'] as const).find((kind) => isMost(this.alike[kind], this.filled));
	}
}

/**
 * Looks for columns that *Map Automatically* doesn't recognize, although they hold email addresses or
 * phone numbers, and hints at them.
 *
 * @throws InputError if nothing else identifies most of these contacts
 */
export function checkColumns(rows: readonly Row[], parameters: NodeParameters): void {
	const sourceOf = parameters.common((item) => item.choice('contactsFrom'));
	const columns = new Map<string, Column | undefined>();
	for (const row of rows) {
		const { item, position, status } = row;
		const contact = row.parts ? row.parts[0] : row;
		if (position > 0 || status !== 'ready' || !contact) continue;
		if (sourceOf(parameters.of(item)) !== contactSources.automatic) continue;
		const { json } = parameters.inputAt(item);
		for (const key of Object.keys(json)) {
			if (!columns.has(key)) columns.set(key, readHeading(key) ? undefined : new Column());
			const column = columns.get(key);
			if (column && !isBlank(json[key])) column.note(json[key], contact.body);
		}
	}
	const found = [...columns].flatMap(([key, column]) =>
		column?.kind ? [{ key, column, kind: column.kind }] : [],
	);
	for (const { key, column, kind } of found) {
		if (!isMost(column.alone[kind], column.alike[kind])) continue;
		const { plural, field } = kinds[kind];
		throw new InputError(
			`“${key}” holds ${plural}, and nothing else identifies the contacts. Rename the column to ${field}, or choose Map Each Field`,
		);
	}
	if (parameters.of(0).choice('otherKeys') !== unrecognized.custom) return;
	for (const { key, column, kind } of found) {
		if (!isMost(column.lacking[kind], column.alike[kind])) continue;
		const { plural, field } = kinds[kind];
		parameters.hints.add(
			`“${key}” holds ${plural}, but was not read as ${field}. If it should be, rename the column to ${field}, or choose Map Each Field.`,
		);
	}
}

/**
 * Refuses a row in which nothing names a person, if one of its columns probably should.
 *
 * @throws InputError that names the column, and how to map it
 */
export function refuseMisnamed(values: IDataObject): void {
	const keys = Object.keys(values).filter((key) => !readHeading(key) && !isBlank(values[key]));
	for (const key of keys) {
		const kind = kindOf(values[key]);
		if (!kind) continue;
		const { plural, field } = kinds[kind];
		throw new InputError(
			`has no field that names a person, but “${key}” holds ${plural}. Rename the column to ${field}, or choose Map Each Field`,
			['Input Item'],
		);
	}
	const name = keys.find((key) => readWholeName(key));
	if (name === undefined) return;
	throw new InputError(
		`has no field that names a person, but “${name}” holds whole names. Split it into First Name and Last Name, or choose Map Each Field`,
		['Input Item'],
	);
}

function kindOf(value: unknown): Kind | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (text.includes('@')) return looksLikeEmail(text) ? 'email' : undefined;
	return looksLikePhone(text) ? 'phone' : undefined;
}

/** Also `Ana <ana@example.com>`, and several. */
function looksLikeEmail(text: string): boolean {
	const last = text.split(/[\s,;]+/).at(-1) ?? '';
	return /^(<|mailto:)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+>?$/i.test(last);
}

/** As a person writes one: with `+`, a leading 0 or separators; dates and plain codes are none. */
function looksLikePhone(text: string): boolean {
	const digits = text.replace(/\D/g, '');
	if (!/^[+\d(][\d\s()./\u2010-\u2015-]*$/.test(text)) return false;
	if (digits.length < 7 || digits.length > 15) return false;
	if (/^[+(]/.test(text) || /^00?[1-9]/.test(text)) return !isDate(text);
	return digits.length >= 9 && /\d[\s()/.\u2010-\u2015-]+\d/.test(text) && !isDate(text);
}

/** Dates, decimals and postal codes are written with separators too. */
function isDate(text: string): boolean {
	return (
		/^(\d{1,2}|\d{4})([./-])\d{1,2}\2(\d{2}|\d{4})(\s.*)?$/.test(text) ||
		/^\d+\.\d+$/.test(text) ||
		/^\d{5}-\d{3,4}$/.test(text)
	);
}

function isMost(part: number, whole: number): boolean {
	return part * 2 > whole;
}
