import { keyParameter } from './addresses';

const mask = '***';

/** How a sign may be escaped, even twice: in JSON, and for a URL. */
const backslashes = '\\\\{1,3}';
const percent = `(?:%|${backslashes}u0025)(?:25)?`;

/** A pattern of a text's sign: as it is, for a URL, or in JSON. */
function patternOfSign(sign: string): string {
	const code = sign.charCodeAt(0).toString(16);
	const inJson = /\w/.test(sign) ? sign : `(?:${backslashes})?\\${sign}`;
	return `(?:${inJson}|${percent}${code}|${backslashes}u00${code})`;
}

/** Redacts secrets and the keys of callback URLs in foreign texts and values. */
export class Redactor {
	private readonly pattern: RegExp;

	/** @param secrets visible ASCII; empty ones are left out */
	constructor(secrets: readonly string[]) {
		// Longer first, since a secret may contain another.
		const known = secrets.filter(Boolean).sort((one, other) => other.length - one.length);
		const patterns = known.map((text) => [...text].map(patternOfSign).join(''));
		const key = `(${keyParameter}${patternOfSign('=')})[0-9a-f]{64}`;
		this.pattern = new RegExp([...patterns, key].join('|'), 'gi');
	}

	/** A text with `***` instead of each secret. */
	inText(text: string): string {
		return text.replace(this.pattern, (_, key: string = '') => key + mask);
	}

	/** A JSON value with `***` instead of each secret in its texts, numbers and keys. */
	inValue(value: unknown): unknown {
		if (Array.isArray(value)) return value.map((inner) => this.inValue(inner));
		if (typeof value === 'object' && value !== null) {
			const entries = Object.entries(value);
			return Object.fromEntries(
				entries.map(([key, inner]) => [this.inText(key), this.inValue(inner)]),
			);
		}
		const text = String(value);
		const redacted = this.inText(text);
		return redacted === text ? value : redacted;
	}
}
