import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

const words = [
	'Ana',
	'maría josé',
	'O’Neill',
	'',
	' a b ',
	'x',
	'ZÜRICH',
	'1',
	'-3.5',
	'true',
	'null',
];
const oddTexts = ['2026-05-01', '2026-02-30T10:00:00Z', '2026-05-01T10:00:00.000Z', '{"a":1}'];
const moreOddTexts = [
	'a@b.example',
	'{{ 1 }}',
	'}}',
	'"quoted" \'too\'',
	'a\nb',
	'\\',
	'\ud800',
	'😀',
];

const plain = fc.oneof(
	fc.constantFrom(...words, ...oddTexts, ...moreOddTexts),
	fc.constantFrom(0, 1, 2, -0, 1.5, 12345.678, NaN, Infinity, -1, true, false, null, undefined),
	fc.string({ maxLength: 6 }),
	fc.integer({ min: -50, max: 50 }),
);

const keys = ['a', 'b', 'name', 'list', 'guest', 'date', 'first name', 'now', 'length'] as const;

const { data } = fc.letrec<{ data: unknown }>((tie) => ({
	data: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		{ weight: 6, arbitrary: plain },
		{ weight: 1, arbitrary: fc.date({ noInvalidDate: true }) },
		{ weight: 2, arbitrary: fc.array(plain, { maxLength: 4 }) },
		{ weight: 1, arbitrary: fc.array(tie('data'), { maxLength: 3 }) },
		{
			weight: 2,
			arbitrary: fc.dictionary(fc.constantFrom(...keys, 'toString'), tie('data'), {
				maxKeys: 4,
			}),
		},
	),
}));

/** Data of an item, mostly plain, of the few keys that the expressions speak of. */
export const randomItem: fc.Arbitrary<IDataObject> = fc.record(
	Object.fromEntries(keys.map((key) => [key, fc.oneof({ weight: 4, arbitrary: plain }, data)])),
	{ requiredKeys: [] },
) as fc.Arbitrary<IDataObject>;

const literal = fc.constantFrom(
	...[
		'0',
		'1',
		'2.5',
		'.5',
		'1e3',
		'true',
		'false',
		'null',
		'undefined',
		'NaN',
		'""',
		"'a'",
		'"-"',
	],
	...['", "', '"it\'s"', '"a \\" b"', "'\\n'", '"\\u0041"', '`t`', '[]', '[1, 2]', '["a", null]'],
);

const step = fc.constantFrom(
	...keys.filter((key) => /^\w+$/.test(key)).flatMap((key) => [`.${key}`, `?.${key}`]),
	...keys.map((key) => `["${key}"]`),
	...["['a']", '[0]', '[1]', '["0"]', '.missing', '.toString', '[$itemIndex]', '[$json.b]'],
);
const path = fc.array(step, { maxLength: 3 }).map((steps) => `$json${steps.join('')}`);

const method = fc.constantFrom(
	...['.toUpperCase()', '.trim()', '.toString()', '.toFixed(2)', '.split(",")', '.split("")'],
	...['.slice(1, 3)', '.includes("a")', '.replace(/a/g, "b")', '.replace(/\\D/g, "")', '.at(-1)'],
	...[
		'.replace(/[aeiou]{1,2}/gi, (m) => m.toUpperCase())',
		'.startsWith("A")',
		'.padStart(5, "0")',
	],
	...[
		'.map((x) => x)',
		'.map(x => `${x}!`)',
		'.filter((x, i) => x && i < 2)',
		'.join("-")',
		'.join()',
	],
	...['.concat($json.a)', '.some(x => typeof x === "string")', '.localeCompare("b")', '.length'],
	...['.toTitleCase()', '.toSentenceCase()', '.toSnakeCase()', '.toDateTime()', '.isEmpty()'],
	...[
		'.isNotEmpty()',
		'.first()',
		'.last()',
		'.keys()',
		'.values()',
		'.toJsonString()',
		'.toNumber()',
	],
	...[
		'.toInt()',
		'.toFloat()',
		'.toBoolean()',
		'.round(1)',
		'.ceil()',
		'.abs()',
		'.hash()',
		'.quote()',
	],
	...[
		'.removeTags()',
		'.extractEmail()',
		'.unique()',
		'.compact()',
		'.sum()',
		'.isEmail()',
		'.urlEncode()',
	],
	...['.toDateTime().format("dd LLL yyyy")', '.toDateTime().plus({ days: 1 })', '.getTime()'],
	...['.toDateTime().plus(2, "days").toISODate()', '.toDateTime().setZone("Asia/Tokyo")'],
	...[
		'.toDateTime().weekday',
		'.parseJson().a',
		'.toLocaleString("en-US")',
		'.hasField("a")',
		'.a',
		'()',
	],
);

