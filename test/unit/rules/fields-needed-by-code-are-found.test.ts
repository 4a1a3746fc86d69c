import fc from 'fast-check';
import {
	fieldReadsOf,
	valueAt,
	writtenPath,
} from '../../../nodes/CrmMessaging/engine/expressions/plainPath';
import { forMany } from './rule';

const key = fc.oneof(
	fc.stringMatching(/^[A-Za-z_]\w{0,4}$/),
	fc.constantFrom('first name', 'é', '0', '12', "it's", 'a-b'),
);
const path = fc.array(
	key.filter((one) => !(one in {})),
	{ minLength: 1, maxLength: 3 },
);
const roots = [
	'$json',
	'$input.item.json',
	'$input.first().json',
	'$input.last().json',
	"$('A').item.json",
	'$("A b").first().json',
];

describe('the fields that code needs', () => {
	it('are found in plain paths of every way to read an item', () => {
		forMany(500, fc.constantFrom(...roots), path, (root, keys) => {
			const code = ` ${writtenPath(root, keys)} `;
			expect(fieldReadsOf(code)).toMatchObject([{ written: root, path: keys }]);
		});
	});

	it.each([
		['$json.a.trim()', ['a']],
		['$json.first + " " + $json.last', ['first', 'last']],
		['$json.list[0].name.replace(/x/g, "y").toUpperCase()', ['list.0.name']],
		['("Dear " + $json["a b"]).trim()', ['a b']],
		['$json.a.concat($json.b)', ['a', 'b']],
		['$json[$json.key]', ['key']],
	])('are found next to texts and methods: %s', (code, paths) => {
		expect(fieldReadsOf(code).map((one) => one.path.join('.'))).toEqual(paths);
	});

	it('exclude fields whose absence the code handles', () => {
		const decision = fc.constantFrom(
			...["X ?? ''", 'X || "a"', 'X ? X : "a"', 'X?.b', '$ifEmpty(X, "a")', '$if(X, 1, 2)'],
			...['X && "a"', '!X', 'X === 1', 'X.isEmpty()', 'String(X)', '[X].join()', '`${X}`'],
			...['$json.list.map((one) => X)', 'typeof X', '"a" in X', '$max(X, 1)', '{ a: X }.a'],
		);
		forMany(200, decision, path, (code, keys) => {
			const written = writtenPath('$json', keys);
			expect(fieldReadsOf(code.replaceAll('X', written))).toEqual([]);
		});
	});

	it.each(['$json', '$json.toString', 'x.a', '$vars.a', '$now', '"a"', '', '$json.a b'])(
		'aren’t found in other code: %s',
		(code) => expect(fieldReadsOf(code)).toEqual([]),
	);

	it('resolve to their values', () => {
		const data = { a: { b: [{ c: 'x' }], empty: '' }, text: 'Ana', none: null };
		const paths = ['a.b.0.c', 'a.empty', 'text.length', 'none', 'none.b', 'a.b.1.c', 'text.x'];
		expect(paths.map((one) => valueAt(data, one.split('.')))).toEqual([
			'x',
			'',
			3,
			null,
			undefined,
			undefined,
			undefined,
		]);
	});
});
