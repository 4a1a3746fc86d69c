/**
 * The text linter: `tsx tools/words/lint.ts [part of a path or area]…` reports what textlint finds, and
 * exits with 1 if it finds anything. With `-`, it reads its input. Its rules are in .textlintrc.json, and our own words in voice.yml.
 */
import { readFileSync } from 'node:fs';
import { loadConfig } from '@textlint/config-loader';
import { TextlintKernel } from '@textlint/kernel';
import { root } from '../../playground/n8n/node24';
import { allTexts, type Text } from './texts';

/** Checks Markdown by textlint's rules. */
export type Linter = (text: string) => Promise<Array<{ line: number; message: string }>>;

/** Code, quotations and emphasized names aren't judged: each counts as one word. */
const proseOf = (markdown: string): string =>
	markdown
		.replace(/(?<!`)`[^`\n]+`(?!`)|“[^”]*”|«[^»]*»/g, 'X')
		.replace(/(?<![\w*])(_|\*\*)(?=\S)([^\n]*?\S)\1(?![\w*])/g, 'X');

/** @param mostWords in a sentence; as .textlintrc.json has it when left out */
export async function createLinter(mostWords?: number): Promise<Linter> {
	const loaded = await loadConfig({ cwd: root });
	if (!loaded.ok) throw new Error(loaded.error.message);
	const { rules, plugins } = loaded.config;
	const options = { max: mostWords };
	const kernel = new TextlintKernel();
	const kernelOptions = {
		ext: '.md',
		configBaseDir: root,
		plugins,
		rules: rules.map((rule) =>
			mostWords && rule.ruleId === 'en-max-word-count' ? { ...rule, options } : rule,
		),
	};
	return async (text) => {
		const { messages } = await kernel.lintText(proseOf(text), kernelOptions);
		return messages.map(({ line, message }) => ({ line, message: message.split('\n')[0]! }));
	};
}

/** Texts of an area as one page, so that the rules are loaded once for all. */
async function findingsIn(texts: Text[], lint: Linter): Promise<string[]> {
	const lines = texts.flatMap(({ place, line, text }) => [
		...text.split('\n').map((one, index) => ({ one, place: `${place}:${line + index}` })),
		{ one: '', place },
	]);
	const found = await lint(lines.map(({ one }) => one).join('\n'));
	return found.map(({ line, message }) => `${lines[line - 1]?.place} ${message}`);
}

/** What a person types or pipes into it. */
const typed = (): Text[] => [
	{ area: 'input', place: '-', line: 1, text: readFileSync(0, 'utf8'), isLong: false },
];

async function main(parts: string[]): Promise<void> {
	const texts =
		parts[0] === '-'
			? typed()
			: allTexts().filter(
					({ place, area }) =>
						parts.length === 0 ||
						parts.some((part) => place.includes(part) || area === part),
				);
	const [short, long] = [await createLinter(), await createLinter(32)];
	for (const area of new Set(texts.map((text) => text.area))) {
		const all = texts.filter((text) => text.area === area);
		const findings = await findingsIn(all, all[0]!.isLong ? long : short);
		if (findings.length > 0) process.exitCode = 1;
		for (const finding of findings) console.log(finding);
		console.log(`${area}: ${findings.length} findings`);
	}
}

if (require.main === module) void main(process.argv.slice(2));
