import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { workInOrder } from '../../../nodes/CrmMessaging/engine/dispatch';
import { runs } from '../../property-runs';

/** A piece of work: its name, whom it reaches, and how long it takes. */
interface Work {
	name: string;
	to: string[];
	ticks?: number;
}

/** Does work and says what was begun and done in which order. */
async function workOf(works: readonly Work[], parallel: number) {
	const recipientsOf = ({ to }: Work) => to.map((name) => ({ name }));
	const log: string[] = [];
	let underWay = 0;
	let most = 0;
	await workInOrder(works, parallel, recipientsOf, async (work) => {
		log.push(`+${work.name}`);
		most = Math.max(most, ++underWay);
		for (let tick = work.ticks ?? 1; tick > 0; tick--) await setImmediate();
		underWay--;
		log.push(`-${work.name}`);
	});
	const namesAfter = (sign: string) =>
		log.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
	return { begun: namesAfter('+'), done: namesAfter('-'), log, most };
}

const named = (name: string, to: string[] = [], ticks = 1): Work => ({ name, to, ticks });
const works = ['a', 'b', 'c', 'd', 'e'].map((name) => named(name));
const names = works.map(({ name }) => name);

describe('the pieces of a run', () => {
	it.each([1, 2, 5])('are begun in order, %d at once', async (atOnce) => {
		const { begun, done, most } = await workOf(works, atOnce);
		expect({ begun, done, most }).toEqual({ begun: names, done: names, most: atOnce });
	});

	it('may overtake one that waits for a recipient', async () => {
		const given = [named('a', ['x'], 3), named('b', ['x']), named('c', ['y'])];
		const { begun, done } = await workOf(given, 2);
		expect(begun).toEqual(['a', 'c', 'b']);
		expect(done).toEqual(['c', 'a', 'b']);
	});

	it('keep the order of each recipient, and are all done', async () => {
		const name = fc.constantFrom(...'uvwxyz');
		const work = fc.record({
			to: fc.array(name, { maxLength: 4 }),
			ticks: fc.integer({ min: 1, max: 4 }),
		});
		const given = fc.array(work, { maxLength: 12 });
		await fc.assert(
			fc.asyncProperty(given, fc.integer({ min: 1, max: 6 }), async (list, atOnce) => {
				const all = list.map((one, at) => ({ ...one, name: `${at}` }));
				const { done, log, most } = await workOf(all, atOnce);
				expect(most).toBeLessThanOrEqual(atOnce);
				expect(new Set(done)).toEqual(new Set(all.map((one) => one.name)));
				expect(done).toHaveLength(all.length);
				for (const [at, later] of all.entries()) {
					for (const earlier of all.slice(0, at)) {
						if (!later.to.some((one) => earlier.to.includes(one))) continue;
						const [end, start] = [`-${earlier.name}`, `+${later.name}`];
						expect(log.indexOf(end)).toBeLessThan(log.indexOf(start));
					}
				}
			}),
			{ numRuns: runs(300) },
		);
	});
});
