/** The page that explains every message, out of the source that says them. */
import { explanations } from './explanations';
import { groups, notMessages, type Group } from './groups';
import type { Message } from './messages';

const introduction = `# Troubleshooting

Every message of the nodes, in the words you see. Search this page for a few of them. This page is generated from the source: \`npm run reference\`.

- **…** stands for what changes from case to case: a field, a value, a number, a name.
- **[item 3]** at the end of an error is the input item, counted from 0 as n8n counts.
- Most messages say after a semicolon what to do. The sentence below one says the rest.

An error item, which leaves by the error output, has the same message in \`error.message\`, and in \`error.outcome\` whether it was \`notSent\`, \`rejected\` or \`unknown\`.`;

/** Writes the page on some messages. @throws Error naming what is without a place or an explanation */
export function troubleshootingPage(messages: readonly Message[]): string {
	const own = messages.filter(({ text }) => !notMessages.has(text));
	const known = new Set(messages.map(({ text }) => text));
	complain('explained or left out, and said nowhere', [
		...Object.keys(explanations).filter((text) => !known.has(text)),
		...[...notMessages.keys()].filter((text) => !known.has(text)),
	]);
	complain('said, and neither advised nor explained', own.filter(needsExplanation).map(textOf));
	complain('said, and in no group', own.filter((one) => !groupOf(one)).map(textOf));
	const sections = groups.map((group) => ({
		group,
		messages: own.filter((one) => groupOf(one) === group),
	}));
	complain(
		'groups without a message',
		sections.flatMap(({ group, messages }) => (messages.length === 0 ? group.title : [])),
	);
	return [introduction, ...sections.map(sectionOf)].join('\n\n');
}

function complain(what: string, texts: readonly string[]): void {
	if (texts.length > 0) throw new Error(`${what}:\n${texts.join('\n')}`);
}

function textOf({ text }: Message): string {
	return text;
}

function groupOf(message: Message): Group | undefined {
	return groups.find(({ holds }) => holds(message));
}

/** Whether nothing says what to do: neither the message nor its advice nor the table. */
function needsExplanation({ text, advice }: Message): boolean {
	const saysWhatToDo = /; |\. \S|, so |did you mean/.test(text) || advice.length > 0;
	return !saysWhatToDo && !Object.hasOwn(explanations, text);
}

function sectionOf({ group, messages }: { group: Group; messages: readonly Message[] }): string {
	const sorted = [...messages].sort((one, other) =>
		firstWords(one).localeCompare(firstWords(other), 'en'),
	);
	return [`## ${group.title}`, group.introduction, sorted.map(entryOf).join('\n')].join('\n\n');
}

function firstWords({ text }: Message): string {
	return text.replace(/^[^\p{L}]+/u, '');
}

function entryOf({ text, advice }: Message): string {
	const said =
		advice.length > 0 ? `Under it: ${advice.map((one) => `“${one}”`).join(' or ')}` : '';
	const rest = [said, explanations[text] ?? ''].filter(Boolean).join(' ');
	return `- **${escaped(text)}**${rest ? `  \n  ${rest}` : ''}`;
}

/** Characters that Markdown would take for its own. */
function escaped(text: string): string {
	return text.replace(/[\\`*_[\]<>|]/g, '\\$&');
}
