/**
 * Writes the page on messages out of the catalogue. `tsx tools/write-troubleshooting.ts [--check] [file]`
 * writes docs/troubleshooting.md, or with `--check` exits with 1 when it's out of date.
 */
import { isPredicate } from '../nodes/CrmMessaging/fields/inputError';
import type { SentenceMaker } from '../nodes/CrmMessaging/catalogue/sentence';
import { groups, type Group } from './catalogue';
import { runPageTool } from './generated-page';

const introduction = `# Troubleshooting

Every message of the nodes, with an example. Search this page for a few words or for the code. It's generated from the source: \`npm run reference\`.

An error item, which leaves by the error output, has the code in \`error.code\`, the message in \`error.message\`, and \`notSent\`, \`rejected\` or \`unknown\` in \`error.outcome\`. A workflow can branch on all three.`;

function sectionOf(group: Group): string {
	const entries = group.sentences.map(entryOf);
	return [`## ${group.title}`, group.introduction, entries.join('\n')].join('\n\n');
}

function entryOf({ code, example, field, more }: SentenceMaker): string {
	const { text, advice } = example;
	const label = isPredicate(text) ? `_${field}_ ` : '';
	const rest = [escaped(advice), more].filter(Boolean).join(' ');
	return `- **${label}${escaped(text)}** \`${code}\`${rest ? `  \n  ${rest}` : ''}`;
}

/** Characters that Markdown would take for its own. */
function escaped(text: string): string {
	return text.replace(/[\\`*_[\]<>|]/g, '\\$&');
}

runPageTool({
	file: 'docs/troubleshooting.md',
	tool: 'tools/write-troubleshooting.ts',
	text: () => [introduction, ...groups.map(sectionOf)].join('\n\n'),
});
