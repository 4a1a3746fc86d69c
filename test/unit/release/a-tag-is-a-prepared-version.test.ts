import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../playground/n8n/node24';
import {
	filesWithVersion,
	isReleased,
	tagFindings,
	withRelease,
	withVersion,
} from '../../../tools/release/release';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	version: string;
};
const day = '2026-11-22';
const prepared = {
	version: '1.2.3',
	changelog: `# Changelog\n\n## [1.2.3] - ${day}\n\n- New.\n`,
	hasSavedWorkflows: true,
};

describe('a tag', () => {
	it('is published when it is the version that was prepared', () => {
		expect(tagFindings('1.2.3', prepared)).toEqual([]);
	});

	it.each(['1.2.4', 'v1.2.3', '1.2.3\n'])('is refused when it is another: %j', (tag) => {
		expect(tagFindings(tag, prepared)).toEqual([
			expect.stringContaining(`“${tag}”, package.json has 1.2.3`),
		]);
	});

	it.each([
		['the changelog has no day', { changelog: '## [1.2.3] - unreleased\n' }, 'CHANGELOG.md'],
		['the changelog knows another', { changelog: `## [1.2.30] - ${day}\n` }, 'CHANGELOG.md'],
		['no workflows were saved', { hasSavedWorkflows: false }, 'test/saved-workflows/'],
	])('is refused when %s', (_, change, place) => {
		const findings = tagFindings('1.2.3', { ...prepared, ...change });
		expect(findings).toEqual([expect.stringContaining(place)]);
		expect(findings[0]).toContain('npm run release -- 1.2.3');
	});
});

describe('the changelog', () => {
	it('gets the day in place of “Unreleased”', () => {
		const before = '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [1.2.2] - 2026-10-01\n';
		const after = withRelease(before, '1.2.3', day);
		expect(after).toBe(before.replace('[Unreleased]', `[1.2.3] - ${day}`));
		expect(isReleased(after, '1.2.3')).toBe(true);
		expect(isReleased(before, '1.2.3')).toBe(false);
	});

	it('is not dated twice, nor without a word on what is new', () => {
		const released = `## [1.2.3] - ${day}\n`;
		expect(() => withRelease(released, '1.2.3', day)).toThrow('already has the day of 1.2.3');
		expect(() => withRelease(released, '1.2.4', day)).toThrow('Write what is new there first');
	});

	it('of this checkout can be dated, or has been', () => {
		const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
		const dated = isReleased(changelog, version)
			? changelog
			: withRelease(changelog, version, day);
		expect(isReleased(dated, version)).toBe(true);
	});
});

describe('the files that a release gives its version', () => {
	it.each(filesWithVersion)('%s gets it, and nothing else changes', (file) => {
		const text = readFileSync(join(root, file), 'utf8');
		const changed = withVersion(text, '98.7.6-beta.5');
		expect(changed).toContain('98.7.6-beta.5');
		expect(changed.split('\n').filter((line) => !text.includes(line))).toHaveLength(1);
		expect(withVersion(changed, version)).toBe(text);
	});
});
