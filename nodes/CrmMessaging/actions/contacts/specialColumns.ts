/** Columns that are no field, but show one: a whole name, or who wants no messages. */
import { contactHint } from '../../catalogue/contacts';
import { truthIn } from '../../fields/types/choice';
import { wordList } from '../../fields/words';
import type { ItemParameters } from '../../engine/read/parameters';
import { optedOutWords } from './headings';
import type { Channel, Heading } from './readHeading';

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
