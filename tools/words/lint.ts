/**
 * The text linter: `tsx tools/words/lint.ts [part of a path or area]…` reports what textlint finds, and
 * exits with 1 if it finds anything. With `-`, it reads its input. Its rules are in .textlintrc.json, and our own words in voice.yml.
 */
import { readFileSync } from 'node:fs';
import { loadConfig } from '@textlint/config-loader';
import { TextlintKernel } from '@textlint/kernel';
import { root } from '../../playground/n8n/machine';
import { allTexts, longAreas, type Text } from './texts';

/** Words in a sentence where sentences may be long. */
const mostWords = 32;

const kernel = new TextlintKernel();

/** Code, quotations and emphasized names aren't judged: each counts as one word. */
const proseOf = (markdown: string): string =>
	markdown
		.replace(/(?<!`)`[^`\n]+`(?!`)|“[^”]*”|«[^»]*»/g, 'X')
		.replace(/(?<![\w*])(_|\*\*)(?=\S)([^\n]*?\S)\1(?![\w*])/g, 'X');

/** What textlint finds in the texts of an area. They are one page, since each loads the rules. */
async function findingsIn(area: string, texts: readonly Text[]): Promise<string[]> {
	const lines = texts.flatMap(({ place, line, text }) => [
		...text.split('\n').map((one, index) => ({ one, place: `${place}:${line + index}` })),
		{ one: '', place },
	]);
	const loaded = await loadConfig({ cwd: root });
	if (!loaded.ok) throw new Error(loaded.error.message);
	const { rules, plugins } = loaded.config;
	const longer = { ruleId: 'en-max-word-count', options: { max: mostWords } };
	const { messages } = await kernel.lintText(proseOf(lines.map(({ one }) => one).join('\n')), {
		ext: '.md',
		configBaseDir: root,
		plugins,
		rules: rules.map((rule) =>
			longAreas.includes(area) && rule.ruleId === longer.ruleId
				? { ...rule, ...longer }
				: rule,
		),
	});
	return messages.map(
		({ line, message }) => `${lines[line - 1]?.place} ${message.split('\n')[0]}`,
	);
}

async function main(parts: string[]): Promise<void> {
	const isAsked = ({ place, area }: Text) =>
		parts.length === 0 || parts.some((part) => place.includes(part) || area === part);
	const texts =
		parts[0] === '-'
			? [{ area: 'input', place: '-', line: 1, text: readFileSync(0, 'utf8') }]
			: allTexts().filter(isAsked);
	for (const area of new Set(texts.map((text) => text.area))) {
		const own = texts.filter((text) => text.area === area);
		const findings = await findingsIn(area, own);
		if (findings.length > 0) process.exitCode = 1;
		for (const finding of findings) console.log(finding);
		console.log(`${area}: ${findings.length} findings`);
	}
}

void main(process.argv.slice(2));
