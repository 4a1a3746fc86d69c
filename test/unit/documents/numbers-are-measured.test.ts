import { measured, others } from './numbers';
import { readPage } from './page';

/** The prose of a page without code, the targets of links, and the numbers of list entries. */
function proseOf(file: string): string {
	return readPage(file)
		.prose.replace(/`[^`\n]*`/g, '')
		.replace(/\]\([^)]*\)/g, ']')
		.replace(/^\d+\. /gm, '');
}

/** Numbers in a text that no fragment accounts for, each with what is around it. */
function numbersLeft(text: string, fragments: readonly string[]): string[] {
	const rest = [...fragments, ...others].reduce<string>(
		(left, known) => left.replaceAll(known, ''),
		text,
	);
	return rest.replaceAll('n8n', '').match(/.{0,20}(?<![\w#])\d[\d.,:]*.{0,20}/g) ?? [];
}

describe.each(Object.keys(measured))('the numbers of %s', (file) => {
	const prose = proseOf(file);

	it('are as measured', () => {
		expect(measured[file]!.filter((fragment) => !prose.includes(fragment))).toEqual([]);
	});

	it('are digits, so that they are found', () => {
		const units = 'seconds|minutes|hours|days|times|tries|requests|items|contacts|messages';
		const words = 'three|four|five|six|seven|eight|nine|ten|hundred|thousand|million';
		expect(prose.match(new RegExp(`\\b(?:${words}) (?:${units})\\b`, 'gi')) ?? []).toEqual([]);
	});

	it('are all looked up', () => {
		expect(numbersLeft(prose, measured[file]!)).toEqual([]);
	});
});

it('a number that nothing measures is found', () => {
	expect(numbersLeft('It waits 3 hours. n8n answers 401.', [])).toEqual([
		expect.stringContaining('3 hours') as string,
	]);
	expect(numbersLeft('It waits 3 hours.', ['waits 3 hours'])).toEqual([]);
});
