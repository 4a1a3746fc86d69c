import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { everyVersion } from '../../../tools/versions';
import { manifest, readText, root } from '../documents/page';

interface Job {
	needs?: string | string[];
	permissions?: Record<string, string>;
	'timeout-minutes': number;
	strategy?: { matrix: Record<string, string[]> };
	steps: Array<{ uses?: string; run?: string; with?: Record<string, unknown> }>;
}

/** A workflow; an action has `runs` in place of jobs. */
interface Workflow {
	on: Record<string, { tags?: string[] }>;
	permissions?: Record<string, string>;
	jobs?: Record<string, Job>;
	runs?: Pick<Job, 'steps'>;
}

const files = globSync('.github/**/*.yml', { cwd: root });
const read = (file: string) => parse(readText(file)) as Workflow;
const releaseFile = join('.github', 'workflows', 'release.yml');
const [release, ci] = [releaseFile, join('.github', 'workflows', 'ci.yml')].map(read);

describe('the workflows', () => {
	const uses = files.flatMap((file) =>
		[...readText(file).matchAll(/uses: (\S+)(?: # (.*))?$/gm)].map(
			([, value, comment = '']) => ({
				value: value!,
				comment,
			}),
		),
	);

	it.each(uses)('pin each action to a commit: $value', ({ value, comment }) => {
		if (value.startsWith('./')) {
			expect(existsSync(join(root, value, 'action.yml'))).toBe(true);
			return;
		}
		expect(value).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
		expect(comment).toMatch(/^v\d+\.\d+\.\d+$/);
	});

	it('put no external text into a command', () => {
		const steps = files.flatMap((file) => {
			const { jobs = {}, runs = { steps: [] } } = read(file);
			return [...Object.values(jobs), runs].flatMap((one) => one.steps);
		});
		const expressions = steps.flatMap(({ run = '' }) => run.match(/\$\{\{.*?\}\}/g) ?? []);
		// Its values are in the workflow itself.
		expect(new Set(expressions)).toEqual(new Set(['${{ matrix.command }}']));
	});

	it('have read permission only, except that the publish job may request an npm token', () => {
		for (const { permissions, jobs = {} } of [release!, ci!]) {
			expect(permissions).toEqual({ contents: 'read' });
			for (const [name, job] of Object.entries(jobs)) {
				const more = { contents: 'read', 'id-token': 'write' };
				expect(job.permissions).toEqual(name === 'publish' ? more : undefined);
				expect(job.steps[0]!.with).toEqual({ 'persist-credentials': false });
				expect(job['timeout-minutes']).toBeLessThanOrEqual(120);
			}
		}
		for (const file of files) expect(readText(file)).not.toContain('secrets.');
	});
});

describe('the release', () => {
	it('runs every kind of test except the open-ended ones', () => {
		const { scripts } = manifest;
		const inner = (name: string): string[] => [
			name,
			...[...(scripts[name] ?? '').matchAll(/npm run (test:\w+)/g)].flatMap(([, one]) =>
				inner(one!),
			),
		];
		const named = [...readText(releaseFile).matchAll(/test:\w+|(?<=npm )test\b/g)].map(String);
		const started = named.flatMap(inner);
		// They try other values or other code than usual, for as long as you let them.
		const openEnded = ['test:explore', 'test:mutation', 'test:rounds'];
		const tests = Object.keys(scripts).filter((name) => name.startsWith('test'));
		expect(tests.filter((name) => !started.includes(name)).sort()).toEqual(openEnded);
	});

	it('tests every version of n8n that has a folder, and the one of this checkout', () => {
		const { strategy } = release!.jobs!.versions!;
		expect(strategy!.matrix.version).toEqual(everyVersion().map(({ core }) => core));
	});
});
