import { join } from 'node:path';
import fc from 'fast-check';
import { Expression, type IDataObject } from 'n8n-workflow';
import { runs, seed } from '../property-runs';
import { evaluatedTogether } from '../expressions-of-users';
import { chosenEngine, startEngine, type Engine } from './harness';
import { randomExpression, randomItem } from './random-expressions';

interface Compared {
	raw: string;
	/** How many times n8n evaluated the expression for one item. */
	byItem: number;
	different: IDataObject[];
	/** Keys that remain in the node's context. */
	left: string[];
}

/** Values that were read differently, with the expression. */
function differencesIn(read: Compared[]): IDataObject[] {
	return read.flatMap(({ raw, different }) => different.map((one) => ({ raw, ...one })));
}

/** Items that a booking system could have sent; not all have the same fields. */
const guests: IDataObject[] = Array.from({ length: 8 }, (_, index) => ({
	name: `ana maría ${index}`,
	room: 100 + index,
	price: 80.456 + index,
	paid: index % 2 === 0,
	phone: `600 100-00${index}`,
	email: `ana${index}@hotel.example`,
	'first name': 'ana',
	checkIn: `2026-05-0${index + 1}`,
	gender: 'mf'[index % 2],
	language: ['de', 'fr'][index % 2],
	tags: ['vip', ' spa ', 'spa'].slice(index % 3),
	guest: { email: `G${index}@HOTEL.example` },
	guests: [{ name: 'Ana' }, { name: `Bo ${index}` }],
	...(index % 2 ? { nickname: 'Nana', address: { city: 'Sevilla' } } : {}),
}));

const itemsPerBatch = 20;
const expressionsPerBatch = 25;

/** The engine of this n8n, and the one that every n8n has. */
const engines = [...new Set([chosenEngine, 'legacy' as const])];

describe.each(engines)('expressions for many items, in the %s engine', (kind) => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await startEngine(join(__dirname, 'reading-package'));
		Expression.setExpressionEngine(kind);
	});
	afterAll(async () => {
		Expression.setExpressionEngine(chosenEngine);
		await engine.stop();
	});

	/** Reads each expression for each item in both ways. */
	async function compare(raws: string[], items: IDataObject[]): Promise<Compared[]> {
		const [top = '', ...inner] = raws;
		const run = await engine.run({
			items: items.map((json) => ({ json })),
			node: {
				type: 'compareBatches',
				parameters: { top, inner: inner.map((value) => ({ value })) },
			},
		});
		expect(run.error).toBeUndefined();
		return run.output.map(({ json }) => json as unknown as Compared);
	}

	it('return the same values as n8n for each item', async () => {
		const batches = fc.sample(
			fc.record({
				raws: fc.array(randomExpression, {
					minLength: expressionsPerBatch,
					maxLength: expressionsPerBatch,
				}),
				items: fc.array(randomItem, { minLength: itemsPerBatch, maxLength: itemsPerBatch }),
			}),
			{ numRuns: runs(2), seed },
		);
		const batchesRead: Compared[] = [];
		for (const { raws, items } of batches) {
			const compared = await compare(raws, items);
			batchesRead.push(...compared);
			expect(differencesIn(compared)).toEqual([]);
			expect(compared.flatMap(({ left }) => left)).toEqual([]);
		}
		// Otherwise n8n was compared with itself.
		const together = batchesRead.filter(({ byItem }) => byItem < itemsPerBatch / 2);
		expect(together.length).toBeGreaterThan(batchesRead.length / 4);
	}, 600_000);

	it('are evaluated in batches if users write them', async () => {
		const read = await compare([...evaluatedTogether], guests);
		expect(differencesIn(read)).toEqual([]);
		// A busy machine may need several batches; n8n reads one item of each.
		const byItem = read.filter(({ byItem: times }) => times > guests.length / 2);
		expect(byItem.map(({ raw }) => raw)).toEqual([]);
	});
});
