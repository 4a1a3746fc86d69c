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
	const isWord = typeof value === 'string' && value.length <= longestWord && forbids(value);
	if (!consent && !isWord) return undefined;
	const truth = truthIn(value);
	const isMoment = typeof value === 'string' && moment.test(value.trim());
	const isForbidden =
		isWord || (consent === 'optOut' ? truth === true || isMoment : truth === false);
	if (!isForbidden) return truth === undefined || !channel ? undefined : 'allowed';
	if (!channel) item.listInHint(contactHint.unclearOptOut, `“${key}”`);
	return channel;
}

function forbids(value: string): boolean {
	return optedOut.has(value.trim().toLowerCase());
}

/** Adds to a contact the channels on which it wants no messages. */
export function addOptOuts(contact: Record<string, unknown>, channels: readonly Channel[]): void {
	const own = contact.channel_subscriptions as Array<{ channel: string }> | null | undefined;
	const others = (own ?? []).filter(({ channel }) => !channels.includes(channel as Channel));
	const added = [...new Set(channels)].map((channel) => ({ channel, blacklisted: true }));
	contact.channel_subscriptions = [...others, ...added];
}
