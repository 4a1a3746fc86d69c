/** `%{name}`; a `%` before it makes it literal text. */
const placeholder = /(%?)%\{([^{}]+)\}/g;

/** A parsed message: text and placeholder names in turn, starting and ending with text. */
interface Template {
	texts: string[];
	names: string[];
	placeholders: ReadonlySet<string>;
}

/** Consecutive deliveries usually share their message. */
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
 * A message's unique placeholder names in order (docs/contributing/service.md, Conventions). Names are
 * case-sensitive.
 */
export function placeholdersOf(message: string): ReadonlySet<string> {
	return templateOf(message).placeholders;
}

/** The message with its placeholders replaced. Values aren't expanded again. */
export function fillTemplate(message: string, values: Record<string, unknown>): string {
	const { texts, names } = templateOf(message);
	let filled = texts[0] as string;
	for (let index = 0; index < names.length; index++) {
		const name = names[index] as string;
		filled += Object.hasOwn(values, name) ? String(values[name]) : `%{${name}}`;
		filled += texts[index + 1];
	}
	return filled;
}

/** One message for several texts, and the values that produce each text. */
export interface WholeTexts {
	message: string;
	/** For each text, in order. */
	values: Array<Record<string, string>>;
}

/**
 * Lets different texts share one message. A literal `%{` is split between two values, since the
 * service may expand placeholders in values.
 */
export function wholeTexts(texts: readonly string[]): WholeTexts {
	const pieces = texts.map((text) => (text.includes('%{') ? text.split(/(?<=%)(?=\{)/) : [text]));
	const count = pieces.reduce((most, { length }) => Math.max(most, length), 1);
	const names = Array.from({ length: count }, (_, at) =>
		at === 0 ? 'message' : `message_${at + 1}`,
	);
	return {
		message: names.map((name) => `%{${name}}`).join(''),
		values: pieces.map((all) =>
			Object.fromEntries(names.map((name, at) => [name, all[at] ?? ''])),
		),
	};
}

/** A literal with all its leading percent signs, one of which is the escape. */
const escaped = /(?<!%)(%{2,})(\{[^{}]+\})/g;

/** A message without `%%{`, and the extra values that every delivery needs. */
export interface PlainMessage {
	message: string;
	values: Record<string, string>;
}

/**
 * Rewrites `%%{name}` without the escape, which the service doesn't document. A placeholder
 * supplies the percent sign.
 */
export function withoutEscapes(message: string): PlainMessage {
	if (!message.includes('%%{')) return { message, values: {} };
	const taken = placeholdersOf(message);
	let percent = 'percent';
	while (taken.has(percent)) percent += '_';
	const plain = message.replace(
		escaped,
		(_, signs: string, name: string) => `%{${percent}}`.repeat(signs.length - 1) + name,
	);
	return { message: plain, values: plain === message ? {} : { [percent]: '%' } };
}
