import fc from 'fast-check';
import { runs, seed } from '../../property-runs';
import { runnableForms } from '../every-operation/runnable-forms';
import { FuzzBench } from './fuzz-bench';
import { hugeValues } from './strange-values';
import { processorTime } from '../../processor-time';

/** Milliseconds of the processor. */
const limit = 60_000;

// A busy machine may take longer.
jest.setTimeout(10 * limit);

/** All of them, or a part with fewer runs. */
const count = Math.min(runs(hugeValues.length), hugeValues.length);
const part = fc.shuffledSubarray(hugeValues, { minLength: count, maxLength: count });
const [tried = []] = fc.sample(part, { seed, numRuns: 1 });

describe('a megabyte in any field', () => {
	const bench = new FuzzBench();

	describe.each(runnableForms)('$name', (operation) => {
		it.each(tried)('ends soon: %s', async (huge) => {
			const items = Object.keys(operation.goodItem).map((key) => ({
				json: { ...operation.goodItem, [key]: huge },
			}));
			const elapsed = processorTime();
			await bench.expectEachOut(operation, items);
			expect(elapsed()).toBeLessThan(limit);
		});
	});
});
