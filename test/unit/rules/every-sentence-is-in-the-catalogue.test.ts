import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isPredicate } from '../../../nodes/CrmMessaging/fields/inputError';
import { groups } from '../../../tools/troubleshooting';

const nodes = join(__dirname, '../../../nodes/CrmMessaging');
const source = (readdirSync(nodes, { recursive: true }) as string[])
	.filter((name) => name.endsWith('.ts'))
	.map((name) => ({ name, text: readFileSync(join(nodes, name), 'utf8') }));
const textOf = (files: typeof source) => files.map(({ text }) => text).join('\n');
const catalogue = textOf(source.filter(({ name }) => name.startsWith('catalogue/')));
const code = textOf(source.filter(({ name }) => !name.startsWith('catalogue/')));

const all = groups.flatMap(({ sentences }) => sentences);
const names = all.map((sentence) => sentence.code);

describe('the catalogue', () => {
	it('gives each sentence a code of its own', () => {
		expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
	});

	it('is whole on the page', () => {
		const declared = [...catalogue.matchAll(/^\t(\w+): \{( text|$)/gm)].map(([, name]) => name);
		expect(declared.sort()).toEqual([...names].sort());
	});

	it.each(names)('is used: %s', (name) => {
		expect(code).toMatch(new RegExp(`\\.${name}\\b`));
	});

	it.each(all)('has an example of a field where it follows one: $code', ({ example, field }) => {
		expect(field !== undefined).toBe(isPredicate(example.text));
	});
});

describe('the code', () => {
	it('makes no error or hint of a sentence of its own', () => {
		expect(
			code.match(/(InputError|CredentialError|hint|hints\.add|alarm)\(\s*['"`]/g),
		).toBeNull();
	});
});
