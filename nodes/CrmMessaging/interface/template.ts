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
