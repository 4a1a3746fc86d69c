import { contactHint } from '../../catalogue/contacts';
import type { Field } from '../../fields/field';
import { truthIn } from '../../fields/types/choice';
import { wordList } from '../../fields/words';
import { contactFields, contactFieldsByName } from '../../service/fields/contact';
import type { ItemParameters } from '../../engine/read/parameters';
import {
	consent,
	fillers,
	headingTable,
	numberWords,
	optedOutWords,
	otherColumns,
	owners,
} from './headings';

/** The meaning of a column's heading: a contact's field, a full name, consent, or nothing. */
export interface Heading {
	field?: Field;
	/** Of a field's columns with a value, the one with the lowest rank is used, or the first one. */
	rank: number;
	/** Whether it's the field's name, label or usual heading, without other words or numbers. */
	isPlain: boolean;
	/** For a full name: whether the text before a comma is the last name. */
	wholeName?: 'lastFirst' | 'firstFirst';
	/** For a column about messages that someone wants or doesn't want. */
	consent?: 'optIn' | 'optOut';
	channel?: Channel;
}

export type Channel = keyof typeof consent.channels;

const consents = ['optOut', 'optIn'] as const;
const channels = Object.entries(consent.channels) as Array<[Channel, RegExp]>;
const [meaningless, ofContact, ofOthers, forNumber] = [
	fillers,
	owners,
	otherColumns,
	numberWords,
].map((list) => new Set(wordList(list))) as [Set<string>, Set<string>, Set<string>, Set<string>];

/** A longer key is text. */
const longestHeading = 80;

const byForm = new Map<string, { name: string; rank: number }>();
contactFields.forEach(({ name, label }) => {
	for (const text of [name, label]) addHeading(text, name, 0);
});
headingTable.forEach(([name, headings], row) => {
	// A heading without its owner's words is less certain, but comes before the field's next line.
	const rank = 2 * headingTable.slice(0, row).filter(([other]) => other === name).length;
	for (const text of wordList(headings)) addHeading(text, name, rank);
});

function addHeading(text: string, name: string, rank: number): void {
	const all = headingWords(text);
	// It may be written as one word.
	const forms = [headingForm(all), all.join(''), writtenWordsIn(text).join('')];
	for (const form of forms) byForm.set(form, { name, rank });
}

/** Reads an input key as a heading. It has a field only if the match is certain. */
export function readHeading(key: string): Heading {
	const own = contactFieldsByName.get(key);
	if (own) return { field: own, rank: -1, isPlain: true };
	const all = key.length > longestHeading ? [] : headingWords(withoutBrackets(key));
	const found = byForm.get(headingForm(all));
	const { name = '', rank = 0 } =
		found ?? byForm.get(headingForm(all.filter((word) => !ofContact.has(word)))) ?? {};
	const isPlain = found !== undefined && !/[\d([{]/.test(key);
	if (name === 'name') return { rank, isPlain, wholeName: 'lastFirst' };
	if (name === 'nameInOtherOrder') return { rank, isPlain, wholeName: 'firstFirst' };
	const field = contactFieldsByName.get(name);
	if (field) return { field, rank: found ? rank : rank + 1, isPlain };
	const form = all.join('');
	const [channel] = channels.find(([, pattern]) => pattern.test(form)) ?? [];
	return { rank, isPlain, consent: consents.find((kind) => consent[kind].test(form)), channel };
}

/** A heading without its notes in brackets; empty if one makes it another column. */
function withoutBrackets(key: string): string {
	const bracketed = /[([{][^)\]}]*[)\]}]?/g;
	const notes = key.match(bracketed) ?? [];
	const isOther = notes.some((note) => ofOthers.has(headingWords(note)[0] ?? ''));
	return isOther ? '' : key.replace(bracketed, ' ');
}

/** A heading's words without case, accents, digits and fillers. */
function headingWords(text: string): string[] {
	return writtenWordsIn(text).filter((word) => !meaningless.has(word));
}

function writtenWordsIn(text: string): string[] {
	const written = text
		.replace(/#(?!\d)|n\.?[º°]/gi, ' number ')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.replaceAll('ß', 'ss');
	return written.match(/\p{L}+/gu) ?? [];
}

function headingForm(all: readonly string[]): string {
	return all
		.map((word) => (forNumber.has(word) ? 'nr' : word.replace(/(nummer|number|numero)$/, 'nr')))
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

const optedOut = new Set(wordList(optedOutWords));
const longestWord = 16;
/** When they opted out, as exports write it. */
const moment = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/;

/**
 * Reads whether a column forbids messages on a channel, and hints if the channel is missing.
 *
 * @returns the channel it forbids, `allowed`, or undefined if it isn't about that
 */
export function readConsent(
	{ key, consent, channel }: Heading & { key: string },
	value: unknown,
	item: ItemParameters,
): Channel | 'allowed' | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const isWord = text.length <= longestWord && optedOut.has(text.toLowerCase());
	if (!consent && !isWord) return undefined;
	const truth = truthIn(value);
	const isOut =
		isWord || (consent === 'optOut' ? truth === true || moment.test(text) : truth === false);
	if (!isOut) return truth === undefined || !channel ? undefined : 'allowed';
	if (!channel) item.listInHint(contactHint.unclearOptOut, `“${key}”`);
	return channel;
}

/** Adds to a contact the channels on which it wants no messages. */
export function addOptOuts(contact: Record<string, unknown>, channels: readonly Channel[]): void {
	const own = contact.channel_subscriptions as Array<{ channel: string }> | null | undefined;
	const others = (own ?? []).filter(({ channel }) => !channels.includes(channel as Channel));
	const added = [...new Set(channels)].map((channel) => ({ channel, blacklisted: true }));
	contact.channel_subscriptions = [...others, ...added];
}

/** Follows a comma, but isn't a first name. */
const suffix =
	/^(jr|jnr|sr|snr|i{1,3}|iv|ph\.? ?d|md|m\.d|mba|esq|dr|prof|gmbh|ag|kg|ltd|inc|llc|co|corp|s\.?l|s\.?a)\.?$/i;
/** Between the names of two people. */
const and = /[&+/]|(^|\s)(and|und|u\.|y|e|et|con|mit|with)\s/i;
/** Words of a surname that aren't counted: van der Berg. */
const particles =
	/^(van|von|vom|zu|zum|der|den|de|del|della|la|las|los|le|da|do|dos|das|di|du|el|al|bin|ibn|ten|ter|af|y|st\.?|mc)$/i;
/** Words of places and companies. */
const company =
	/(^|\s)(hotel|hostal|hostel|resort|apartments?|apartamentos|suites?|travel|tours?|reisen|viajes|voyages|agency|agencia|agentur|group|company)(\s|$|,)/i;
const mostWords = 2;

/** “Müller, Anna”: one person's last name and first name; undefined if it may be anything else. */
export function splitName(whole: unknown): { name_last: string; name_first: string } | undefined {
	if (typeof whole !== 'string') return undefined;
	const parts = whole.split(',').map((part) => part.trim());
	const [name_last = '', name_first = ''] = parts;
	// Companies and addresses have digits, people don't.
	if (parts.length !== 2 || suffix.test(name_first)) return undefined;
	if (and.test(whole) || company.test(whole)) return undefined;
	return [name_last, name_first].every(isName) ? { name_last, name_first } : undefined;
}

function isName(text: string): boolean {
	if (!/^\p{L}[\p{L}\p{M}\s.'’-]*$/u.test(text)) return false;
	const counted = text.split(/\s+/).filter((word) => !particles.test(word));
	return counted.length > 0 && counted.length <= mostWords;
}
