import fc from 'fast-check';

/** A million characters, some of them slow to match with a careless pattern. */
export const hugeTexts = {
	letters: 'x'.repeat(1_000_000),
	digits: `${'1'.repeat(1_000_000)}x`,
	spaces: `a${' '.repeat(1_000_000)}a`,
	placeholders: '%{'.repeat(500_000),
};

/** A value in a number of lists or objects. */
function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
	let value: unknown = 'core';
	for (let level = 0; level < levels; level++) value = wrap(value);
	return value;
}

const cycle: { inner: unknown[] } = { inner: [] };
cycle.inner.push(cycle);

const texts = fc.oneof(
	fc.constantFrom('', ' ', '.', '..', '__proto__', 'constructor', '\ud800', 'a\udfffb', '\u0000'),
	fc.constantFrom('null', '[', '[]', '{}', '[null]', '{"a":1}', '[{"__proto__":1}]', '"'),
	fc.constantFrom('+34600100001', '2026-02-30', '2026-03-29T09:30', 'http://[', '%{x}', '%%{x}'),
	fc.constantFrom('=', '{{'),
	fc.string({ unit: 'binary', maxLength: 20 }),
);

/** Keys of items and answers, also those that every object inherits. */
export const keys = fc.oneof(
	fc.constantFrom('__proto__', 'constructor', 'toString', 'prototype', 'error', 'json', '', '0'),
	fc.string({ maxLength: 5 }),
	fc.constant('k'.repeat(100_000)),
);

/** Any value of an item, also one that can't be stored. */
export const strangeValue = fc.oneof(
	texts,
	fc.constantFrom<unknown>(null, [], {}, [null], [[]], { value: null }, { __rl: true }, cycle),
	fc.constantFrom<unknown>(() => 'called', Symbol('symbol'), new Date(NaN)),
	fc.constantFrom(
		nested(2000, (inner) => [inner]),
		nested(2000, (inner) => ({ inner })),
	),
	fc.anything({
		key: keys,
		withBigInt: true,
		withDate: true,
		withMap: true,
		withSparseArray: true,
		withTypedArray: true,
	}),
);

/** Any JSON, in which `known` keys are frequent. */
export function strangeJson(known: string[]): fc.Arbitrary<unknown> {
	const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, keys);
	return fc.anything({ key, values: [texts, fc.integer(), fc.double(), fc.boolean()] });
}

/** A copy outside jest's realm, as n8n's values are; functions and symbols have none. */
export function outsideJest(value: unknown): unknown {
	try {
		return structuredClone(value);
	} catch {
		return value;
	}
}
