import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { breakOuts, evaluatedTogether } from '../expressions-of-users';

const plain = fc.oneof(
	fc.constantFrom('Ana', 'maría josé', 'O’Neill', '', ' a b ', 'ZÜRICH', '1', '-3.5', 'true'),
	fc.constantFrom('2026-05-01', '2026-02-30T10:00:00Z', '{"a":1}', 'a@b.example', '{{ 1 }}'),
	fc.constantFrom('}}', '"quoted" \'too\'', 'a\nb', '\\', '\ud800', '😀'),
	fc.constantFrom(0, 2, -0, 12345.678, NaN, Infinity, true, false, null, undefined),
	fc.string({ maxLength: 6 }),
	fc.integer({ min: -50, max: 50 }),
);

/** Keys of the expressions that users write, and a few others. */
const keys = [
	...['a', 'name', 'tags', 'price', 'guest', 'guests', 'phone', 'checkIn', 'paid'],
	...['room', 'first name', 'now', 'length'],
];

/** Keys that every object inherits, that the engine blocks, or that need another notation. */
const oddKeys = [
	...['toString', 'constructor', '__proto__', 'prototype', 'then', 'caller', 'isEmpty'],
	...['$x', '_id', 'é', '-1', '', 'a}}', '{{a'],
];

const literal = fc.constantFrom(
	...['0', '2.5', '.5', '1e3', 'true', 'null', 'undefined', 'NaN', '""', "'a'", '", "'],
	...['"it\'s"', '"a \\" b"', "'\\n'", '"\\u0041"', '`t`', '[]', '["a", null]'],
);

const step = fc.constantFrom(
	...[...keys, ...oddKeys].map((key) => `["${key}"]`),
	...['.a', '?.a', '.name', '?.tags', '.guest', "['a']", '[0]', '["0"]', '.missing'],
	...['.toString', '[$itemIndex]', '[$json.a]'],
);
const path = fc.array(step, { maxLength: 3 }).map((steps) => `$json${steps.join('')}`);

const method = fc.constantFrom(
	...['.toUpperCase()', '.toString()', '.toFixed(2)', '.split("")', '.slice(1, 3)', '.at(-1)'],
	...['.replace(/[aeiou]{1,2}/gi, (m) => m.toUpperCase())', '.map(x => `${x}!`)', '.join("-")'],
	...['.filter((x, i) => x && i < 2)', '.concat($json.a)', '.toTitleCase()', '.isEmpty()'],
	...['.first()', '.keys()', '.toJsonString()', '.toNumber()', '.toBoolean()', '.round(1)'],
	...['.hash()', '.removeTags()', '.extractEmail()', '.unique()', '.sum()', '.urlEncode()'],
	...['.toDateTime().plus({ days: 1 })', '.toDateTime().weekday', '.parseJson().a', '()'],
);

const operator = fc.constantFrom(
	...'+ - * / % ** == != === !== < > <= >= && || ?? & |'.split(' '),
	...['in', 'instanceof'],
);
const call = fc.constantFrom(
	...['!', '-', '+', 'typeof ', 'void ', '...', 'String', 'Number', 'Math.round', 'isNaN'],
	...['JSON.stringify', 'Object.keys', 'new Date', 'DateTime.fromISO', '$max', '$if', '$ifEmpty'],
);

