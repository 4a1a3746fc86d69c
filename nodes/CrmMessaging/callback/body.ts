import type { IDataObject } from 'n8n-workflow';
import { setOwn } from '../fields/keys';

/** How many contacts were taken and how many were not: what people look for first. */
const counts = ['contacts_valid_count', 'contacts_failed_count'];

/** Keys of the callback that are whole numbers, also when a form sends them as text. */
const numbers = [...counts, 'timestamp'];

/** Levels of brackets that are read; anyone can send a key with thousands of them. */
const deepest = 32;

/**
 * Reads a callback's body, be it JSON, or a form with keys such as `valid_contacts[0][email]`.
 *
 * @returns the body with the counts before everything else
 */
export function readBody(body: IDataObject): IDataObject {
	const keys = Object.keys(body);
	const said = keys.some((key) => key.includes('[')) ? nest(Object.entries(body)) : body;
	const read: IDataObject = {};
	for (const key of counts) if (Object.hasOwn(said, key)) read[key] = said[key];
	// Copied once: anyone can send half a million keys.
	for (const key of said === body ? keys : Object.keys(said)) setOwn(read, key, said[key]);
	for (const key of numbers) {
		const value = read[key];
		if (typeof value === 'string' && /^\d+$/.test(value)) read[key] = Number(value);
	}
	return read;
}

type Branch = Map<string, unknown>;

function nest(pairs: Array<[string, unknown]>): IDataObject {
	const root: Branch = new Map();
	for (const [key, value] of pairs) {
		const path = keyPath(key);
		// `tags[]` comes once for each place in the list, and then its value is a list here.
		const values: unknown[] = path.includes('') && Array.isArray(value) ? value : [value];
		for (const [index, one] of values.entries()) {
			put(
				root,
				path.map((part) => part || String(index)),
				one,
			);
		}
	}
	return plain(root) as IDataObject;
}

/** The parts of a key such as `valid_contacts[0][email]`. */
function keyPath(key: string): string[] {
	const parts = key.split('[', deepest + 2);
	return parts.length > deepest + 1 ? [key] : parts.map((part) => part.replace(/\]$/, ''));
}

function put(root: Branch, path: string[], value: unknown): void {
	let at = root;
	for (const part of path.slice(0, -1)) at = branchAt(at, part);
	at.set(path.at(-1) as string, value);
}

function branchAt(at: Branch, key: string): Branch {
	const existing = at.get(key);
	if (existing instanceof Map) return existing as Branch;
	const branch: Branch = new Map();
	at.set(key, branch);
	return branch;
}

/** A branch whose keys count up from 0 is a list. */
function plain(value: unknown): unknown {
	if (!(value instanceof Map)) return value;
	const pairs = [...(value as Branch)].map(([key, inner]): [string, unknown] => [
		key,
		plain(inner),
	]);
	const isList = pairs.length > 0 && pairs.every(([key], index) => key === String(index));
	return isList ? pairs.map(([, inner]) => inner) : Object.fromEntries(pairs);
}

/**
 * Reads the body of a call that says it is a form. JSON sent so is read as JSON, as it stands or with
 * its signs written as %22 and the like: read as a form, it would be one strange key.
 */
export function readForm(body: string): unknown {
	const text = body.trim();
	const json = /^%(7b|5b)/i.test(text) ? formPairs(`json=${text.replace(/=$/, '')}`).json : text;
	const isJson = typeof json === 'string' && /^[{[]/.test(json);
	const read = isJson ? jsonIn(json) : undefined;
	return typeof read === 'object' ? read : formPairs(body);
}

/** What a text holds as JSON; one that isn't JSON is given back. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** The fields of a form, those that come several times as lists. */
export function formPairs(form: string): IDataObject {
	const pairs = new Map<string, string | string[]>();
	for (const [key, value] of new URLSearchParams(form)) {
		const known = pairs.get(key);
		// Added in place: a form may hold the same key a million times.
		if (Array.isArray(known)) known.push(value);
		else pairs.set(key, known === undefined ? value : [known, value]);
	}
	return Object.fromEntries(pairs);
}
