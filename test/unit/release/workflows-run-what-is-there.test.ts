import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, type Node, parse, parseDocument, visit } from 'yaml';
import { root } from '../../../playground/n8n/node24';
import { everyVersion } from '../../../tools/versions/versions';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
	env?: Record<string, string>;
}

interface Job {
	needs?: string | string[];
	permissions?: Record<string, string>;
	'timeout-minutes': number;
	strategy?: { matrix: Record<string, string[]> };
	steps: Step[];
}

interface Workflow {
	on: Record<string, { tags?: string[] }>;
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const files = globSync('.github/**/*.yml', { cwd: root });
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const workflowOf = (name: string) => parse(textOf(join('.github', 'workflows', name))) as Workflow;
const release = workflowOf('release.yml');
const ci = workflowOf('ci.yml');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

/** Every value of a key in a file, with the comment behind it. */
function valuesOf(file: string, key: string): Array<{ value: string; comment: string }> {
	const found: Array<{ value: string; comment: string }> = [];
	visit(parseDocument(textOf(file)), {
		Map: (_, map) => {
			const value = isMap(map) ? (map.get(key, true) as Node | undefined) : undefined;
			if (isScalar(value)) {
				found.push({ value: String(value.value), comment: value.comment?.trim() ?? '' });
			}
		},
	});
	return found;
}

/** The commands of a step: a matrix puts each of its values in. */
function commandsOf({ strategy }: Job, { run }: Step): string[] {
	if (!run) return [];
	return Object.entries(strategy?.matrix ?? {}).reduce(
		(commands, [name, values]) =>
			[values]
				.flat()
				.flatMap((value) =>
					commands.map((one) => one.replaceAll(`\${{ matrix.${name} }}`, value)),
				),
		[run],
	);
}

const commandsIn = ({ jobs }: Workflow) =>
	Object.values(jobs).flatMap((job) => job.steps.flatMap((step) => commandsOf(job, step)));

describe('the workflows', () => {
	const uses = files.flatMap((file) => valuesOf(file, 'uses').map((one) => ({ file, ...one })));

	it.each(uses)('pin what they use to a commit: $value in $file', ({ value, comment }) => {
		if (value.startsWith('./')) {
			expect(existsSync(join(root, value, 'action.yml'))).toBe(true);
			return;
		}
		expect(value).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
		expect(comment).toMatch(/^v\d+\.\d+\.\d+$/);
	});

	it('use one commit of each action', () => {
		const pins = uses.filter(({ value }) => !value.startsWith('./'));
		const names = new Set(pins.map(({ value }) => value.split('@')[0]));
		expect(new Set(pins.map(({ value }) => value)).size).toBe(names.size);
	});

	it('put no text from outside into a command', () => {
		const taken = files
			.flatMap((file) => valuesOf(file, 'run'))
			.flatMap(({ value }) =>
				[...value.matchAll(/\$\{\{(.*?)\}\}/g)].map(([, name]) => name!.trim()),
			);
		// Its values stand in the workflow itself.
		expect(new Set(taken)).toEqual(new Set(['matrix.command']));
	});

	it('may read, and only the job that publishes may ask for a token of npm', () => {
		for (const { permissions, jobs } of [release, ci]) {
			expect(permissions).toEqual({ contents: 'read' });
			for (const [name, job] of Object.entries(jobs)) {
				const more = { contents: 'read', 'id-token': 'write' };
				expect(job.permissions).toEqual(name === 'publish' ? more : undefined);
			}
		}
		for (const file of files) expect(textOf(file)).not.toContain('secrets.');
	});

	it('leave no credential behind in the checkout, and every job ends', () => {
		for (const job of [release, ci].flatMap(({ jobs }) => Object.values(jobs))) {
			const [checkout] = job.steps;
			expect(checkout!.uses).toMatch(/^actions\/checkout@/);
			expect(checkout!.with).toEqual({ 'persist-credentials': false });
			expect(job['timeout-minutes']).toBeLessThanOrEqual(120);
		}
	});
});

describe('the release', () => {
	const { publish, ...others } = release.jobs;

	it('is started by nothing but a tag that looks like a version', () => {
		expect(Object.keys(release.on)).toEqual(['push']);
		expect(release.on.push!.tags).toEqual(['[0-9]+.[0-9]+.[0-9]+*']);
	});

	it('publishes when all others have passed, each of them after the tag was looked at', () => {
		expect([publish!.needs].flat().sort()).toEqual(Object.keys(others).sort());
		for (const [name, { needs }] of Object.entries(others)) {
			expect(needs).toBe(name === 'tag' ? undefined : 'tag');
		}
	});

	it('runs every kind of test there is, apart from those that look for more', () => {
		const run = commandsIn(release).join('\n');
		const inner = (name: string): string[] => [
			name,
			...[...(scripts[name] ?? '').matchAll(/npm run ([\w:-]+)/g)].flatMap(([, one]) =>
				inner(one!),
			),
		];
		const started = [...run.matchAll(/npm (?:run )?([\w:-]+)/g)].flatMap(([, name]) =>
			inner(name!),
		);
		// They try other values or other code than usual, as long as someone likes to wait.
		const lookForMore = ['test:explore', 'test:mutation', 'test:rounds'];
		const tests = Object.keys(scripts).filter((name) => name.startsWith('test'));
		expect(tests.filter((name) => !started.includes(name)).sort()).toEqual(lookForMore);
	});

	it('tries every version of n8n there is a folder of, and the one of this checkout', () => {
		const { strategy, steps } = release.jobs.versions!;
		expect(strategy!.matrix.version).toEqual(everyVersion().map(({ core }) => core));
		expect(steps.at(-1)).toMatchObject({
			run: 'npm run test:versions -- "$VERSION"',
			env: { VERSION: '${{ matrix.version }}' },
		});
	});
});
