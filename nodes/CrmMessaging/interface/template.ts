/** `%{name}`; with a further `%` before it, it is literal text. */
const placeholder = /(%?)%\{([^{}]+)\}/g;

/** A message taken apart: a text, a placeholder's name, a text, and so on, ending with a text. */
interface Template {
	texts: string[];
	names: string[];
	placeholders: ReadonlySet<string>;
}

/** Deliveries that follow each other mostly share their message. */
let last: { message: string; template: Template } = { message: '', template: parse('') };

function templateOf(message: string): Template {
	if (message !== last.message) last = { message, template: parse(message) };
	return last.template;
}

function parse(message: string): Template {
	const texts: string[] = [];
	const names: string[] = [];
	let text = '';
	let end = 0;
	for (const { 0: whole, 1: literal, 2: name, index } of message.matchAll(placeholder)) {
		text += message.slice(end, index);
		end = index + whole.length;
		if (literal) text += whole.slice(1);
		else {
			texts.push(text);
			names.push(name as string);
			text = '';
		}
	}
	texts.push(text + message.slice(end));
	return { texts, names, placeholders: new Set(names) };
}

/**
 * The names of a message's placeholders (docs/service.md, Conventions), each once, in order.
 * Names are exact and case-sensitive.
 */
export function placeholdersOf(message: string): ReadonlySet<string> {
	return templateOf(message).placeholders;
}

/** The message with its placeholders replaced; values are not expanded again. */
export function fillTemplate(message: string, values: Record<string, unknown>): string {
	const { texts, names } = templateOf(message);
	let filled = texts[0] as string;
	for (let at = 0; at < names.length; at++) {
		const name = names[at] as string;
		filled += Object.hasOwn(values, name) ? String(values[name]) : `%{${name}}`;
		filled += texts[at + 1];
	}
	return filled;
}

const whole = 'message';

/** A message that is nothing but a placeholder, for messages that differ but travel together. */
export const anyMessage = `%{${whole}}`;

/** The values by which `anyMessage` becomes a text. */
export function valuesForWhole(text: string): Record<string, string> {
	return { [whole]: text };
}
