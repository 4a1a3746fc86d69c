import { globSync } from 'node:fs';
import { parse } from 'yaml';
import { readText, root } from './documents/page';
import {
	filesWithVersion,
	tagFindings,
	withRelease,
	withVersion,
} from '../../tools/release/release';

interface Job {
	permissions?: Record<string, string>;
	environment?: string;
	needs?: string[];
	steps: Array<{ uses?: string; run?: string }>;
}

const workflows = globSync('.github/**/*.yml', { cwd: root }).map(readText);
const { permissions, jobs } = parse(readText('.github/workflows/release.yml')) as {
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
};

describe('the workflows', () => {
	it('pin each action to a commit, use no stored secret, and put no external text into a command', () => {
		for (const text of workflows) {
			const uses = [...text.matchAll(/uses: (?!\.\/)(.*)$/gm)].map(([, use]) => use!);
			const pinned = /^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
			expect(uses.filter((use) => !pinned.test(use))).toEqual([]);
			expect(text).not.toContain('secrets.');
			expect(text.match(/run: .*\$\{\{(?! matrix\.command \}\}).*/g)).toBeNull();
		}
	});

	it('publish only what the other jobs have tested and packed, without installing anything', () => {
		expect(permissions).toEqual({ contents: 'read' });
		const { publish, ...others } = jobs;
		expect(Object.values(others).filter((job) => job.permissions)).toEqual([]);
		expect(publish).toMatchObject({ permissions: { 'id-token': 'write' }, environment: 'npm' });
		expect(publish!.needs).toEqual(Object.keys(others));
		const [download, node, run, ...more] = publish!.steps;
		expect([download!.uses, node!.uses]).toEqual([
			expect.stringMatching('/download-artifact@'),
			expect.stringMatching('/setup-node@'),
		]);
		expect(run!.run).toMatch(/^npm publish \.\/\*\.tgz --ignore-scripts --provenance /);
		expect(more).toEqual([]);
	});
});

const changelog = '# Changelog\n\n## [1.2.3] - 2026-11-22\n\n- New.\n';

it.each([
	['1.2.3', changelog, []],
	['v1.2.3', changelog, ['“v1.2.3”, package.json has 1.2.3']],
	['1.2.3', '## [1.2.3] - unreleased\n', ['CHANGELOG']],
	['1.2.3', '## [1.2.30] - 2026-11-22\n', ['CHANGELOG']],
])(
	'the tag %s is published only if it and the changelog fit the version: %j',
	(tag, text, words) => {
		const findings = tagFindings(tag, { version: '1.2.3', changelog: text });
		expect(findings).toEqual(words.map((one) => expect.stringContaining(one) as string));
	},
);

it('a release dates the changelog once, and changes the version in all its files', () => {
	const before = changelog.replace('[1.2.3] - 2026-11-22', '[Unreleased]');
	expect(withRelease(before, '1.2.3', '2026-11-22')).toBe(changelog);
	expect(() => withRelease(changelog, '1.2.3', '2026-11-22')).toThrow('CHANGELOG.md');
	for (const text of filesWithVersion.map(readText)) {
		const changed = withVersion(text, '98.7.6-beta.5').split('\n');
		expect(changed.filter((line) => line.includes('98.7.6-beta.5'))).toHaveLength(1);
		expect(changed.filter((line) => !text.includes(line))).toHaveLength(1);
	}
});
