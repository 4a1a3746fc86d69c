import { keyParameter } from './addresses';

const mask = '***';

/** How often a text may be escaped: JSON in JSON, or an address in an address. */
const deepestEscape = 3;

/** Redacts secrets and the keys of callback URLs in foreign texts and values. */
export class Redactor {
	private readonly pattern: RegExp;

	/** @param secrets empty ones are left out */
	constructor(secrets: readonly string[]) {
		const plain = secrets
			.filter(Boolean)
			// Longer first, since a secret may contain another.
			.sort((first, second) => second.length - first.length)
			.map((secret) => secret.replace(/\W/g, '\\$&'));
		const key = `(${keyParameter}=)[0-9a-f]{64}`;
		this.pattern = new RegExp([...plain, key].join('|'), 'gi');
	}

	/** A text with `***` instead of each secret. One with an escaped secret is unescaped. */
	inText(text: string): string {
		let forms = new Set([text]);
		for (let level = 0; level <= deepestEscape && forms.size > 0; level++) {
			for (const form of forms) {
				const redacted = form.replace(this.pattern, (_, key: string = '') => key + mask);
				if (redacted !== form) return this.inText(redacted);
			}
			// A secret may itself look escaped in the other way.
			const inner = [...forms].flatMap((form) => [fromJson(form), fromUrl(form)]);
			forms = new Set(inner.filter((form) => !forms.has(form)));
		}
		return text;
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

	/** Whether a JSON text may hold a secret. Most don't, which saves making a value without it. */
	mayBeIn(json: string): boolean {
		return /[\\%]/.test(json) || json.search(this.pattern) >= 0;
	}
}

/** A text without JSON's escapes of characters that a secret may have. */
function fromJson(text: string): string {
	const escapes = /\\u00([2-7][0-9a-f])|\\(["\\/])/gi;
	return text.replace(escapes, (_, code?: string, sign?: string) => sign ?? character(code));
}

/** A text without the escapes of addresses. */
function fromUrl(text: string): string {
	return text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => character(code));
}

function character(code = ''): string {
	return String.fromCharCode(parseInt(code, 16));
}