const operator = fc.constantFrom(
	...'+ - * / % ** == != === !== < > <= >= && || ?? & |'.split(' '),
	...['in', 'instanceof'],
);

/** Code as people write it, and some that they would not. */
export const { code: randomCode } = fc.letrec<{ code: string }>((tie) => {
	const one = tie('code');
	return {
		code: fc.oneof(
			{ depthSize: 'small', maxDepth: 3, withCrossShrink: true },
			{ weight: 4, arbitrary: path },
			{ weight: 1, arbitrary: literal },
			{ weight: 5, arbitrary: fc.tuple(path, method).map((parts) => parts.join('')) },
			{ weight: 2, arbitrary: fc.tuple(one, method).map(([a, b]) => `(${a})${b}`) },
			{ weight: 2, arbitrary: fc.tuple(path, method, method).map((parts) => parts.join('')) },
			{
				weight: 2,
				arbitrary: fc.tuple(one, operator, one).map(([a, o, b]) => `(${a}) ${o} (${b})`),
			},
			{
				weight: 1,
				arbitrary: fc.tuple(path, operator, literal).map((parts) => parts.join(' ')),
			},
			{
				weight: 2,
				arbitrary: fc.tuple(one, one, one).map(([a, b, c]) => `${a} ? ${b} : ${c}`),
			},
			{ weight: 1, arbitrary: fc.tuple(one, one).map(([a, b]) => `$if(${a}, ${b}, "no")`) },
			{ weight: 1, arbitrary: fc.tuple(one, one).map(([a, b]) => `$ifEmpty(${a}, ${b})`) },
			{ weight: 1, arbitrary: fc.tuple(one, one).map(([a, b]) => `[${a}, ...[${b}]]`) },
			{
				weight: 1,
				arbitrary: fc.tuple(one, one).map(([a, b]) => `\`\${${a}} it's "\${ ${b} }"\``),
			},
			{
				weight: 2,
				arbitrary: fc
					.tuple(
						fc.constantFrom(
							...[
								'!',
								'-',
								'+',
								'typeof ',
								'String',
								'Number',
								'Math.round',
								'parseInt',
							],
							...[
								'Boolean',
								'JSON.stringify',
								'Object.keys',
								'Array.isArray',
								'encodeURIComponent',
							],
							...[
								'new Date',
								'DateTime.fromISO',
								'$max',
								'$min',
								'isNaN',
								'...',
								'void ',
							],
						),
						one,
					)
					.map(([call, a]) => `${call}(${a})`),
			},
			{
				weight: 1,
				arbitrary: fc.constantFrom(
					...[
						'$itemIndex',
						'$runIndex',
						'$mode',
						'$workflow.name',
						'$execution.mode',
						'$vars.x',
					],
					...[
						'$prevNode.name',
						'$json',
						'$binary',
						'$input.item.json.a',
						'$node["Input"].json.a',
					],
					...["$('Input').first().json.a", "$('Input').item.json.b", ''],
					...['$json.a;', '$json.a // b', '{ a: 1 }', '({ a: $json.a }).a', 'this'],
					...[
						'function () { return 1 }',
						'(() => 1)()',
						'$json.a $json.b',
						'$json.',
						'"',
						'(',
					],
					...[
						'$json["constructor"]',
						'$json.constructor',
						'$json["__proto__"]',
						'[1,,2]',
					],
					...['{a: 1}.a', '`${{a: 1}.a}`', '$json.a\n.toUpperCase()', '$json.a\n$json.b'],
					...[
						'$json.a ? 1',
						'$json.a[]',
						'()',
						'[...[1], ...]',
						'$json.a ?? 1 || 2',
						'-1 ** 2',
					],
					...[
						'(1, $json.a)',
						'[$json.a, $json.b,]',
						'({ "a b": $json.a })["a b"]',
						'`${}`',
					],
					...['$json.name\n?.length', '[1].map((x) => ({ x, y: $json.a })).length'],
				),
			},
		),
	};
});

const around = fc.constantFrom(
	...[
		'',
		'',
		' ',
		'Dear ',
		', your room ',
		'\n',
		'\\',
		'\\\\',
		'a\\\\b',
		'}}',
		'{',
		'.',
		"it's ",
	],
	...['"', ' {not code} ', 'é 😀', '\\n'],
);
const braced = fc
	.tuple(fc.constantFrom('', ' ', '  ', '\n'), randomCode, fc.constantFrom('', ' ', '\n'))
	.map(([before, code, after]) => `{{${before}${code}${after}}}`);

/** An expression: code alone, or a text of several parts. */
export const randomExpression: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: braced.map((one) => `=${one}`) },
	{
		weight: 2,
		arbitrary: fc
			.tuple(fc.array(fc.tuple(around, braced), { maxLength: 3 }), around)
			.map(([parts, end]) => `=${parts.flat().join('')}${end}`),
	},
);
