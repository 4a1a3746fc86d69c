/** The text formats openapi.yaml names which its validator does not bring along. */

const DATE = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const TIME = String.raw`T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?`;
const OFFSET = String.raw`(Z|[+-](?:0\d|1\d|2[0-3]):?[0-5]\d)?`;
const ISO_TIMESTAMP = new RegExp(`^${DATE}${TIME}${OFFSET}$`);
const ISO_DATE = new RegExp(`^${DATE}(?:${TIME}${OFFSET})?$`);

/** ISO 4217, List One: what Intl does not list are metals, funds, and the codes for tests and for none. */
const OTHER_CURRENCIES =
	'BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XAG XAU XBA XBB XBC XBD XCG XDR XPD XPT XSU XTS XUA XXX ZWG';
const CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), ...OTHER_CURRENCIES.split(' ')]);

/**
 * Reads an ISO 8601 date or date-time; one without an offset is read as UTC.
 * @param text what was sent
 * @returns the time, or undefined when the text is none or names a day or hour that does not exist
 */
export function readIsoDate(text: string): Date | undefined {
	const match = ISO_DATE.exec(text);
	if (!match) return undefined;
	const [year, month, day, hour = 0, minute = 0, second = 0] = match
		.slice(1, 7)
		.map((part) => (part === undefined ? undefined : Number(part))) as [number, number, number];
	// Date.UTC rolls 30 February over to March, so the parts are compared with what came out.
	const utc = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
	const isReal =
		utc.getUTCMonth() === month - 1 &&
		utc.getUTCHours() === hour &&
		utc.getUTCMinutes() === minute &&
		utc.getUTCSeconds() === second;
	if (!isReal) return undefined;
	const offset = match[7];
	if (!offset || offset === 'Z') return utc;
	const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
	const shift = (hours * 60 + minutes) * 60_000 * (offset.startsWith('-') ? 1 : -1);
	return new Date(utc.getTime() + shift);
}

/** Checks by format name, as the validator wants them. */
export const DOCUMENT_FORMATS: Record<string, (text: string) => boolean> = {
	'iso-date': (text) => readIsoDate(text) !== undefined,
	'iso-timestamp': (text) => ISO_TIMESTAMP.test(text) && readIsoDate(text) !== undefined,
	'iso-currency': (text) => CURRENCIES.has(text),
	'web-address': (text) => /^https?:\/\//.test(text) && URL.canParse(text),
};
