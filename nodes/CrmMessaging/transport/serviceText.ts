import { SecretBlotter } from './blotSecrets';

/** Characters that a sentence quotes of the service's words. */
const longest = 300;

/** Characters that are looked at, before secrets are blotted out and the rest is shortened. */
const longestRead = 10_000;

/**
 * The service's own words in the body of a refusal: `{"error": "…"}` or `{"error": [{"error": "…"}]}`.
 *
 * @param blotter takes secrets out before the text is shortened, which could leave half of one
 * @returns one line; empty where the body says nothing to a person
 */
export function serviceText(body: string, blotter = new SecretBlotter([])): string {
	const words = wordsIn(body).replace(/\s+/g, ' ').trim().slice(0, longestRead);
	const line = blotter.inSentence(words);
	return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

function wordsIn(body: string): string {
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		// Proxies answer with pages of their own, which say nothing to a person.
		return /^\s*</.test(body) ? '' : body;
	}
	return errorTexts(parsed, 0).join(', ');
}

function errorTexts(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || depth > 5) return [];
	if (Array.isArray(value)) return value.flatMap((one) => errorTexts(one, depth + 1));
	const { error, errors, message } = value as Record<string, unknown>;
	return errorTexts(error ?? errors ?? message, depth + 1);
}
