import { join } from 'node:path';
import fc from 'fast-check';
import { Expression } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { runs, seed } from '../property-runs';
import { startEngine } from './harness';
import type { Engine } from './harness';
import { randomExpression, randomItem } from './random-expressions';

interface Compared {
	raw: string;
	/** How many times the expression was left to n8n. */
	byItem: number;
	different: IDataObject[];
	/** What is left in the node's context. */
	left: string[];
	/** How many times the engine was asked for many items. */
	calls: number;
}

const itemsAtOnce = 20;
const expressionsAtOnce = 25;

describe.each(['vm', 'legacy'] as const)(
	'expressions that are evaluated for many items, in the %s engine',
	(kind) => {
		let engine: Engine;
		beforeAll(async () => {
			engine = await startEngine({ packageDirectory: join(__dirname, 'reading-package') });
			Expression.setExpressionEngine(kind);
		});
		afterAll(async () => {
			Expression.setExpressionEngine('vm');
			await engine.stop();
		});

		/** Reads each expression for each item in both ways. */
		async function compare(raws: string[], items: IDataObject[]): Promise<Compared[]> {
			const [top = '', ...inner] = raws;
			const run = await engine.run({
				items: items.map((json) => ({ json })),
				node: {
					type: 'compareWindows',
					parameters: { top, inner: inner.map((value) => ({ value })) },
				},
			});
			expect(run.error).toBeUndefined();
			return run.output.map(({ json }) => json as unknown as Compared);
		}

		it('give what n8n gives for each item', async () => {
			const batches = fc.sample(
				fc.record({
					raws: fc.array(randomExpression, {
						minLength: expressionsAtOnce,
						maxLength: expressionsAtOnce,
					}),
					items: fc.array(randomItem, { minLength: itemsAtOnce, maxLength: itemsAtOnce }),
				}),
				{ numRuns: runs(2), seed },
			);
			for (const { raws, items } of batches) {
				const compared = await compare(raws, items);
				expect(
					compared.flatMap(({ raw, different }) =>
						different.map((one) => ({ raw, ...one })),
					),
				).toEqual([]);
				expect(compared.flatMap(({ left }) => left)).toEqual([]);
			require('node:fs').appendFileSync('/tmp/wt/a-scratch/stat.txt', compared.map((c) => `${kind} ${c.byItem} ${c.calls} ${JSON.stringify(c.raw)}`).join('\n') + '\n');
			}
		}, 600_000);
	},
);
