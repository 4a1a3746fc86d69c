import { standsInPath } from '../../interface/endpoints';
import { Problem, shown } from '../inputError';
import type { Kind } from '../field';

/** Turns a text, number or boolean into text; expressions often yield numbers where text is meant. */
export function toText(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	throw new Problem(`${shown(value)} is not a text; give a text or a number`);
}

/** Any text; numbers are converted. */
export const text: Kind = {
	form: { type: 'string', default: '' },
	column: 'string',
	format: 'text',
	convert: toText,
};

/** A text of several lines. */
export const longText: Kind = {
	...text,
	form: { type: 'string', default: '', typeOptions: { rows: 3 } },
};

/** An identifier: text without white space around it. */
export const id: Kind = {
	...text,
	convert(value) {
		const trimmed = toText(value).trim();
		if (!trimmed) throw new Problem('is empty; give an id');
		return trimmed;
	},
};

/** An identifier that stands in an address. */
export const pathId: Kind = {
	...text,
	convert(value, around) {
		const given = id.convert(value, around) as string;
		if (!standsInPath(given))
			throw new Problem(`${shown(value)} is not an id; give the whole id`);
		return given;
	},
};

/** An address that a server can call. */
export const webAddress: Kind = {
	...text,
	format: 'http or https address',
	convert(value) {
		const trimmed = toText(value).trim();
		if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) {
			throw new Problem(
				`${shown(value)} is not a web address; write it such as https://n8n.example.com/webhook/…`,
			);
		}
		return trimmed;
	},
};

/** A text of at most `most` characters. */
export function shortText(most: number): Kind {
	return {
		...text,
		format: `text, at most ${most} characters`,
		convert(value) {
			const given = toText(value);
			const length = [...given].length;
			if (length > most) {
				throw new Problem(
					`${shown(given)} has ${length} characters; the service takes at most ${most}`,
				);
			}
			return given;
		},
	};
}

/** A text that matches a pattern once the characters of `ignored` are taken out. */
function patternText(
	format: string,
	pattern: RegExp,
	ignored: RegExp,
	advice: string,
	finish: (text: string) => string = (given) => given,
): Kind {
	return {
		...text,
		format,
		convert(value) {
			const text = toText(value);
			if (pattern.test(text)) return text;
			const given = finish(text.replace(ignored, ''));
			if (!pattern.test(given)) throw new Problem(`${shown(value)} is not ${advice}`);
			return given;
		},
	};
}

/** A phone number in E.164: `+`, then 2 to 15 digits, the first not 0. */
export const phone: Kind = {
	...patternText(
		'E.164, for example +34600123456',
		/^\+[1-9]\d{1,14}$/,
		/[\s().-]/g,
		'a phone number in E.164 format; write + and the country code first, such as +34600123456',
	),
	form: { type: 'string', default: '', placeholder: 'e.g. +34600123456' },
};

/** A country's calling code, with a leading plus sign, which is added where it is missing. */
export const callingCode: Kind = {
	...patternText(
		'plus sign and digits, for example +34',
		/^\+[1-9]\d{0,3}$/,
		/\s/g,
		'a country code of a phone; write it such as +34',
		(given) => (/^[1-9]/.test(given) ? `+${given}` : given),
	),
	form: { type: 'string', default: '', placeholder: 'e.g. +34' },
};

/** A two-letter language code; the language of a locale such as `es_ES` is taken. */
export const language: Kind = {
	...patternText(
		'two letters (ISO 639-1), for example es',
		/^[a-z]{2}$/,
		/\s/g,
		'a two-letter language code; write it such as “es”',
		(given) => given.toLowerCase().replace(/^([a-z]{2})[_-][a-z0-9_.@-]+$/, '$1'),
	),
	form: { type: 'string', default: '', placeholder: 'e.g. es' },
};

/** Funds, metals and new currencies of ISO 4217, which Intl leaves out. */
const uncommonCurrencies =
	'BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XAG XAU XBA XBB XBC XBD XCG XDR XPD XPT XSU XUA ZWG';
const currencies = new Set([
	...Intl.supportedValuesOf('currency'),
	...uncommonCurrencies.split(' '),
]);

/** An ISO 4217 currency code, in any case. */
export const currency: Kind = {
	...text,
	form: { type: 'string', default: '', placeholder: 'e.g. EUR' },
	format: 'ISO 4217, for example EUR',
	convert(value) {
		const code = toText(value).trim().toUpperCase();
		if (!currencies.has(code)) {
			throw new Problem(
				`${shown(value)} is not an ISO 4217 currency code; write it such as “EUR”`,
			);
		}
		return code;
	},
};

/** One of a few values; case, spaces, hyphens and underscores do not matter. */
export function choice(values: ReadonlyArray<{ value: string; label: string }>): Kind {
	const options = values.map(({ value, label }) => ({ name: label, value }));
	const byForm = new Map(
		values.flatMap(({ value }) => [
			[plainForm(value), value],
			[value, value],
		]),
	);
	const allowed = values.map(({ value }) => value).join(', ');
	return {
		form: { type: 'options', default: '' },
		column: 'options',
		options,
		format: `one of ${allowed}`,
		convert(value) {
			const text = toText(value);
			const found = byForm.get(text) ?? byForm.get(plainForm(text));
			if (found === undefined) {
				throw new Problem(`${shown(value)} is not one of ${allowed}`);
			}
			return found;
		},
	};
}

function plainForm(value: string): string {
	return value.toLowerCase().replace(/[\s_-]+/g, '');
}
