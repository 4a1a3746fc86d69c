/** `%{name}`; with a further `%` before it, it is literal text. */
const container = /(%?)%\{([^{}]+)\}/g;

/**
 * The names of a message's containers (interface document, Common conventions), each once, in order.
 * Names are exact and case-sensitive.
 */
export function containersOf(message: string): readonly string[] {
	if (message !== last.message) last = { message, containers: findContainers(message) };
	return last.containers;
}

/** Deliveries that follow each other mostly share their message. */
let last: { message: string; containers: readonly string[] } = { message: '', containers: [] };

function findContainers(message: string): string[] {
	const names = [...message.matchAll(container)]
		.filter(([, literal]) => !literal)
		.map(([, , name]) => name as string);
	return [...new Set(names)];
}

/** The message with its containers replaced; replacements are not expanded again. */
export function fillTemplate(message: string, replacements: Record<string, unknown>): string {
	return message.replace(container, (whole, literal: string, name: string) => {
		if (literal) return whole.slice(1);
		return Object.hasOwn(replacements, name) ? String(replacements[name]) : whole;
	});
}
