import fc from 'fast-check';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { runnableForms } from '../every-operation/runnable-forms';
import { FuzzBench, settings } from './fuzz-bench';
import type { FuzzItem } from './fuzz-bench';
import { keys, strangeValue } from './strange-values';

const binary: Record<string, IBinaryData> = {
	file: { data: 'aGk=', mimeType: 'text/plain', fileName: 'note.txt' },
};

/** A good item of which some values, and some keys of its own, are anything. */
const itemLike = (goodItem: IDataObject): fc.Arbitrary<FuzzItem> =>
	fc.oneof(
		{ weight: 1, arbitrary: fc.constantFrom<FuzzItem>({ json: {} }, { json: {}, binary }) },
		{
			weight: 6,
			arbitrary: fc
				.record({
					spoilt: fc.dictionary(fc.constantFrom(...Object.keys(goodItem)), strangeValue, {
						maxKeys: 2,
					}),
					more: fc.dictionary(keys, strangeValue, { maxKeys: 2 }),
					binary: fc.constantFrom(undefined, binary),
				})
				.map(({ spoilt, more, ...rest }) => ({
					...rest,
					json: Object.fromEntries([
						...Object.entries(goodItem),
						...Object.entries(spoilt),
						...Object.entries(more),
					]) as IDataObject,
				})),
		},
	);

jest.setTimeout(600_000);

describe('whatever the items hold', () => {
	const bench = new FuzzBench();

	it.each(runnableForms)('$name ends in a result or names the item', async (operation) => {
		const items = fc.array(itemLike(operation.goodItem), { minLength: 1, maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(items, async (given) => await bench.expectSoundEnd(operation, given)),
			settings(7),
		);
	});
});
