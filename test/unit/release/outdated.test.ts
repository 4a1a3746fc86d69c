import { parse } from 'yaml';
import { behind, heldBack } from '../../../tools/release/release';
import { manifest, readText } from '../documents/page';

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
