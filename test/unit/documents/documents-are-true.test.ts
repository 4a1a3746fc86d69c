import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node';
import { CrmMessagingTrigger } from '../../../nodes/CrmMessaging/CrmMessagingTrigger.node';
import { CrmMessagingApi } from '../../../credentials/CrmMessagingApi.credentials';
import { operations } from '../../../nodes/CrmMessaging/actions';
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
/** Commands of the pages that aren't scripts of package.json; a test runs each. */
const commands = [
	// npm-start.test.ts
	/^curl -X POST http:\/\/localhost:5678\/webhook\//,
	// installation.test.ts
	/^mkdir -p ~\/\.n8n\/nodes$/,
	/^cd ~\/\.n8n\/nodes$/,
	/^cp \S+ ~\/\.n8n$/,
	/^npm install --legacy-peer-deps \.\.\/n8n-nodes-crm-messaging-/,
	/^npm (ci|pack)$/,
	/^docker (cp|exec|restart) /,
];

/** Words in italics or bold that n8n shows, but not these nodes. */
const wordsOfN8n = [
	'On Error',
	'Continue',
	'Continue (using error output)',
	'Execute Sub-workflow',
	'Retry On Fail',
	'Loop Over Items',
	'Retry',
	'Retry with currently saved workflow',
	'Predefined Credential Type',
	'CRM Messaging Tool',
	'Production URL',
	'Test URL',
	'Crashed',
];

/** The commands of a piece of shell code, one per line; a line that ends with \ continues. */
function commandsIn(text: string): string[] {
	const lines = text.replace(/\\\n\s*/g, '').split('\n');
	return lines.map((line) => line.replace(/\s+#.*$/, '').trim()).filter(Boolean);
}

/** The script of package.json that a command runs; undefined for another command. */
function scriptOf(command: string): string | undefined {
	const [, named, short] = /^npm (?:run ([\w:-]+)|(start|test)\b)/.exec(command) ?? [];
	return named ?? short;
}

describe.each(cases)('$file', ({ page }) => {
	it('has no dead links', () => {
		expect(page.targets.flatMap((target) => deadEnd(page, target) ?? [])).toEqual([]);
	});

	it('has only commands that are scripts or that a test runs', () => {
		const shell = page.blocks.filter(({ language }) => ['sh', 'bash'].includes(language));
		const mentioned = page.code.filter((one) => scriptOf(one) !== undefined);
		const unknown = [...mentioned, ...shell.flatMap(({ text }) => commandsIn(text))].filter(
			(command) => {
				const script = scriptOf(command);
				if (script !== undefined) return !Object.hasOwn(scripts, script);
				return !commands.some((pattern) => pattern.test(command));
			},
		);
		expect(unknown).toEqual([]);
	});
});

/** Every label of a form, including those of its choices. */
function namesIn(properties: readonly INodeProperties[]): string[] {
	return properties.flatMap((property) => [
		property.displayName,
		...(property.options ?? []).flatMap((option) => {
			if ('values' in option) return [option.displayName, ...namesIn(option.values)];
			return 'displayName' in option ? namesIn([option]) : [option.name];
		}),
	]);
}

describe('the user pages', () => {
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

	it.each(files)('use the labels of the form: %s', (file) => {
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

describe('the documentation', () => {
	it('has each README section that the editor links to', () => {
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

	it('is reachable from the README, page by page', () => {
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

	it('shows every picture', () => {
		const shown = pages.flatMap(({ file, targets }) =>
			targets.map((to) => join(file, '..', to)),
		);
		expect(shown).toEqual(expect.arrayContaining(filesIn('docs/pictures', '.png')));
	});
});
