import { keyParameter } from './addresses';

/** A shorter one isn't a secret, and redacting it would garble messages. */
const shortestSecret = 6;

const mask = '***';

/** The key in a callback URL; with it, anyone can call in the service's name. */
const keyInUrl = `(?<=[?&]${keyParameter}=)[0-9a-f]{64}`;

/** Redacts secrets and callback keys in foreign texts: as they are, for a URL, in base64 and hex. */
export class Redactor {
	private readonly forms: readonly string[];
	/** Built on first use; most runs never need it. */
	private pattern: RegExp | undefined;

	constructor(secrets: readonly string[]) {
		const usable = secrets
			.filter((secret) => secret.length >= shortestSecret)
			// Longer first, since it may contain the other.
			.sort((first, second) => second.length - first.length);
		this.forms = [...usable, ...usable.flatMap(codedForms)];
	}

	private get whole(): RegExp {
		const patterns = [...this.forms.map(formPattern), keyInUrl];
		return (this.pattern ??= new RegExp(patterns.join('|'), 'gi'));
	}

	/** A text with `***` instead of each secret. */
	inText(text: string): string {
		return text.replace(this.whole, mask);
	}

	/** A JSON value with `***` instead of each secret in its texts and keys. */
	inValue(value: unknown): unknown {
		if (typeof value === 'string') return this.inText(value);
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) return value.map((inner) => this.inValue(inner));
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [this.inText(key), this.inValue(inner)]),
		);
	}

	/** Whether a JSON text may hold a secret. Most don't, which saves the search. */
	mayBeIn(json: string): boolean {
		// These can encode other characters.
		if (/[\\%]/.test(json)) return true;
		const text = json.toLowerCase();
		const marks = [`?${keyParameter}=`, `&${keyParameter}=`, ...this.forms];
		return marks.some((mark) => text.includes(mark.toLowerCase()));
	}
}

/** A pattern for a form, whose signs may be encoded for a URL. */
function formPattern(form: string): string {
	return form.replace(/\W/g, (sign) => `(?:\\${sign}|%${sign.charCodeAt(0).toString(16)})`);
}

/** A secret in hexadecimal and base64, whose ends depend on the surrounding text. */
function codedForms(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const base64 = [0, 1, 2].map((before) => {
		const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const end = Math.floor(((before + bytes.length) * 8) / 6);
		return coded.slice(Math.ceil((before * 8) / 6), end);
	});
	const inAddresses = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
	return [...new Set([bytes.toString('hex'), ...base64, ...inAddresses])];
}
