import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node';
import { CrmMessagingTrigger } from '../../../nodes/CrmMessaging/CrmMessagingTrigger.node';
import { CrmMessagingApi } from '../../../credentials/CrmMessagingApi.credentials';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { commands, outside, promises, rawFiles, wordsOfN8n } from './declared';
import { allPages, deadEnd, filesIn, readPage, root } from './page';

interface Manifest {
	scripts: Record<string, string>;
	homepage: string;
}

const { scripts, homepage } = JSON.parse(
	readFileSync(join(root, 'package.json'), 'utf8'),
) as Manifest;
const repository = homepage.split('#')[0]!;
const pages = allPages();
const cases = pages.map((page) => ({ file: page.file, page }));
const isOutside = (target: string) => /^https?:/.test(target);
const sources = [...filesIn('', '.ts'), ...filesIn('', '.json'), ...filesIn('', '.cjs')].concat(
	filesIn('', '.mjs'),
	filesIn('', '.yaml'),
);

/** The commands of a piece of shell code, one a line; a line that ends with \ continues. */
function commandsIn(text: string): string[] {
	const lines = text.replace(/\\\n\s*/g, '').split('\n');
	return lines.map((line) => line.replace(/\s+#.*$/, '').trim()).filter(Boolean);
}

/** A text whose pieces are found however they are indented. */
function dense(text: string): string {
	return text.replace(/\s+/g, '');
}

/** The script of package.json that a command runs; undefined where it is another command. */
function scriptOf(command: string): string | undefined {
	const [, named, short] = /^npm (?:run ([\w:-]+)|(start|test)\b)/.exec(command) ?? [];
	return named ?? short;
}

describe.each(cases)('$file', ({ page }) => {
	it('leads to places that are there', () => {
		const inside = page.targets.filter((target) => !isOutside(target));
		expect(inside.flatMap((target) => deadEnd(page, target) ?? [])).toEqual([]);
	});

	it('leaves the project only for places that are listed', () => {
		const leaving = page.targets.filter(isOutside).filter((to) => !to.startsWith(repository));
		const others = leaving.filter((to) => !to.startsWith(rawFiles));
		expect(outside).toEqual(expect.arrayContaining(others));
		const raw = leaving.filter((to) => to.startsWith(rawFiles));
		const missing = raw.filter((to) => !existsSync(join(root, to.slice(rawFiles.length))));
		expect(missing).toEqual([]);
	});

	it('has no picture without a description', () => {
		expect(page.prose).not.toMatch(/!\[\]\(/);
	});

	it('names scripts that are there', () => {
		const shell = page.blocks.filter(({ language }) => language === 'sh');
		const all = [...page.code, ...shell.flatMap(({ text }) => commandsIn(text))];
		const named = all.flatMap((command) => scriptOf(command) ?? []);
		expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
	});

	it('names files that are there', () => {
		const named = page.code.filter((code) =>
			/^\w[\w./-]*\.(ts|cjs|mjs|json|yaml|md)$/.test(code),
		);
		const isThere = (name: string) =>
			[name, `nodes/CrmMessaging/${name}`].some((path) => existsSync(join(root, path))) ||
			sources.some((source) => source.endsWith(`/${name}`));
		const made = [/^build\//, /^error\./];
		expect(
			named.filter((name) => !isThere(name) && !made.some((pattern) => pattern.test(name))),
		).toEqual([]);
	});

	it('has commands that a test runs', () => {
		const shell = page.blocks.filter(({ language }) => ['sh', 'bash'].includes(language));
		const others = shell
			.flatMap(({ text }) => commandsIn(text))
			.filter((command) => scriptOf(command) === undefined);
		const untested = others.filter(
			(command) => !commands.some(([pattern]) => pattern.test(command)),
		);
		expect(untested).toEqual([]);
	});

	it('has JSON that can be read, and workflows of operations that there are', () => {
		for (const { text } of page.blocks.filter(({ language }) => language === 'json')) {
			const { nodes = [] } = JSON.parse(text) as { nodes?: WorkflowNode[] };
			for (const { type, parameters } of nodes) {
				if (type !== 'n8n-nodes-crm-messaging.crmMessaging') continue;
				expect(operations).toContainEqual(
					expect.objectContaining({
						resource: expect.objectContaining({
							name: parameters.resource ?? 'contact',
						}) as object,
						operation: parameters.operation ?? (expect.any(String) as string),
					}),
				);
			}
		}
	});

	it('has code that stands in the source', () => {
		const code = page.blocks.filter(({ language }) => ['ts', 'yaml'].includes(language));
		if (code.length === 0) return;
		const source = page.code.find((name) => /^test\/.*made-up\.ts$/.test(name))!;
		for (const { language, text: piece } of code) {
			const file = join(root, source.replace(/ts$/, language));
			expect(dense(readFileSync(file, 'utf8'))).toContain(dense(piece));
		}
	});

	it('has code of a known kind only', () => {
		const known = ['sh', 'json', 'ts', 'yaml', 'mermaid'];
		const others = page.blocks.filter(({ language }) => !known.includes(language));
		expect(others).toEqual([]);
	});
});

interface WorkflowNode {
	type: string;
	parameters: { resource?: string; operation?: string };
}

/** Everything that a form calls something, also what its choices are called. */
function namesIn(properties: readonly INodeProperties[]): string[] {
	return properties.flatMap((property) => [
		property.displayName,
		...(property.options ?? []).flatMap((option) => {
			if ('values' in option) return [option.displayName, ...namesIn(option.values)];
			return 'displayName' in option ? namesIn([option]) : [option.name];
		}),
	]);
}

describe('the pages on using the nodes', () => {
	const using = [
		'README',
		'contacts',
		'messages',
		'callbacks',
		'errors-and-retries',
		'ai-agents',
	];
	const files = using.map((name) => (name === 'README' ? 'README.md' : `docs/${name}.md`));
	const nodes = [new CrmMessaging(), new CrmMessagingTrigger()];
	const labels = new Set([
		...nodes.flatMap(({ description }) => namesIn(description.properties)),
		...namesIn(new CrmMessagingApi().properties),
		...operations.map(({ resource }) => resource.label),
		...nodes.map(({ description }) => description.displayName),
		new CrmMessagingApi().displayName,
		...wordsOfN8n,
	]);
	const exampleHeadings = ['First Name', 'E-mail', 'Gäste-ID', 'Teléfono'];
	const shortened = [...labels].map((label) => label.replace(/ \(.*\)$/, ''));

	it.each(files)('%s calls things as the form does', (file) => {
		const named = readPage(file).terms.filter((term) => /^\p{Lu}/u.test(term));
		const isKnown = (term: string) => labels.has(term) || shortened.includes(term);
		expect(named).not.toEqual([]);
		const unknown = named.filter((term) => {
			const whole = term.replace(/ …$/, '');
			const isListed = isKnown(whole) || whole.split(': ').every(isKnown);
			return !isListed && !exampleHeadings.includes(whole) && !whole.endsWith('…');
		});
		expect(unknown).toEqual([]);
	});
});

describe('what the pages rely on', () => {
	it('is listed only where a page needs it', () => {
		const targets = pages.flatMap((page) => page.targets);
		expect(outside.filter((link) => !targets.includes(link))).toEqual([]);
		const all = pages.flatMap(({ blocks }) => blocks.flatMap(({ text }) => commandsIn(text)));
		expect(commands.filter(([pattern]) => !all.some((one) => pattern.test(one)))).toEqual([]);
		const text = pages.map((page) => page.text).join('\n');
		expect(wordsOfN8n.filter((word) => !text.includes(word))).toEqual([]);
	});

	it('has a test, where it is said so', () => {
		const tests = [...commands.map(([, test]) => test), ...promises.flatMap(([, all]) => all)];
		expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
		const [, section = ''] = readPage('README.md').prose.split('## What you can rely on');
		const said = [...section.split('\n## ')[0]!.matchAll(/^- (.+)$/gm)].map(
			([, text]) => text!,
		);
		expect(said).toEqual(
			promises.map(([start]) => expect.stringMatching(`^${start}`) as string),
		);
	});

	it('leads into the README from the editor, too', () => {
		const { anchors } = readPage('README.md');
		const written = ['nodes', 'credentials'].flatMap((folder) =>
			[...filesIn(folder, '.ts'), ...filesIn(folder, '.json')].map((file) =>
				readFileSync(join(root, file), 'utf8'),
			),
		);
		const links = written.flatMap((text) =>
			[...text.matchAll(/https:\/\/github[^'"\s]+/g)].map(String),
		);
		expect(links.length).toBeGreaterThan(2);
		for (const link of links) {
			const [place, anchor = ''] = link.split('#');
			expect(place).toBe(repository);
			expect([...anchors, 'readme']).toContain(anchor);
		}
	});

	it('can be reached from the README, page by page', () => {
		const seen = new Set<string>();
		const visit = (file: string): void => {
			if (seen.has(file)) return;
			seen.add(file);
			for (const target of readPage(file).targets.filter((one) => !isOutside(one))) {
				const path = target.split('#')[0]!;
				const goal = join(file, '..', path);
				if (path.endsWith('.md')) visit(goal);
			}
		};
		visit('README.md');
		expect(pages.map(({ file }) => file).filter((file) => !seen.has(file))).toEqual([]);
	});

	it('is looked up, so that a link that leads nowhere is found', () => {
		const page = readPage('docs/made.md', 'See [it](../README.md#not-there), [no](gone.md).');
		expect(page.targets.map((target) => deadEnd(page, target))).toEqual([
			'../README.md#not-there has no such heading',
			'gone.md is not there',
		]);
	});

	it('shows every picture', () => {
		const shown = pages.flatMap(({ file, targets }) =>
			targets.map((to) => join(file, '..', to)),
		);
		expect(shown).toEqual(expect.arrayContaining(filesIn('docs/pictures', '.png')));
	});
});
