import { everyOperation, goodItem } from './every-operation';
import { FuzzBench } from './fuzz-bench';
import { hugeValues } from './strange-values';

const limit = 20_000;

describe('a megabyte in any field', () => {
	const bench = new FuzzBench();

	describe.each(everyOperation)('$name', ({ form, mayBeSilent }) => {
		it.each(hugeValues)(
			'ends soon: %s',
			async (huge) => {
				const items = Object.keys(goodItem).map((key) => ({
					json: { ...goodItem, [key]: huge },
				}));
				await bench.expectEachOut(form, items, undefined, mayBeSilent);
			},
			limit,
		);
	});
});
