import fc from 'fast-check';

const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
	let value: unknown = 'core';
	for (let level = 0; level < levels; level++) value = wrap(value);
	return value;
};

function cycle(): object {
	const start: Record<string, unknown> = { name: 'start' };
	start.inner = [start];
	return start;
}

function sparse(): unknown[] {
	const list: unknown[] = [];
	list[3] = 'last';
	return list;
}

/** Creates values that a counterexample can't show, outside jest's realm if possible. */
const makers: Record<string, () => unknown> = {
	'«undefined»': () => undefined,
	'«NaN»': () => NaN,
	'«Infinity»': () => Infinity,
	'«-0»': () => -0,
	'«big integer»': () => 2n ** 70n,
	'«date»': () => structuredClone(new Date(0)),
	'«invalid date»': () => structuredClone(new Date(NaN)),
	'«map»': () => structuredClone(new Map([['a', 1]])),
	'«bytes»': () => structuredClone(new Uint8Array(3)),
	'«cycle»': () => structuredClone(cycle()),
	'«sparse list»': () => structuredClone(sparse()),
	'«nested lists»': () => structuredClone(nested(2000, (inner) => [inner])),
	'«nested objects»': () => structuredClone(nested(2000, (inner) => ({ inner }))),
	'«own __proto__»': () =>
		JSON.parse('{"__proto__": {"valid": false}, "constructor": 1}') as unknown,
	// Some are slow to match with a careless pattern.
	'«1 MB»': () => 'x'.repeat(1_000_000),
	'«1 MB of digits»': () => `${'1'.repeat(1_000_000)}x`,
	'«1 MB of spaces»': () => `a${' '.repeat(1_000_000)}a`,
	'«1 MB of containers»': () => '%{'.repeat(500_000),
	'«function»': () => () => 'called',
	'«symbol»': () => Symbol('symbol'),
};

const names = fc.constantFrom(...Object.keys(makers));

/** Values of a megabyte. */
export const hugeValues = Object.keys(makers).filter((name) => name.startsWith('«1 MB'));

const texts = fc.oneof(
	fc.constantFrom('', ' ', '.', '..', '__proto__', 'constructor', '\ud800', 'a\udfffb', '\u0000'),
	fc.constantFrom(
		'null',
		'[',
		'[]',
		'{}',
		'[null]',
		'{"a":1}',
		'[{"__proto__":1}]',
		'"',
		'=',
		'{{',
	),
	fc.constantFrom('+34600100001', '2026-02-30', '2026-03-29T09:30', 'http://[', '%{x}', '%%{x}'),
	fc.string({ unit: 'binary', maxLength: 20 }),
);

const plain = fc.oneof(
	texts,
	fc.integer(),
	fc.double(),
	fc.boolean(),
	fc.constantFrom<unknown>(null, [], {}, [null], [[]], { value: null }, { __rl: true }),
);

/** Keys of items and answers, also those that every object inherits. */
export const keys = fc.oneof(
	fc.constantFrom('__proto__', 'constructor', 'toString', 'prototype', 'error', 'json', '', '0'),
	fc.string({ maxLength: 5 }),
	fc.constant('k'.repeat(100_000)),
);

/** Any value of an item; some are placeholders that `revived` replaces. */
export const { value: strangeValue } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		plain,
		names,
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(keys, tie('value'), { maxKeys: 3 }),
	),
}));

/** Any JSON, in which `known` keys are frequent. */
export function strangeJson(known: string[]): fc.Arbitrary<unknown> {
	const { value } = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ depthSize: 'medium' },
			plain,
			fc.array(tie('value'), { maxLength: 3 }),
			fc.dictionary(
				fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, keys),
				tie('value'),
				{
					maxKeys: 4,
				},
			),
		),
	}));
	return value;
}

/** The value with its placeholders replaced, outside jest's realm. */
export function revived(value: unknown): unknown {
	if (typeof value === 'string') return makers[value] ? makers[value]() : value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) {
		const list = structuredClone<unknown[]>([]);
		for (const one of value) list.push(revived(one));
		return list;
	}
	const copy = structuredClone({});
	for (const [key, inner] of Object.entries(value)) {
		Object.defineProperty(copy, key, {
			value: revived(inner),
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
	return copy;
}
