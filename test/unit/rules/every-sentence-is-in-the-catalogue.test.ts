import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isPredicate } from '../../../nodes/CrmMessaging/fields/inputError';
import { groups } from '../../../tools/troubleshooting';
import { itIsCurrent } from './page-tool';

const nodes = join(__dirname, '../../../nodes/CrmMessaging');
const source = (readdirSync(nodes, { recursive: true }) as string[])
	.filter((name) => name.endsWith('.ts'))
	.map((name) => ({ name, text: readFileSync(join(nodes, name), 'utf8') }));
const [catalogue, code] = [true, false].map((isIn) =>
	source
		.filter(({ name }) => name.startsWith('catalogue/') === isIn)
		.map(({ text }) => text)
		.join('\n'),
) as [string, string];

const sentences = groups.flatMap((group) => group.sentences);
const all = sentences.map(({ code: name, example, field, more }) => ({
	name,
	...example,
	field,
	more,
}));

describe('the catalogue', () => {
	it('gives each sentence a code of its own', () => {
		const names = all.map(({ name }) => name);
		expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
	});

	it('is whole on the page', () => {
		const declared = [...catalogue.matchAll(/^\t(\w+): \{( text|$)/gm)].map(([, name]) => name);
		expect(declared.sort()).toEqual(all.map(({ name }) => name).sort());
	});

	it.each(all)('is used: $name', ({ name }) => {
		expect(code).toMatch(new RegExp(`\\.${name}\\b`));
	});

	it.each(all)('has an example of a field where it follows one: $name', ({ text, field }) => {
		expect(field !== undefined).toBe(isPredicate(text));
	});

	itIsCurrent('troubleshooting.md');
});

describe('the code', () => {
	it('makes no error or hint of a sentence of its own', () => {
		expect(
			code.match(/(InputError|CredentialError|hint|hints\.add|alarm)\(\s*['"`]/g),
		).toBeNull();
	});
});
