import {
	filesWithVersion,
	tagFindings,
	withRelease,
	withVersion,
} from '../../../tools/release/release';
import { readText } from '../documents/page';

const day = '2026-11-22';
const prepared = {
	version: '1.2.3',
	changelog: `# Changelog\n\n## [1.2.3] - ${day}\n\n- New.\n`,
	hasSavedWorkflows: true,
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
		['no workflows were saved', '1.2.3', { hasSavedWorkflows: false }, 'test/saved-workflows/'],
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
