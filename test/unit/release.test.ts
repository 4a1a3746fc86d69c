import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { everyVersion } from '../../tools/versions';
import { manifest, readText, root } from './documents/page';
import {
	behind,
	heldBack,
	filesWithVersion,
	tagFindings,
	withRelease,
	withVersion,
} from '../../tools/release/release';

interface Job {
	needs?: string | string[];
	permissions?: Record<string, string>;
	environment?: string;
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
				const more = { 'id-token': 'write' };
				expect(job.permissions).toEqual(name === 'publish' ? more : undefined);
				if (name !== 'publish') {
					expect(job.steps[0]!.with).toMatchObject({ 'persist-credentials': false });
				}
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
			...[...(scripts[name] ?? '').matchAll(/ (test:\w+)/g)].flatMap(([, one]) =>
				inner(one!),
			),
		];
		const named = [...readText(releaseFile).matchAll(/test:\w+|(?<=npm )test\b/g)].map(String);
		const started = named.flatMap(inner);
		// They try other values or other code than usual, for as long as you let them.
		const openEnded = ['test:explore', 'test:mutation'];
		const tests = Object.keys(scripts).filter((name) => name.startsWith('test'));
		expect(tests.filter((name) => !started.includes(name)).sort()).toEqual(openEnded);
	});

	it('publishes the packed tarball of a job without rights, and installs nothing next to them', () => {
		const { pack, publish } = release!.jobs!;
		expect(pack!.steps.map(({ run }) => run).filter(Boolean)).toEqual([
			'npm run build',
			'npm run test:gate',
			'npm pack',
		]);
		const [command, ...others] = publish!.steps.map(({ run }) => run).filter(Boolean);
		expect(command).toMatch(/^npm publish \.\/\*\.tgz --ignore-scripts --provenance /);
		expect(others).toEqual([]);
		const actions = publish!.steps.flatMap(
			({ uses = '' }) => /\/([a-z-]+)@/.exec(uses)?.[1] ?? [],
		);
		expect(actions).toEqual(['download-artifact', 'setup-node']);
		expect(publish!.environment).toBe('npm');
		expect(publish!.needs).toEqual(
			Object.keys(release!.jobs!).filter((one) => one !== 'publish'),
		);
	});

	it('tests every version of n8n that has a folder, and the one of this checkout', () => {
		const { strategy } = release!.jobs!.versions!;
		expect(strategy!.matrix.version).toEqual(everyVersion().map(({ core }) => core));
	});
});

const page = readText('docs/contributing/dependencies.md');

describe('a library', () => {
	const [held] = heldBack(page);

	it.each([
		['is behind', 'yaml', '2.9.0', '2.10.0', 1],
		['is newer than what npm calls the latest', 'yaml', '10.0.0', '9.6.1', 0],
		['has a reason on the page', held!, '9.29.0', '10.15.0', 0],
	])('that %s', (_, name, current, latest, count) => {
		const found = behind({ [name]: { current, latest } }, page);
		expect(found).toHaveLength(count);
		for (const sentence of found) expect(sentence).toContain(`${name} is ${current}`);
	});

	it('that is held back is a devDependency, and ignored by Dependabot', () => {
		expect(Object.keys(manifest.devDependencies)).toEqual(
			expect.arrayContaining(heldBack(page)),
		);
		const { updates } = parse(readText('.github/dependabot.yml')) as {
			updates: Array<{ ignore?: Array<{ 'dependency-name': string }> }>;
		};
		const ignored = updates.flatMap(({ ignore = [] }) => ignore);
		expect(ignored.map((one) => one['dependency-name'])).toEqual(heldBack(page));
	});
});

const day = '2026-11-22';
const prepared = {
	version: '1.2.3',
	changelog: `# Changelog\n\n## [1.2.3] - ${day}\n\n- New.\n`,
};

describe('a tag', () => {
	it('is published if it matches the prepared version', () => {
		expect(tagFindings('1.2.3', prepared)).toEqual([]);
	});

	it.each([
		['it is another version', 'v1.2.3', {}, '“v1.2.3”, package.json has 1.2.3'],
		[
			'the changelog has no date',
			'1.2.3',
			{ changelog: '## [1.2.3] - unreleased\n' },
			'CHANGELOG',
		],
		[
			'the changelog has another version',
			'1.2.3',
			{ changelog: `## [1.2.30] - ${day}\n` },
			'CHANGELOG',
		],
	])('is rejected when %s', (_, tag, change, finding) => {
		const findings = tagFindings(tag, { ...prepared, ...change });
		expect(findings).toEqual([expect.stringContaining(finding)]);
	});
});

test('the changelog gets the release date instead of “Unreleased”, once', () => {
	const before = '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [1.2.2] - 2026-10-01\n';
	const after = withRelease(before, '1.2.3', day);
	expect(after).toBe(before.replace('[Unreleased]', `[1.2.3] - ${day}`));
	for (const version of ['1.2.3', '1.2.4']) {
		expect(() => withRelease(after, version, day)).toThrow('CHANGELOG.md');
	}
});

test.each(filesWithVersion)('%s gets the release version, and nothing else changes', (file) => {
	const text = readText(file);
	const changed = withVersion(text, '98.7.6-beta.5');
	expect(changed).toContain('98.7.6-beta.5');
	expect(changed.split('\n').filter((line) => !text.includes(line))).toHaveLength(1);
});