/** Code that is easily misread. */
const odd = fc.constantFrom(
	...['$json.a;', '$json.a // b', '{ a: 1 }', '({ a: $json.a }).a', 'this', '$json.a $json.b'],
	...['$json.', '"', '(', '[1,,2]', '`${{a: 1}.a}`', '$json.a\n.toUpperCase()', '$json.a ? 1'],
	...['()', '[...[1], ...]', '$json.a ?? 1 || 2', '-1 ** 2', '(1, $json.a)', '`${}`', ''],
	...['({ "a b": $json.a })["a b"]', '$json.name\n?.length', '$json.a\n$json.b'],
	...[
		'\u00a0$json.a\v+\f1',
		'0x1f + 1_000',
		'"\\u{41}\\0"',
		'$json["\\x61"]',
		'$json?.["a"]?.[0]',
	],
	...['$json.tags["so" + "rt"]', '[1].map((x, i) => $json.tags[i])', '$json.guests[0]?.name'],
	...['({ m: "MALE", f: 1 })[$json.a]', '$json[$json.a]', '$json.tags[$json.tags.length - 1]'],
	...['$json.tags.map(Number).filter(Boolean)', '({ ...$json.guest, [$json.a]: 1 }).a'],
	...['[$json.price, 2].map(Math.round)', '$json.checkIn instanceof Date', '({ __proto__: [] })'],
	...['new Intl.NumberFormat("de").format($json.price)', '(($json.guest)?.name).length'],
	...breakOuts.filter((code) => !/\$json\.a( =|\+\+)|--|delete|[dD]ate/.test(code)),
);

const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		plain,
		fc.string({ unit: 'binary' }),
		fc.constantFrom('={{ 1 + 1 }}', '{{ $json.a }}', 'x'.repeat(5000)),
		fc.double(),
		fc.date({ noInvalidDate: true }),
		fc.array(tie('value'), { maxLength: 2 }),
		fc.dictionary(fc.constantFrom(...keys, ...oddKeys), tie('value'), { maxKeys: 3 }),
	),
}));

/** Data of an item, mostly plain, with keys of the expressions. */
export const randomItem: fc.Arbitrary<IDataObject> = fc.record(
	Object.fromEntries(
		keys.map((key) => [key, fc.oneof({ weight: 4, arbitrary: plain }, anyValue)]),
	),
	{ requiredKeys: [] },
) as fc.Arbitrary<IDataObject>;

const bracedCode = /\{\{(.*?)\}\}/gs;
const codeOfUsers = evaluatedTogether.flatMap((raw) =>
	[...raw.matchAll(bracedCode)].map(([, code]) => code!),
);

/** Code as users write it, and some that they wouldn't. */
const { code: randomCode } = fc.letrec<{ code: string }>((tie) => {
	const one = tie('code');
	const several = fc.tuple(one, one, one);
	return {
		code: fc.oneof(
			{ depthSize: 'small', maxDepth: 3, withCrossShrink: true },
			{ weight: 4, arbitrary: path },
			{ weight: 1, arbitrary: literal },
			{ weight: 2, arbitrary: odd },
			{ weight: 4, arbitrary: fc.constantFrom(...codeOfUsers) },
			{ weight: 6, arbitrary: fc.tuple(path, method).map((parts) => parts.join('')) },
			{ weight: 2, arbitrary: fc.tuple(one, method).map(([a, b]) => `(${a})${b}`) },
			{
				weight: 2,
				arbitrary: fc.tuple(call, one, literal).map(([f, a, b]) => `${f}(${a}, ${b})`),
			},
			{ weight: 2, arbitrary: fc.tuple(call, one).map(([f, a]) => `${f}(${a})`) },
			{
				weight: 3,
				arbitrary: fc.tuple(one, operator, one).map(([a, o, b]) => `(${a}) ${o} (${b})`),
			},
			{ weight: 2, arbitrary: several.map(([a, b, c]) => `${a} ? ${b} : ${c}`) },
			{ weight: 1, arbitrary: several.map(([a, b]) => `[${a}, ...[${b}]]`) },
			{ weight: 1, arbitrary: several.map(([a, b]) => `\`\${${a}} it's "\${ ${b} }"\``) },
		),
	};
});

const around = fc.constantFrom(
	...['', ' ', 'Dear ', ', your room ', '\n', '\\', '\\\\', 'a\\\\b', '}}', '{', "it's ", '"'],
	...[' {not code} ', 'é 😀', '\\n'],
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
