/** `%{name}`; with a further `%` before it, it is literal text. */
const placeholder = /(%?)%\{([^{}]+)\}/g;

/**
 * The names of a message's placeholders (docs/service.md, Conventions), each once, in order.
 * Names are exact and case-sensitive.
 */
export function placeholdersOf(message: string): ReadonlySet<string> {
	if (message !== last.message) last = { message, placeholders: findPlaceholders(message) };
	return last.placeholders;
}

/** Deliveries that follow each other mostly share their message. */
let last: { message: string; placeholders: ReadonlySet<string> } = {
	message: '',
	placeholders: new Set(),
};

function findPlaceholders(message: string): Set<string> {
	const names = [...message.matchAll(placeholder)]
		.filter(([, literal]) => !literal)
		.map(([, , name]) => name as string);
	return new Set(names);
}

/** The message with its placeholders replaced; replacements are not expanded again. */
export function fillTemplate(message: string, replacements: Record<string, unknown>): string {
	return message.replace(placeholder, (whole, literal: string, name: string) => {
		if (literal) return whole.slice(1);
		return Object.hasOwn(replacements, name) ? String(replacements[name]) : whole;
	});
}

/** A literal with all percent signs before it: one of them is the escape. */
const escaped = /(%{2,})(\{[^{}]+\})/g;

/** A message without `%%{`, and the replacements that every delivery needs beside its own. */
export interface PlainMessage {
	message: string;
	replacements: Record<string, string>;
}

/**
 * Writes `%%{name}` in a way that needs no escape, since none is documented: its percent sign comes
 * as the text for a placeholder.
 */
export function withoutEscapes(message: string): PlainMessage {
	if (!message.includes('%%{')) return { message, replacements: {} };
	const taken = placeholdersOf(message);
	let percent = 'percent';
	while (taken.has(percent)) percent += '_';
	const plain = message.replace(
		escaped,
		(_, signs: string, name: string) => `%{${percent}}`.repeat(signs.length - 1) + name,
	);
	return { message: plain, replacements: plain === message ? {} : { [percent]: '%' } };
}
