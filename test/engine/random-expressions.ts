import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

const plain = fc.oneof(
	fc.constantFrom('Ana', 'maría josé', 'O’Neill', '', ' a b ', 'ZÜRICH', '1', '-3.5', 'true'),
	fc.constantFrom('2026-05-01', '{"a":1}', '{{ 1 }}', '}}', '"quoted" \'too\'', 'a\nb', '\\'),
	fc.constantFrom('\ud800', '😀', 0, 2, -0, 12345.678, NaN, Infinity),
	fc.constantFrom(true, false, null, undefined),
	fc.string({ maxLength: 6 }),
);

const keys = ['a', 'name', 'tags', 'guest', 'first name', '0', 'length'];
/** Keys that every object inherits, that the engine blocks, or that need another notation. */
const oddKeys = [
	...['toString', 'constructor', '__proto__', 'prototype', 'then', 'caller', 'isEmpty'],
	...['$x', '_id', 'é', '-1', '', 'a}}', '{{a', 'json', 'isProxy', 'toJSON'],
];

const anyValue = fc.anything({
	key: fc.constantFrom(...keys, ...oddKeys),
	values: [plain, fc.string({ unit: 'binary' }), fc.double(), fc.date({ noInvalidDate: true })],
	maxKeys: 3,
	maxDepth: 2,
});

/** Data of an item, mostly plain, with keys of the expressions. */
export const randomItem = fc.record(
	Object.fromEntries(
		keys.map((key) => [key, fc.oneof({ weight: 3, arbitrary: plain }, anyValue)]),
	),
	{ requiredKeys: [] },
) as fc.Arbitrary<IDataObject>;

const nodes = ['Input', 'Middle', 'Side', 'Probe', 'Nowhere', "It's"];
const root = fc.oneof(
	{ weight: 3, arbitrary: fc.constant('$json') },
	fc.constantFrom('$input.item.json', '$input.first().json', '$input.last().json'),
	{
		weight: 4,
		arbitrary: fc
			.tuple(fc.constantFrom(...nodes), fc.constantFrom('item', 'first()', 'last()'))
			.map(([node, which]) => `$(${JSON.stringify(node)}).${which}.json`),
	},
	fc.constantFrom(...nodes).map((node) => `$node[${JSON.stringify(node)}].json`),
);
const step = fc.oneof(
	fc.constantFrom('.a', '?.a', '.name', '?.tags', '.guest', "['a']", '[0]', '.missing'),
	fc.constantFrom('.a', '.name', '.guest.a', '.tags[0]', '.tags[1]', '["first name"]'),
	fc.constantFrom('.toString', '[1]', '[01]', '.length', "['a']", '["first name"]', '?.["a"]'),
	fc.constantFrom(...oddKeys).map((key) => `["${key}"]`),
);
const path = fc
	.tuple(root, fc.array(step, { maxLength: 3 }))
	.map(([start, steps]) => start + steps.join(''));

/** Code that isn't followed, and that throws or returns what n8n can't print alike. */
const computed = fc.constantFrom(
	...`$json.a.trim() | [$json.a, 1] | $json.tags | () => 1 | $json.name.trim | $json. | $json.a // b |
	DateTime.fromISO("2026-05-01") | DateTime.fromISO("x") | (1).toFixed(200) | $json.a ?? "guest" |
	({ a: 1 }) | new Date(0) | $itemIndex | null | $json["x"]["y"].z | $json .a | $json |
	$('Input').all().length`.split(/\s*\|\s+/),
	'',
	'$json.a\n.trim()',
);
const code = fc.oneof({ weight: 5, arbitrary: path }, { weight: 1, arbitrary: computed });
const braced = fc
	.tuple(fc.constantFrom('', ' ', '\n'), code, fc.constantFrom('', ' '))
	.map(([before, inner, after]) => `{{${before}${inner}${after}}}`);
const around = fc.constantFrom(
	...['', ' ', 'Dear ', ', your room ', '\n', '\\', '\\\\', 'a\\\\b', '}}', '{', "it's ", '😀'],
);

/** An expression: code alone, or a text of several parts. */
export const randomExpression: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: braced.map((one) => `=${one}`) },
	fc
		.tuple(fc.array(fc.tuple(around, braced), { maxLength: 3 }), around)
		.map(([parts, end]) => `=${parts.flat().join('')}${end}`),
);
