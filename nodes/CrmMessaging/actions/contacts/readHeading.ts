import type { Field } from '../../fields/field';
import { plainForm } from '../../fields/words';
import { contactFields } from '../../service/fields/contact';
import {
	contactHeadings,
	fillers,
	numberWords,
	otherColumns,
	qualifiers,
	wholeNames,
} from './headings';

/** A key of an input item as a column's heading. */
export interface Heading {
	/** The field of a contact that it names. */
	field: Field;
	/** Of several columns of one field, the one with the lowest rank is used. */
	rank: number;
	/** Whether it is the field's name, label or usual heading, with nothing beside it. */
	isPlain: boolean;
}

/** Which name a column of whole names has before a comma, if any. */
export type WholeName = keyof typeof wholeNames;

/** The columns that say more for sure come first, and mobile phones before all. */
const ranks = { mobile: -10, qualified: 1, private: 2, work: 3 };

/** Words of the longest heading; a longer key is text. */
const mostWords = 10;

const filler = new Set(fillers);
const number = new Set(numberWords);
const other = new Set(otherColumns);
const kinds = new Map(
	Object.entries(qualifiers).flatMap(([kind, words]) => words.map((word) => [word, kind])),
);
/** Also as a part of a word, such as `mobilnummer`. */
const mobileParts = ['gsm', 'natel', ...qualifiers.mobile];

const byName = new Map(contactFields.map((field) => [field.name, field]));
const named = contactFields.flatMap((field) => [
	[field.name, field] as const,
	[field.label, field] as const,
]);
const headed = contactFields.flatMap((field) =>
	(contactHeadings[field.name] ?? []).map((heading) => [heading, field] as const),
);
/** What usual headings say goes before labels of the same words. */
const all = [...named, ...headed];
const byHeading = new Map(all.map(([heading, field]) => [plainForm(heading), field]));
const byWords = new Map(all.map(([heading, field]) => [joined(wordsIn(heading)), field]));
const wholeNameOf = new Map(
	Object.entries(wholeNames).flatMap(([order, headings]) =>
		headings.map((heading) => [joined(wordsIn(heading)), order as WholeName]),
	),
);

/** The field of a contact whose key at the service this is. */
export function contactField(key: string): Field | undefined {
	return byName.get(key);
}

/** The field of a contact that a key names in the service's words, or in usual ones. */
export function recognizedField(key: string): Field | undefined {
	return readHeading(key)?.field;
}

/** Reads a key as a heading; undefined if it names no field for sure. */
export function readHeading(key: string): Heading | undefined {
	const field = byName.get(key) ?? byHeading.get(plainForm(key));
	if (field) return { field, rank: rankOf(field, [plainForm(key)], 0), isPlain: true };
	const { words, notes } = partsOf(key);
	const found = meaningOf(words);
	if (!found || typeof found === 'string') return undefined;
	const rank = rankOf(found, [...words, ...notes], ranks.qualified);
	return { field: found, rank, isPlain: false };
}

/** Whether a key names a column of whole names, and how they are written; undefined if not. */
export function readWholeName(key: string): WholeName | undefined {
	if (byName.has(key) || byHeading.has(plainForm(key))) return undefined;
	const found = meaningOf(partsOf(key).words);
	return typeof found === 'string' ? found : undefined;
}

/** What words mean without as few qualifiers as possible: a field, or a whole name. */
function meaningOf(words: string[]): Field | WholeName | undefined {
	const tried = new Map([[words.join(' '), words]]);
	// A map goes over what is added meanwhile, so those without one qualifier come before those without two.
	for (const left of tried.values()) {
		const name = joined(left);
		const gone = new Set(
			words.filter((word) => !left.includes(word)).map((word) => kinds.get(word)),
		);
		const isSomeones = gone.has('contact') || gone.has('private') || gone.has('work');
		const whole = wholeNameOf.get(name);
		if (whole && (whole !== 'ofSomeone' || isSomeones)) return whole;
		const field = byWords.get(name);
		if (field && (field.name === 'phone' || !gone.has('mobile'))) return field;
		for (const [at, word] of left.entries()) {
			if (!kinds.has(word)) continue;
			const rest = left.filter((_, place) => place !== at);
			tried.set(rest.join(' '), rest);
		}
	}
	return undefined;
}

function rankOf({ name }: Field, words: readonly string[], rank: number): number {
	const has = (kind: string) => words.some((word) => kinds.get(word) === kind);
	const isMobile =
		name === 'phone' && words.some((word) => mobileParts.some((part) => word.includes(part)));
	const sure = has('work') ? ranks.work : has('private') ? ranks.private : rank;
	return isMobile ? ranks.mobile + sure : sure;
}

/** The words of a key, and those that it has in brackets; none if these make it another column. */
function partsOf(key: string): { words: string[]; notes: string[] } {
	const bracketed = /[([{][^)\]}]*/g;
	const words = wordsIn(key.replace(bracketed, ' '));
	const notes = key.match(bracketed) ?? [];
	if (notes.some(isOther) || words.length > mostWords) return { words: [], notes: [] };
	return { words, notes: notes.flatMap(wordsIn) };
}

/** Whether a note, such as `(2)` or `(Agency)`, makes a column another one. */
function isOther(note: string): boolean {
	const words = wordsIn(note);
	const count = /^.\s*(\d{1,2})\s*$/.exec(note)?.[1];
	if (count !== undefined && Number(count) !== 1) return true;
	return other.has(joined(words)) || words.some((word) => other.has(word));
}

/** The words of a text, in small letters and without accents. */
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

function joined(words: readonly string[]): string {
	return words
		.filter((word) => !filler.has(word))
		.map((word) => (number.has(word) ? 'nr' : word.replace(/(nummer|number|numero)$/, 'nr')))
		.join('');
}
