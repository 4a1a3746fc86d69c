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
	it('has a unique code for each sentence', () => {
		expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
	});

	it('is listed completely on the troubleshooting page', () => {
		const declared = [...catalogue.matchAll(/^\t(\w+): \{( text|$)/gm)].map(([, name]) => name);
		expect(declared.sort()).toEqual([...names].sort());
	});

	it.each(names)('has no unused sentence: %s', (name) => {
		expect(code).toMatch(new RegExp(`\\.${name}\\b`));
	});

	it.each(all)(
		'has an example field if the sentence continues one: $code',
		({ example, field }) => {
			expect(field !== undefined).toBe(isPredicate(example.text));
		},
	);
});

describe('the code', () => {
	it('creates no error or hint from a literal sentence', () => {
		expect(
			code.match(/(InputError|CredentialError|hint|hints\.add|alarm)\(\s*['"`]/g),
		).toBeNull();
	});
});
