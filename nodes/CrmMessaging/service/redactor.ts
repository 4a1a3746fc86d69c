import { keyParameter } from './addresses';

/** A shorter one isn't a secret, and redacting it would garble messages. */
const shortestSecret = 6;

const mask = '***';

/** The key in a callback URL; with it, anyone can call in the service's name. */
const keyInUrl = `(?<=[?&]${keyParameter}=)[0-9a-f]{64}`;

/** Redacts secrets and callback keys in foreign texts, plain or encoded, in any case. */
export class Redactor {
	/** Forms of secrets whose parts are redacted in sentences. */
	private readonly forms: string[];
	/** Patterns of texts to redact, built on first use. */
	private readonly patterns: () => string[];
	private pattern: RegExp | undefined;
	/** A text without any of these, in lower case, has nothing to redact. */
	private readonly marks: string[];

	constructor(secrets: readonly string[]) {
		const usable = secrets
			.filter((secret) => secret.length >= shortestSecret)
			// Longer first, since it may contain the other.
			.sort((first, second) => second.length - first.length);
		const coded = usable.flatMap((secret) => codedForms(Buffer.from(secret)));
		this.forms = [...usable, ...usable.map(encodeURIComponent), ...coded];
		this.marks = [...this.forms.map((form) => form.toLowerCase()), `?${keyParameter}=`];
		this.patterns = () => [
			...usable.map((secret) => patternOf(secret, false)),
			...coded.map((form) => patternOf(form, true)),
			keyInUrl,
		];
	}

	/** Finds everything to redact; most runs never need it. */
	private get whole(): RegExp {
		return (this.pattern ??= new RegExp(this.patterns().join('|'), 'gi'));
	}

	/** A text with `***` instead of each secret. */
	inText(text: string): string {
		return text.replace(this.whole, mask);
	}

	/** Also redacts parts that are half of a secret or more: sentences may be cut or wrapped. */
	inSentence(sentence: string): string {
		return this.forms.reduce((rest, form) => withoutParts(rest, form), this.inText(sentence));
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
		if (/[\\%&]/.test(json)) return true;
		const text = json.toLowerCase();
		return this.marks.some((mark) => text.includes(mark));
	}
}

export const htmlCharacters: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
};

/** Allowed between two characters, for wrapped lines. */
const wrap = '\\s{0,3}';

/** A pattern for a form, with each character plain or encoded for a URL, JSON, code or HTML. */
function patternOf(form: string, isCoded: boolean): string {
	const characters = [...form].map((character, index) => {
		// Letters and digits of a code are never encoded.
		if (isCoded && /\w/.test(character)) return character;
		return formsOf(character, isCoded || index > 0);
	});
	return characters.join(wrap);
}

/** A pattern for all encodings of a character, which may be nested. */
function formsOf(character: string, takesBackslashes: boolean): string {
	const before = takesBackslashes ? '\\\\{0,7}' : '';
	const code = character.charCodeAt(0);
	const hex = code.toString(16);
	const name = Object.keys(htmlCharacters).find((key) => htmlCharacters[key] === character);
	const html = `&(?:amp;){0,3}(?:${name ?? 'nothing'}|#0{0,3}${code}|#x0{0,3}${hex});`;
	const inCode = `${before}\\\\(?:x|u00)${hex}`;
	return `(?:${before}${escaped(character)}|%(?:25){0,3}${hex}|${inCode}|${html})`;
}

/** A secret in hexadecimal and base64, whose ends depend on the surrounding text. */
function codedForms(bytes: Buffer): string[] {
	const base64 = [0, 1, 2].map((before) => {
		const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const end = Math.floor(((before + bytes.length) * 8) / 6);
		return coded.slice(Math.ceil((before * 8) / 6), end);
	});
	const inAddresses = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
	return [...new Set([bytes.toString('hex'), ...base64, ...inAddresses])];
}

function escaped(text: string): string {
	return text.replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&');
}

function withoutParts(sentence: string, form: string): string {
	const length = Math.max(shortestSecret, Math.ceil(form.length / 2));
	const [text, whole] = [inSmallLetters(sentence), inSmallLetters(form)];
	const parts = new Set(
		Array.from({ length: whole.length - length + 1 }, (_, start) =>
			whole.slice(start, start + length),
		),
	);
	let rest = '';
	let hiddenUntil = 0;
	for (let start = 0; start + length <= text.length; start++) {
		if (!parts.has(text.slice(start, start + length))) continue;
		if (start >= hiddenUntil) rest += sentence.slice(hiddenUntil, start) + mask;
		hiddenUntil = start + length;
	}
	return rest + sentence.slice(hiddenUntil);
}

/** Only these letters: no secret has others, and some would become two. */
function inSmallLetters(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
