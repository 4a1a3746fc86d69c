import fc from 'fast-check';
import { placeholdersOf, fillTemplate } from '../../../nodes/CrmMessaging/interface/template';
import { forAll, forMany } from './rule';

interface Piece {
	text: string;
	/** The container's name; undefined for plain text. */
	name?: string;
}

/** Reads a message character by character; shares nothing with the rule it is compared with. */
function piecesOf(message: string): Piece[] {
	const pieces: Piece[] = [];
	let at = 0;
	while (at < message.length) {
		const literal = message.startsWith('%%{', at);
		const start = at + (literal ? 3 : 2);
		const end = message.startsWith('%{', at) || literal ? endOfName(message, start) : -1;
		if (end <= start) {
			pieces.push({ text: message.charAt(at++) });
			continue;
		}
		const name = message.slice(start, end);
		pieces.push(literal ? { text: `%{${name}}` } : { text: `%{${name}}`, name });
		at = end + 1;
	}
	return pieces;
}

/** Where the brace closes that ends a name; -1 when another opens first or none closes. */
function endOfName(message: string, start: number): number {
	for (let at = start; at < message.length; at++) {
		if (message.charAt(at) === '}') return at;
		if (message.charAt(at) === '{') return -1;
	}
	return -1;
}

const names = ['name', 'Name', 'a b', '$&', '__proto__', 'constructor', '%', 'ñ😀', ' '];
const fragment = fc.constantFrom(
	...names.map((name) => `%{${name}}`),
	...names.map((name) => `%%{${name}}`),
	...['%', '%%', '{', '}', '%{', '%%{', '%{}', '{name}', '%{a%{name}}', '$&', '$1', '\n', 'Hi '],
);
const message = fc
	.array(fc.oneof(fragment, fc.string({ maxLength: 3 })))
	.map((all) => all.join(''));
const replacement = fc.oneof(fragment, fc.constantFrom('$&', '$`', '$1', '', 0, true), fc.string());
const replacements = fc
	.array(fc.tuple(fc.constantFrom(...names, 'unused'), replacement))
	.map((pairs): Record<string, unknown> => Object.fromEntries(pairs));

describe('the containers of a message', () => {
	it('are found as a reading character by character finds them, each once and in order', () => {
		forMany(1000, message, (text) => {
			const found = piecesOf(text).flatMap(({ name }) => (name === undefined ? [] : [name]));
			expect(placeholdersOf(text)).toEqual([...new Set(found)]);
		});
	});

	it('are replaced where a replacement exists, in one pass', () => {
		forMany(1000, message, replacements, (text, values) => {
			const expected = piecesOf(text)
				.map(({ text: own, name }) =>
					name !== undefined && Object.hasOwn(values, name) ? String(values[name]) : own,
				)
				.join('');
			expect(fillTemplate(text, values)).toBe(expected);
		});
	});

	it('are never expanded again in what replaced them', () => {
		const twice = { name: '%{other}', other: '%{name}' };
		expect(fillTemplate('%{name} %{other}', twice)).toBe('%{other} %{name}');
		expect(fillTemplate('%%{name}', twice)).toBe('%{name}');
	});

	it.each([
		['a $ in a replacement', '%{a}|%{b}', { a: '$&', b: "$'" }, "$&|$'"],
		['a name of every object', '%{__proto__} %{toString}', {}, '%{__proto__} %{toString}'],
		['names in another case', '%{Name}', { name: 'Ana' }, '%{Name}'],
		['a literal container', '100%%{name} %{name}', { name: 'Ana' }, '100%{name} Ana'],
		['braces inside braces', '%{a{name}} %{a%{name}}', { name: 'Ana' }, '%{a{name}} %{aAna}'],
		['an empty replacement', 'Hi %{name}!', { name: '' }, 'Hi !'],
	])('survive %s', (_what, text, values, filled) => {
		expect(fillTemplate(text, values)).toBe(filled);
	});

	it('are left alone in a message that has none', () => {
		forAll(
			fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('%{')),
			replacements,
			(text, values) => {
				expect(placeholdersOf(text)).toEqual([]);
				expect(fillTemplate(text, values)).toBe(text);
			},
		);
	});
});
