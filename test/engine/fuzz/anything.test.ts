import fc from 'fast-check';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { runs, seed } from '../../property-runs';
import { everyForm, type FormCase } from '../every-operation/cases';
import { withValue } from '../harness/placed-options';
import { skipPauses } from '../harness';
import { FuzzBench, type FuzzItem } from './fuzz-bench';
import { hugeTexts, keys, strangeJson, strangeValue } from './strange-values';

jest.setTimeout(600_000);
skipPauses();

/** Tries a property a few times per form. PROPERTY_SHRINK makes a failing example smaller, slowly. */
async function holds<Value>(
	times: number,
	values: fc.Arbitrary<Value>,
	property: (value: Value) => Promise<void>,
): Promise<void> {
	const endOnFailure = process.env.PROPERTY_SHRINK === undefined;
	const settings = { numRuns: runs(times), endOnFailure };
	await fc.assert(fc.asyncProperty(values, property), settings);
}

const answerKeys = [
	...new Set(
		everyForm.flatMap(({ operation: { endpoint } }) =>
			Object.keys(endpoint.documented({}, {})),
		),
	),
];
const known = [...answerKeys, 'uuid', 'id'];
const words = ['valid', 'delivery_id', 'device_id', 'error', 'errors', 'message'];
const json = strangeJson([...known, ...words]);

/** Answers that are almost valid, and others. */
const answers = fc.record({
	status: fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(200, 201) },
		{ weight: 1, arbitrary: fc.constantFrom(202, 204, 206, 300, 304, 401, 404, 413, 429, 503) },
		{ weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
	),
	body: fc.oneof(
		json,
		fc.dictionary(
			fc.constantFrom(...answerKeys),
			fc.oneof(json, fc.array(json), fc.array(fc.array(json))),
			{ minKeys: 1, maxKeys: 3 },
		),
		fc.record({ _id: json, status: json, error: json }),
		fc.constantFrom<unknown>('[', '{"deliveries": [', '\ud800', '<html>', '['.repeat(5000)),
		fc.constant(`{"deliveries": ${'['.repeat(2000)}${']'.repeat(2000)}}`),
		fc.constant(`{"error": ${'['.repeat(2000)}"deep"${']'.repeat(2000)}}`),
	),
	headers: fc.dictionary(
		fc.constantFrom('retry-after', 'location', 'content-type', 'x-request-id'),
		fc.constantFrom('', '-1', '1e9', '0', 'soon', 'application/json', 'http://[', 'image/png'),
		{ maxKeys: 2 },
	),
});

const binary: Record<string, IBinaryData> = {
	file: { data: 'aGk=', mimeType: 'text/plain', fileName: 'note.txt' },
};

/** A valid item with some strange values and additional keys. */
const itemLike = (goodItem: IDataObject): fc.Arbitrary<FuzzItem> => {
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
};

/** Values in a workflow's JSON that no form would save. */
const wrong = fc.oneof(
	fc.constantFrom<unknown>(null, '', 'text', 0, -1, 1.5, 1e300, true, [], {}, [null], ['text']),
	fc.constantFrom<unknown>({ value: null }, { field: [null] }, { delivery: [null, 'text', []] }),
	fc.constantFrom<unknown>({ contact: 'text' }, { item: [7] }, { replacement: [null] }),
	fc.constantFrom('={{ $json.v }}', '={{ [$json.v][0] }}', '={{ $json }}', '={{ $json.a.b.c }}'),
	fc.constantFrom('={{ undefined }}', '={{ null }}', '={{ NaN }}', '={{ 1n }}', '={{ 1/0 }}'),
	fc.constantFrom('={{ new Date(NaN) }}', '={{ $now }}', '={{ [] }}', '={{ ({}) }}', '={{ }}'),
	fc.constantFrom('={{ (() => { throw new Error("no") })() }}', '={{ ] }}', '={{ no.where }}'),
	fc.jsonValue(),
);

type Path = Array<string | number>;

/** Every path in a form except resource and operation. */
function placesIn(value: unknown, path: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [path];
	const inner = Object.entries(value)
		.filter(([key]) => path.length > 0 || !['resource', 'operation'].includes(key))
		.flatMap(([key, one]) => placesIn(one, [...path, key]));
	return path.length > 0 ? [path, ...inner] : inner;
}

/** A part of them if properties are tried less often. */
const every = Object.entries(hugeTexts);
const count = Math.min(runs(every.length), every.length);
const part = fc.shuffledSubarray(every, { minLength: count, maxLength: count });
const [huge = []] = fc.sample(part, { seed, numRuns: 1 });

describe.each(everyForm)(
	'$name ends in a result or an error of the item,',
	(operation: FormCase) => {
		const bench = new FuzzBench();
		const { form, goodItem, preview } = operation;

		if (preview === undefined) {
			it('whatever the service answers', async () => {
				const items = Array.from({ length: 3 }, () => ({ json: goodItem }));
				await holds(8, answers, async (respond) => {
					const tolerant = { ...operation, mayBeSilent: respond.status < 300 };
					await bench.expectValidEnd(tolerant, items, { respond });
				});
			});
		}

		it('whatever the items contain', async () => {
			const items = fc.array(itemLike(goodItem), { minLength: 1, maxLength: 3 });
			await holds(7, items, async (values) => await bench.expectValidEnd(operation, values));
		});

		it('whatever the parameters contain', async () => {
			const change = fc.tuple(fc.constantFrom(...placesIn(form)), wrong);
			const changes = fc.array(change, { minLength: 1, maxLength: 2 });
			await holds(8, fc.tuple(changes, strangeValue), async ([changed, v]) => {
				const spoilt = changed.reduce(
					(one, [path, value]) => withValue(one, path, value),
					form,
				);
				const items = [{ json: goodItem }, { json: { ...goodItem, v } as IDataObject }];
				await bench.expectValidEnd({ ...operation, form: spoilt }, items);
			});
		});

		it.each(huge)('with a megabyte of %s', async (_, value) => {
			const items = Object.keys(goodItem).map((key) => ({
				json: { ...goodItem, [key]: value },
			}));
			await bench.expectEveryItem(operation, items);
		});
	},
);
