import type { Field } from '../../fields/field';
import { plainForm } from '../../fields/words';
import { contactFields, contactFieldsByName } from '../../service/fields/contact';
import {
	contactHeadings,
	fillers,
	numberWords,
	otherColumns,
	qualifiers,
	wholeNames,
} from './headings';

/** The meaning of a column's heading: a contact's field, a full name, or nothing. */
export interface Heading {
	field?: Field;
	/** The column of a field with the lowest rank is used. */
	rank: number;
	/** Whether it is the field's name, label or usual heading, without extra words. */
	isPlain: boolean;
	/** For a full name: the part before a comma, if any. */
	wholeName?: keyof typeof wholeNames;
}

type Meaning = Pick<Heading, 'field' | 'wholeName'>;

/** More certain columns come first; mobile phones come before all. */
const ranks = { mobile: -10, qualified: 1, private: 2, work: 3 };

/** Words of the longest heading; a longer key is text. */
const mostWords = 10;

const kindOf = new Map(
	Object.entries(qualifiers).flatMap(([kind, words]) => words.map((word) => [word, kind])),
);
/** Also match inside a word, such as `mobilnummer`. */
const mobileParts = ['gsm', 'natel', ...qualifiers.mobile];

/** Usual headings win over labels with the same words. */
const headings = [
	...contactFields.flatMap((field) => [field.name, field.label].map((text) => ({ text, field }))),
	...contactFields.flatMap((field) =>
		(contactHeadings[field.name] ?? []).map((text) => ({ text, field })),
	),
];
const byHeading = new Map(headings.map(({ text, field }) => [plainForm(text), field]));
const byWords = new Map(headings.map(({ text, field }) => [keyOf(wordsIn(text)), field]));
const wholeNameOf = new Map(
	Object.entries(wholeNames).flatMap(([order, texts]) =>
		texts.map((text) => [keyOf(wordsIn(text)), order as keyof typeof wholeNames]),
	),
);

/** Reads an input key as a heading. It has a field only if the match is certain. */
export function readHeading(key: string): Heading {
	const plain = plainForm(key);
	const field = contactFieldsByName.get(key) ?? byHeading.get(plain);
	if (field) return { field, rank: rankOf(field, [plain], 0), isPlain: true };
	const { words, notes } = partsOf(key);
	const meaning = meaningOf(words);
	const rank = rankOf(meaning.field, [...words, ...notes], ranks.qualified);
	return { ...meaning, rank, isPlain: false };
}

/** The meaning of words with as few qualifiers as possible. */
function meaningOf(words: string[]): Meaning {
	const candidates = new Map([[words.join(' '), words]]);
	// A map's loop visits entries added meanwhile, so fewer removed qualifiers come first.
	for (const remaining of candidates.values()) {
		const name = keyOf(remaining);
		const removed = new Set(
			words.filter((word) => !remaining.includes(word)).map((word) => kindOf.get(word)),
		);
		const isSomeones = removed.has('contact') || removed.has('private') || removed.has('work');
		const wholeName = wholeNameOf.get(name);
		if (wholeName && (wholeName !== 'ofSomeone' || isSomeones)) return { wholeName };
		const field = byWords.get(name);
		if (field && (field.name === 'phone' || !removed.has('mobile'))) return { field };
		for (const [index, word] of remaining.entries()) {
			if (!kindOf.has(word)) continue;
			const fewer = remaining.filter((_, other) => other !== index);
			candidates.set(fewer.join(' '), fewer);
		}
	}
	return {};
}

function rankOf(field: Field | undefined, words: readonly string[], rank: number): number {
	const has = (kind: string) => words.some((word) => kindOf.get(word) === kind);
	const isMobile =
		field?.name === 'phone' &&
		words.some((word) => mobileParts.some((part) => word.includes(part)));
	const byPlace = has('work') ? ranks.work : has('private') ? ranks.private : rank;
	return isMobile ? ranks.mobile + byPlace : byPlace;
}

/** A key's words, and its notes in brackets. Empty if a note makes it another column. */
function partsOf(key: string): { words: string[]; notes: string[] } {
	const bracketed = /[([{][^)\]}]*/g;
	const words = wordsIn(key.replace(bracketed, ' '));
	const notes = key.match(bracketed) ?? [];
	if (notes.some(isOther) || words.length > mostWords) return { words: [], notes: [] };
	return { words, notes: notes.flatMap(wordsIn) };
}

function isOther(note: string): boolean {
	const words = wordsIn(note);
	const count = /^.\s*(\d{1,2})\s*$/.exec(note)?.[1];
	if (count !== undefined && Number(count) !== 1) return true;
	return otherColumns.has(keyOf(words)) || words.some((word) => otherColumns.has(word));
}

function wordsIn(text: string): string[] {
	const written = text
		.replace(/#(?!\d)|n\.?[º°]/gi, ' number ')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.replaceAll('ß', 'ss');
	return written.match(/\p{L}+|\p{N}+/gu) ?? [];
}

function keyOf(words: readonly string[]): string {
	return words
		.filter((word) => !fillers.has(word))
		.map((word) =>
			numberWords.has(word) ? 'nr' : word.replace(/(nummer|number|numero)$/, 'nr'),
		)
		.join('');
}

/** Computes a result once for all items with the same keys in the same order. */
export class ByKeys<T> {
	private readonly known = new Map<string, T>();
	private keys: readonly string[] = [];
	private last: T | undefined;

	constructor(private readonly make: (keys: readonly string[]) => T) {}

	of(values: object): T {
		if (this.last !== undefined && hasKeys(values, this.keys)) return this.last;
		const keys = Object.keys(values);
		const text = JSON.stringify(keys);
		const found = this.known.get(text) ?? this.make(keys);
		this.known.set(text, found);
		this.keys = keys;
		this.last = found;
		return found;
	}
}

function hasKeys(values: object, keys: readonly string[]): boolean {
	let count = 0;
	for (const key in values) if (key !== keys[count++]) return false;
	return count === keys.length;
}
