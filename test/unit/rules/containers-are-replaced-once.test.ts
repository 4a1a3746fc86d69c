import fc from 'fast-check';
import { placeholdersOf, fillTemplate } from '../../../nodes/CrmMessaging/interface/template';
import { forMany } from './rule';

/** A part of a message; a container has a name. */
type Piece = { text: string; name?: string };

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
	const brace = /[{}]/.exec(message.slice(start));
	return brace?.[0] === '}' ? start + brace.index : -1;
}

const names = ['name', 'Name', 'a b', '$&', '__proto__', 'constructor', '%', 'ñ😀', ' '];
const fragment = fc.constantFrom(
	...names.flatMap((name) => [`%{${name}}`, `%%{${name}}`]),
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
			const filled = piecesOf(text).map(({ text: own, name = 'none' }) =>
				Object.hasOwn(values, name) ? String(values[name]) : own,
			);
			expect(fillTemplate(text, values)).toBe(filled.join(''));
		});
	});

	it.each([
		['names in another replacement', '%{a} %{b}', { a: '%{b}', b: '%{a}' }, '%{b} %{a}'],
		['a literal container', '100%%{a} %{a}', { a: 'Ana' }, '100%{a} Ana'],
		['braces inside braces', '%{a{a}} %{a%{a}}', { a: 'Ana' }, '%{a{a}} %{aAna}'],
	])('survive %s', (_what, text, values, filled) => {
		expect(fillTemplate(text, values)).toBe(filled);
	});
});
