/** The text formats openapi.yaml names which its validator does not bring along. */

const DATE = String.raw`(\d{4}-\d{2}-\d{2})`;
const TIME = String.raw`(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)`;
const OFFSET = String.raw`(Z|[+-](?:0\d|1\d|2[0-3]):?[0-5]\d)?`;
const ISO_TIMESTAMP = new RegExp(`^${DATE}${TIME}${OFFSET}$`);
const ISO_DATE = new RegExp(`^${DATE}(?:${TIME}${OFFSET})?$`);

/** ISO 4217, List One: what Intl does not list are metals, funds, and the codes for tests and for none. */
const OTHER_CURRENCIES =
	'BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XAG XAU XBA XBB XBC XBD XCG XDR XPD XPT XSU XTS XUA XXX ZWG';
const CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), ...OTHER_CURRENCIES.split(' ')]);

/**
 * Reads an ISO 8601 date or date-time; one without an offset is read as UTC.
 * @returns the time, or undefined when the text is none or names a day or hour that does not exist
 */
export function readIsoDate(text: string): Date | undefined {
	const [, day, time = 'T00:00', offset = 'Z'] = ISO_DATE.exec(text) ?? [];
	const utc = new Date(`${day}${time}Z`);
	// Date makes 30 February a day of March, and 24 o'clock the next day.
	const isTime = !Number.isNaN(utc.getTime());
	if (!day || !isTime || !utc.toISOString().startsWith(day)) return undefined;
	return new Date(`${day}${time}${offset}`);
}

/** Checks by format name, as the validator wants them. */
export const DOCUMENT_FORMATS: Record<string, (text: string) => boolean> = {
	'iso-date': (text) => readIsoDate(text) !== undefined,
	'iso-timestamp': (text) => ISO_TIMESTAMP.test(text) && readIsoDate(text) !== undefined,
	'iso-currency': (text) => CURRENCIES.has(text),
	'web-address': (text) => /^https?:\/\//.test(text) && URL.canParse(text),
};
