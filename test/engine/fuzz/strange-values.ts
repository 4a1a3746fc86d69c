import fc from 'fast-check';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

/** An item with any values. */
export type FuzzItem = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Long texts, some of them slow to match with a careless pattern. */
const longTexts = ['x', '1', ' ', '%{'].map((part) => `a${part.repeat(100_000)}a`);

const nested = (wrap: (inner: unknown) => unknown): unknown =>
	Array.from({ length: 2000 }).reduce(wrap, 'core');
const cycle: { inner: unknown[] } = { inner: [] };
cycle.inner.push(cycle);

const texts = fc.oneof(
	fc.constantFrom('', ' ', '.', '..', '__proto__', 'constructor', '\ud800', 'a\udfffb', '\u0000'),
	fc.constantFrom('null', '[', '[]', '{}', '[null]', '{"a":1}', '[{"__proto__":1}]', '"'),
	fc.constantFrom('+34600100001', '2026-02-30', '2026-03-29T09:30', 'http://[', '%{x}', '%%{x}'),
	fc.constantFrom('=', '{{', ...longTexts),
	fc.string({ unit: 'binary', maxLength: 20 }),
);

/** Keys of items and answers, also those that every object inherits. */
const keys = fc.oneof(
	fc.constantFrom('__proto__', 'constructor', 'toString', 'prototype', 'error', 'json', '', '0'),
	fc.string({ maxLength: 5 }),
	fc.constant('k'.repeat(100_000)),
);

/** Any value of an item, also one that can't be stored. */
const strangeValue = fc.oneof(
	texts,
	fc.constantFrom<unknown>(null, [], {}, [null], [[]], { value: null }, { __rl: true }, cycle),
	fc.constantFrom<unknown>(() => 'called', Symbol('symbol'), new Date(NaN)),
	fc.constantFrom(
		nested((inner) => [inner]),
		nested((inner) => ({ inner })),
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

const binary: Record<string, IBinaryData> = {
	file: { data: 'aGk=', mimeType: 'text/plain', fileName: 'note.txt' },
};

/** A valid item with some strange values and additional keys. */
export function itemLike(goodItem: IDataObject): fc.Arbitrary<FuzzItem> {
	const good = fc.constantFrom(...Object.keys(goodItem));
	const changed = fc.record({
		spoilt: fc.dictionary(good, strangeValue, { maxKeys: 2 }),
		more: fc.dictionary(keys, strangeValue, { maxKeys: 2 }),
		binary: fc.constantFrom(undefined, binary),
	});
	const item = changed.map(({ spoilt, more, ...rest }) => {
		const entries = [goodItem, spoilt, more].flatMap((one) => Object.entries(one));
		return { ...rest, json: Object.fromEntries(entries) as IDataObject };
	});
	const empty = fc.constantFrom<FuzzItem>({ json: {} }, { json: {}, binary });
	return fc.oneof({ weight: 1, arbitrary: empty }, { weight: 6, arbitrary: item });
}

/** Answers that are almost valid, and others. @param answerKeys the keys of valid ones */
export function answersLike(answerKeys: string[]) {
	const known = [...answerKeys, 'uuid', 'id', 'valid', 'delivery_id', 'device_id'];
	const words = ['error', 'errors', 'message'];
	const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known, ...words) }, keys);
	const json = fc.anything({ key, values: [texts, fc.integer(), fc.double(), fc.boolean()] });
	const lists = fc.oneof(json, fc.array(json), fc.array(fc.array(json)));
	const deep = (inner: string) => '['.repeat(2000) + inner + ']'.repeat(2000);
	return fc.record({
		status: fc.oneof(
			{ weight: 6, arbitrary: fc.constantFrom(200, 201) },
			{ weight: 1, arbitrary: fc.constantFrom(202, 204, 300, 304, 401, 404, 413, 429, 503) },
			{ weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
		),
		body: fc.oneof(
			json,
			fc.dictionary(fc.constantFrom(...answerKeys), lists, { minKeys: 1, maxKeys: 3 }),
			fc.record({ _id: json, status: json, error: json }),
			fc.constantFrom<unknown>('[', '{"deliveries": [', '\ud800', '<html>', '['.repeat(5000)),
			fc.constantFrom(`{"deliveries": ${deep('')}}`, `{"error": ${deep('"deep"')}}`),
		),
		headers: fc.dictionary(
			fc.constantFrom('retry-after', 'location', 'content-type', 'x-request-id'),
			fc.constantFrom('', '-1', '1e9', '0', 'soon', 'http://[', 'image/png'),
			{ maxKeys: 2 },
		),
	});
}
