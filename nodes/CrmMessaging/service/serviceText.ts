import { jsonParse } from 'n8n-workflow';
import { words } from '../fields/words';
import { cut, isTooDeep } from '../fields/values';
import { htmlCharacters, Redactor } from './redactor';

/** Characters of the service's words in a sentence. */
const longest = 300;

/** Characters to read before secrets are redacted and the rest is shortened. */
const longestRead = 10_000;

/** Levels of nesting to search for words. */
const deepest = 5;

/** Keys that list errors by field or one by one, as `plainKey` spells them. */
const listKeys = new Set(
	words(`
		errors, messages, details, errordetails, reasons, fielderrors, fields, invalidparams, issues,
		validationerrors, violations
	`),
);

const wordKeys = new Set([
	...listKeys,
	...words(`
		error, errormessage, errormsg, errordescription, errordetail, errorreason, errortext, message,
		msg, detail, description, reason, title, fault, faultstring
	`),
]);

const placeKeys = new Set(
	words(`
	field, name, param, parameter, property, propertypath, attribute, path, loc, location,
	pointer, source
`),
);

/** A cache, since an answer's results repeat their keys. */
const plainKeys = new Map<string, string>();
const mostPlainKeys = 1000;
type Entries = ReadonlyArray<[key: string, value: unknown]>;

/** A key without the signs and capitals that differ between spellings. */
export function plainKey(key: string): string {
	let plain = plainKeys.get(key);
	if (plain === undefined) {
		plain = key.replace(/[^a-z\d]/gi, '').toLowerCase();
		if (plainKeys.size < mostPlainKeys) plainKeys.set(key, plain);
	}
	return plain;
}

/** Whether a key holds words for a person. */
export function isWordKey(key: string): boolean {
	return wordKeys.has(plainKey(key));
}

/**
 * The service's own words in a refusal's body on one line: texts under keys such as `error`, at any
 * depth. Without any, the JSON itself. A page is named by its title.
 *
 * @param redactor applied before the text is shortened, which could split a secret
 */
export function serviceText(body: string, redactor = new Redactor([])): string {
	return quoted(wordsIn(body), redactor);
}

export function answerText(answer: unknown, redactor = new Redactor([])): string {
	return quoted(wordsOf(answer, ''), redactor);
}

/** Only the words under known keys; empty if there are none. */
export function knownWords(answer: unknown, redactor = new Redactor([])): string {
	return quoted(textsUnderKeys(answer).join(', '), redactor);
}

/** Foreign text on one short line without secrets. */
export function quoted(text: string, redactor: Redactor): string {
	const line = text.replace(/\s+/g, ' ').trim().slice(0, longestRead);
	return cut(redactor.inSentence(line), longest);
}

function wordsIn(body: string): string {
	const parsed = jsonParse<unknown>(body, { fallbackValue: noJson });
	if (parsed !== noJson) return wordsOf(parsed, body);
	const page = pageIn(body);
	if (page !== undefined) return page;
	const text = body.slice(0, longestRead);
	return /^\s*</.test(text) ? text.replace(/<[^<>]*>/g, ' ') : text;
}

const noJson = Symbol('no JSON');

function wordsOf(answer: unknown, body: string): string {
	const texts = textsUnderKeys(answer);
	if (texts.length > 0) return [...new Set(texts)].join(', ');
	if (isTooDeep(answer)) return body;
	return saysAnything(answer) ? JSON.stringify(answer) : '';
}

function textsUnderKeys(answer: unknown): string[] {
	if (typeof answer === 'string') return textsIn(answer, '', 0);
	if (typeof answer !== 'object' || answer === null) return [];
	if (Array.isArray(answer)) {
		return answer.flatMap((inner) => (typeof inner === 'object' ? textsUnderKeys(inner) : []));
	}
	return textsUnderWordKeys(Object.entries(answer), '', 1);
}

function textsUnderWordKeys(entries: Entries, place: string, depth: number): string[] {
	return entries
		.filter(([key]) => isWordKey(key))
		.flatMap(([key, inner]) => textsIn(inner, place, depth, listKeys.has(plainKey(key))));
}

/** The texts of an error, with its field; `byField` if an object's keys may be fields. */
function textsIn(value: unknown, place: string, depth: number, byField = false): string[] {
	if (typeof value === 'string') {
		const text = value.trim();
		if (text === '') return [];
		return [place === '' || text.includes(place) ? text : `${place}: ${text}`];
	}
	if (typeof value !== 'object' || value === null || depth > deepest) return [];
	if (Array.isArray(value)) return value.flatMap((inner) => textsIn(inner, place, depth + 1));
	const entries = Object.entries(value);
	const hasFields =
		byField && entries.some(([key]) => !isWordKey(key) && !placeKeys.has(plainKey(key)));
	const words = hasFields
		? []
		: textsUnderWordKeys(entries, below(place, placeIn(entries)), depth + 1);
	if (words.length > 0) return words;
	return entries.flatMap(([key, inner]) => textsIn(inner, below(place, key), depth + 1));
}

function below(place: string, key: string): string {
	return place === '' || key === '' ? place + key : `${place}.${key}`;
}

function placeIn(entries: Entries): string {
	for (const [key, value] of entries) {
		if (!placeKeys.has(plainKey(key))) continue;
		if (typeof value === 'string') return value;
		if (Array.isArray(value))
			return value.filter((part) => /^(string|number)$/.test(typeof part)).join('.');
		if (typeof value === 'object' && value !== null) return placeIn(Object.entries(value));
	}
	return '';
}

function saysAnything(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '';
	if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
	return Object.values(value).some(saysAnything);
}

/** Characters of a body to search for signs of a page. */
const pageBeginning = 20_000;

const longestTitle = 100;

/**
 * Recognizes a web page, which comes from a proxy, a login or a firewall instead of the service.
 *
 * @returns the page for a sentence, with its title; undefined for any other body
 */
export function pageIn(body: string): string | undefined {
	const text = body.slice(0, pageBeginning);
	if (!/^\s*</.test(text) || !/<(!doctype\s+html|html|head|body|title)\b/i.test(text))
		return undefined;
	const [, raw = ''] = /<title\b[^<>]*>([^<]*)/i.exec(text) ?? [];
	const title = decoded(raw).replace(/\s+/g, ' ').trim();
	return title === '' ? 'a web page' : `a web page “${cut(title, longestTitle)}”`;
}

function decoded(text: string): string {
	return text.replace(
		/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,5}));/gi,
		(whole, ten, hex, name) => {
			if (name) return htmlCharacters[String(name).toLowerCase()] ?? whole;
			const code = ten ? Number(ten) : Number.parseInt(String(hex), 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		},
	);
}
