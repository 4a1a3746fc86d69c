import { runnableForms } from '../every-operation/runnable-forms';
import { FuzzBench } from './fuzz-bench';
import { hugeValues } from './strange-values';

const limit = 60_000;

describe('a megabyte in any field', () => {
	const bench = new FuzzBench();

	describe.each(runnableForms)('$name', (operation) => {
		it.each(hugeValues)(
			'ends soon: %s',
			async (huge) => {
				const items = Object.keys(operation.goodItem).map((key) => ({
					json: { ...operation.goodItem, [key]: huge },
				}));
				await bench.expectEachOut(operation, items);
			},
			limit,
		);
	});
});
