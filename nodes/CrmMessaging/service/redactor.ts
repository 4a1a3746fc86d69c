import { keyParameter } from './callbackUrl';

/** A shorter one is no secret, and redacting it would garble messages. */
const shortestSecret = 6;

const mask = '***';

/** The key in a callback URL; anyone who has it can call in the service's name. */
const keyInUrl = `(?<=[?&]${keyParameter}=)[0-9a-f]{64}`;

/**
 * Redacts secrets in what someone else says, and the keys of callback URLs: servers and proxies like
 * to quote a request, plainly or encoded. Letters count the same in either case.
 */
export class Redactor {
	/** Forms of secrets whose parts are looked for in sentences. */
	private readonly forms: string[];
	/** Each of which finds something to be redacted; made when there may be any. */
	private readonly patterns: () => string[];
	private pattern: RegExp | undefined;
	/** Texts in lower case, of which a text must have one for anything to be redacted. */
	private readonly marks: string[];

	constructor(secrets: readonly string[]) {
		const usable = secrets
			.filter((secret) => secret.length >= shortestSecret)
			// The longer one first: the other may be a part of it.
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

	/** Finds whatever has to be redacted; most runs never ask for it. */
	private get whole(): RegExp {
		return (this.pattern ??= new RegExp(this.patterns().join('|'), 'gi'));
	}

	/** A text with `***` in place of every secret in it. */
	inText(text: string): string {
		return text.replace(this.whole, mask);
	}

	/**
	 * A sentence without any secret, and without any part of one that is half of it or more: sentences
	 * are cut, wrapped and put together of pieces.
	 */
	inSentence(sentence: string): string {
		return this.forms.reduce((rest, form) => withoutParts(rest, form), this.inText(sentence));
	}

	/** A JSON value with `***` in place of every secret in its texts and keys. */
	inValue(value: unknown): unknown {
		if (typeof value === 'string') return this.inText(value);
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) return value.map((inner) => this.inValue(inner));
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [this.inText(key), this.inValue(inner)]),
		);
	}

	/** Whether a JSON text may hold a secret: most do not, and nothing in them has to be looked at. */
	mayBeIn(json: string): boolean {
		// These spell characters in another way.
		if (/[\\%&]/.test(json)) return true;
		const text = json.toLowerCase();
		return this.marks.some((mark) => text.includes(mark));
	}
}

/** Characters by their names in HTML. */
export const htmlCharacters: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
};

/** Characters that may be between two others where a long line is wrapped. */
const wrap = '\\s{0,3}';

/** A form with each character as it is, or as it is written in an address, in JSON, in code or in HTML. */
function patternOf(form: string, isCoded: boolean): string {
	const characters = [...form].map((character, index) => {
		// No one has a reason to write the letters and digits of a code in another way.
		if (isCoded && /\w/.test(character)) return character;
		return formsOf(character, isCoded || index > 0);
	});
	return characters.join(wrap);
}

/** A character in each way of writing it, which may have been taken several times. */
function formsOf(character: string, takesBackslashes: boolean): string {
	const before = takesBackslashes ? '\\\\{0,7}' : '';
	const code = character.charCodeAt(0);
	const hex = code.toString(16);
	const name = Object.keys(htmlCharacters).find((key) => htmlCharacters[key] === character);
	const html = `&(?:amp;){0,3}(?:${name ?? 'nothing'}|#0{0,3}${code}|#x0{0,3}${hex});`;
	const inCode = `${before}\\\\(?:x|u00)${hex}`;
	return `(?:${before}${escaped(character)}|%(?:25){0,3}${hex}|${inCode}|${html})`;
}

/**
 * A secret in hexadecimal digits and in base64, where it looks in three ways by what stands before it,
 * and its ends blend with what is around.
 */
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

/** Redacts every run of characters that is half of a form or more. */
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

/** Other letters than these are in no secret, and some would become two. */
function inSmallLetters(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
