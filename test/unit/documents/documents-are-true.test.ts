import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node';
import { CrmMessagingTrigger } from '../../../nodes/CrmMessaging/CrmMessagingTrigger.node';
import { CrmMessagingApi } from '../../../credentials/CrmMessagingApi.credentials';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';
import { endpoints } from '../../../nodes/CrmMessaging/service/endpoints';
import { contentOf } from '../../../nodes/CrmMessaging/service/answer';
import { networkFault, refusalFailure } from '../../../nodes/CrmMessaging/service/failure';
import { exampleFiles, readExample } from '../../../playground/demo/fill-n8n';
import { DEMO_ACCOUNT } from '../../../playground/service/options';
import { allPages, deadEnd, filesIn, manifest, readPage, readText } from './page';

const { scripts, homepage } = manifest;
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

/** Names in italics or bold that n8n shows, but not these nodes. */
const namesOfN8n = [
	'On Error',
	'Continue',
	'Continue (using error output)',
	'Execute Sub-workflow',
	'Run once for each item',
	'Retry On Fail',
	'Loop Over Items',
	'Retry',
	'Retry with currently saved workflow',
	'Predefined Credential Type',
	'Authentication',
	'CRM Messaging Tool',
	'Production URL',
	'Test URL',
	'Crashed',
	'Operation',
	'Clear Deduplication History',
	'From file',
	'From URL',
	'Publish',
	'Execute step',
	'Execute workflow',
	'Settings → Community nodes',
	'Settings → Community nodes → Install',
	'⋯ → Import → From URL',
	'Install a community node',
	'Install',
];

/** The package's code, file by file. */
const source = filesIn('nodes', '.ts').map(readText);

/** Variables of n8n, of its module for community packages, of its version 1, and of our Compose file. */
const variables = new Set([
	...[
		...filesIn('docker', ''),
		...filesIn('node_modules/@n8n/config/dist/configs', '.js'),
	].flatMap((file) => readText(file).match(/\b[A-Z0-9]+(?:_[A-Z0-9]+)+\b/g) ?? []),
	'N8N_COMMUNITY_PACKAGES_ENABLED',
	'N8N_COMMUNITY_PACKAGES_PREVENT_LOADING',
	'N8N_REINSTALL_MISSING_PACKAGES',
	'QUEUE_WORKER_MAX_STALLED_COUNT',
	'WEBHOOK_URL',
]);

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

/** The buttons of the demo's page. */
function demoButtons(): string[] {
	const page = readText('playground/service/page/index.html');
	return [...page.matchAll(/>([^<>]+)<\/(?:button|a)>/g)].map(([, name]) => name!);
}

/** All nodes of the examples, by their names. */
function namesInExamples(): string[] {
	return exampleFiles().flatMap((file) => readExample(file).nodes.map(({ name }) => name));
}

describe('the user pages', () => {
	const files = pages
		.map(({ file }) => file)
		.filter((file) => file === 'README.md' || /^docs\/[\w-]+\.md$/.test(file))
		.filter((file) => file !== 'docs/troubleshooting.md');
	const nodes = [new CrmMessaging(), new CrmMessagingTrigger()];
	const names = new Set([
		...nodes.flatMap(({ description }) => namesIn(description.properties)),
		...namesIn(new CrmMessagingApi().properties),
		...operations.flatMap(({ resource, action }) => [resource.label, action]),
		...operations.flatMap((operation) => namesIn(controlsOf(operation))),
		...nodes.map(({ description }) => description.displayName),
		new CrmMessagingApi().displayName,
		...namesInExamples(),
		...demoButtons(),
		...namesOfN8n,
	]);
	const shortened = [...names].map((name) => name.replace(/ \(.*\)$/, ''));
	const isName = (term: string) => names.has(term) || shortened.includes(term);
	const isNamed = (term: string) => isName(term) || term.split(/: | › /).every(isName);

	it.each(files)('name only fields, options, operations and nodes that exist: %s', (file) => {
		expect(readPage(file).terms.filter((term) => !isNamed(term))).toEqual([]);
	});

	it.each(files)('name only variables that n8n or the files in docker/ have: %s', (file) => {
		const variable = /^(?:N8N|DB|EXECUTIONS|QUEUE|OFFLOAD|WEBHOOK|POSTGRES)_[A-Z0-9_]+/;
		const named = readPage(file).code.flatMap((code) => variable.exec(code)?.[0] ?? []);
		expect(named.filter((name) => !variables.has(name))).toEqual([]);
	});

	it.each(files)('show only keys and values of the output that the code has: %s', (file) => {
		const shown = readPage(file).code.flatMap(
			(code) => /^(\w+): ("?)(\w+)\2$/.exec(code)?.slice(1) ?? [],
		);
		const words = shown.filter((word) => /^[a-z]/i.test(word));
		const known = [...source, JSON.stringify(exampleFiles().map(readExample))];
		const unknown = words.filter((word) => !known.some((text) => text.includes(word)));
		expect(unknown).toEqual([]);
	});

	it('show the demo’s App ID', () => {
		const [appId] = DEMO_ACCOUNT.appIds;
		expect(readPage('docs/messages.md').prose).toContain(`it's \`${appId}\``);
	});
});

describe('docs/errors-and-retries.md', () => {
	const { prose } = readPage('docs/errors-and-retries.md');
	const rows = prose
		.split('\n')
		.filter((line) => line.startsWith('| HTTP') || /`E[A-Z]+`/.test(line));
	const cases = rows.flatMap((row) => {
		const [, error = '', wasSent = ''] = row.split('|').map((cell) => cell.trim());
		const causes = error.match(/\b[1-5]\d\d\b|\bE[A-Z]{4,}\b/g) ?? [];
		return causes.map((cause) => [cause, wasSent] as const);
	});
	const { smsDeliveries: endpoint } = endpoints;

	it('lists the causes of both outcomes', () => {
		expect(new Set(cases.map(([, wasSent]) => wasSent))).toEqual(new Set(['No', 'Maybe']));
	});

	it.each(cases)('shows whether a message was sent after %s: %s', (cause, wasSent) => {
		const { outcome } = /^\d/.test(cause)
			? refusalFailure({ endpoint }, { status: Number(cause), content: contentOf('') })
			: networkFault(endpoint, 'api.example.com', cause);
		expect(outcome === 'unknown' ? 'Maybe' : 'No').toBe(wasSent);
	});
});

describe('the pages for contributors', () => {
	const folders = ['.ci', 'bench', 'nodes', 'playground', 'test', 'tools'];
	const files = folders.flatMap((folder) => filesIn(folder, ''));
	const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));

	it('name files that exist', () => {
		const missing = pages
			.filter(({ file }) => file.startsWith('docs/contributing/'))
			.flatMap(({ code }) => code.map((one) => one.replace(/:\d+$/, '')))
			.filter((one) => /^[\w/-][\w./-]*\.(?:ts|cjs|mjs)$/.test(one) && !isThere(one));
		expect(missing).toEqual([]);
	});
});

describe('the documentation', () => {
	it('has each README section that the editor links to', () => {
		const { anchors } = readPage('README.md');
		const written = ['nodes', 'credentials'].flatMap((folder) =>
			[...filesIn(folder, '.ts'), ...filesIn(folder, '.json')].map((file) => readText(file)),
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
