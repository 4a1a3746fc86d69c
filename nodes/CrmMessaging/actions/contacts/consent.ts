import { wrongContact } from '../../catalogue/contacts';
import { formatList } from '../../engine/hints';
import { pathExpression } from '../../engine/read/meantField';
import type { Row } from '../../engine/row';
import { truthIn } from '../../fields/types/choice';
import { InputError } from '../../fields/inputError';
import { wordList } from '../../fields/words';
import { addTo, isBlank, isObject } from '../../fields/values';
import { longestColumnName, wordsOfName } from './columnNames';

/** Words of a column with those who want no messages. A star stands for any letters. */
const refusing =
	phrases(`unsub*, *optout*, opt out*, opted out*, black list*, block list*, blacklist*,
	blocklist*, blocked, suppress*, *bounce, *bounces, *bounced, complain*, spam, dnc, do not *, donot*,
	bloctel, robinson*, opposition, desuscri*, desinscri*, desabonn*, abgemeldet, *abmeld*, abbestellt,
	austrag*, ausgetragen, *widerspr*, widerruf*, *sperr*, lista negra, liste noire, liste rouge, baja`);

/** Words of a column with those who want messages. */
const agreeing =
	phrases(`*newsletter*, *optin, opt in, opted in, doi, subscri*, suscri*, abonn*, inscrit*,
	angemeldet, boletin*, infolettre, lettre d information, mailing list, mailinglist, consent*,
	consient*, einwillig*, einverstand*, zustimm*, *permission*, *erlaubnis, marketing, werbung, werbe*,
	advertising, publicidad, publicite, promotional, promociones, prospection, comunicaciones com*,
	offres com*, gdpr, rgpd, dsgvo, lopd, email opt, email status, sms status, push status,
	email preference*, contact preference*, communication preference*`);

/** Messages, and ways to send them. */
const messageWords =
	phrases(`contact*, kontakt*, email, emails, mail, mails, mailing, mailings, correo*,
	courriel*, call, calls, phone, text, texts, sms, push, message*, newsletter*, marketing, werbung,
	publi*, comunicaciones, promo*, offers, ofertas, offres, angebote, molestar, disturb`);

/** Before messages, these words refuse or accept them. */
const noWords =
	phrases(`no, not, non, never, dont, stop, exclude*, kein*, nicht, pas, plus, sin, sans,
	ohne, refus*, rechaz*`);
const yesWords =
	phrases(`accept, accepts, acepta, accepte, may, can, ok to, allow*, permite, autoris*,
	autoriz*, want*, quiere, receive*, recibir, recevoir, erhalten, send me`);

/** Next to words of an agreement, these turn it around: “Consent revoked”. */
const negating =
	phrases(`no, not, non, never, kein*, nicht, ne, pas, sin, sans, ohne, cancel*, revok*,
	withdr*, refus*, rechaz*, declin*, reject*, denied, object*, oppos*, lehnt, abgelehnt, ended,
	expired, inactive, pending, unconfirmed, gekundigt, beendet`);

/** These say when or where someone agreed. */
const aside =
	phrases(`source, campaign, medium, channel, time, timestamp, date, datum, fecha, ip, at, am,
	id, url, version`);

/** What a column is for that has none of these words' meanings. */
const others = phrases('baja california, no of');

function phrases(list: string): string[][] {
	return wordList(list).map((phrase) => phrase.split(' '));
}

/** The place of the first phrase among words; -1 if there is none. */
function firstOf(list: string[][], words: readonly string[]): number {
	return words.findIndex((_, at) =>
		list.some((phrase) => phrase.every((part, next) => isAlike(part, words[at + next]))),
	);
}

function isAlike(part: string, word = ''): boolean {
	const bare = part.replaceAll('*', '');
	if (part === bare || word === '') return word === part;
	if (!part.startsWith('*')) return word.startsWith(bare);
	return part.endsWith('*') ? word.includes(bare) : word.endsWith(bare);
}

/** Whether the values of a column may say who wants no messages, or who wants them. */
export function consentIn(name: string): Consent['kind'] | undefined {
	if (name.length > longestColumnName) return undefined;
	const words = wordsOfName(name.replace(/e[-\s_]mail/gi, 'email'));
	const has = (list: string[][]) => firstOf(list, words) >= 0;
	const hasBefore = (list: string[][]) => {
		const at = firstOf(list, words);
		return at >= 0 && firstOf(messageWords, words.slice(at + 1)) >= 0;
	};
	if (has(others)) return undefined;
	const agrees = has(agreeing) || hasBefore(yesWords);
	if (has(refusing) || hasBefore(noWords) || (agrees && has(negating))) return 'refusing';
	return agrees && !has(aside) ? 'agreeing' : undefined;
}

/** A contact's value in a column that may say who wants messages. */
export interface Consent {
	/** The column, and the keys that lead to it in an object. */
	path: readonly string[];
	kind: 'refusing' | 'agreeing';
	value: unknown;
}

/** What is known of a contact besides its fields. */
export interface ContactNotes {
	consents?: readonly Consent[];
	/** Optional fields whose values were wrong. */
	leftOut?: readonly string[];
	/** The use of each column, for a preview. */
	columns?: Record<string, string>;
}

/** Whether it's plain that a value doesn't refuse messages. */
function isHarmless({ kind, value }: Consent): boolean {
	const only: unknown = Array.isArray(value) && value.length <= 1 ? value[0] : value;
	if (kind === 'agreeing') return truthIn(only) === true;
	const isEmpty = isObject(only) && Object.keys(only).length === 0;
	return isEmpty || isBlank(only) || truthIn(only) === false;
}

/**
 * @param rows all contacts of a run, or purchases with them
 * @throws InputError if one of them may want no messages, so nothing may be sent
 */
export function refuseUnclearConsent(rows: readonly Row[]): void {
	const contacts = rows
		.flatMap((row) => row.parts ?? row)
		.filter(({ outcome }) => outcome.is !== 'skipped');
	const byName = new Map<string, Consent[]>();
	for (const { notes } of contacts) {
		for (const one of (notes as ContactNotes | undefined)?.consents ?? [])
			addTo(byName, one.path.join('.'), one);
	}
	const unclear = [...byName].filter(([, [first, ...more]]) => {
		const isLacking = first?.kind === 'agreeing' && more.length + 1 < contacts.length;
		return isLacking || ![first, ...more].every((one) => one && isHarmless(one));
	});
	if (unclear.length === 0) return;
	const columns = formatList(unclear.map(([name]) => `“${name}”`));
	const isOne = unclear.length === 1;
	const isSame = isOne && unclear[0]?.[1][0]?.kind === 'refusing';
	const values = isSame ? 'it' : formatList(unclear.map(([, all]) => optOutIn(all)));
	const names = isOne ? 'it' : 'them';
	throw new InputError(wrongContact.unclearConsent({ columns, values, names }));
}

/** The expression for an Opt-Out field. Only what surely agrees isn't one. */
function optOutIn(all: readonly Consent[]): string {
	const [{ path, kind }] = all as [Consent];
	const value = pathExpression('$json', path);
	if (kind === 'refusing') return `{{ ${value} }}`;
	const agreed = all.find(isHarmless)?.value ?? 'yes';
	return `{{ ${value} !== ${JSON.stringify(agreed)} }}`;
}
