import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { Queue, type QueuePace } from '../../../nodes/CrmMessaging/engine/queue';
import { runs } from '../../property-runs';

/** A piece of work: its name, whom it reaches, and how long it takes. */
interface Work {
	name: string;
	to: string[];
	ticks?: number;
}

/** A pace that never rests. */
const steady = (atOnce: number): QueuePace => ({ atOnce, resting: () => undefined });

/** Does the work of a queue and says what was begun and done in which order, and what came of it. */
async function workOf(
	works: readonly Work[],
	pace: QueuePace,
	dividedOrStopped: (work: Work, queue: Queue<Work, string>) => Work[] | undefined = () =>
		undefined,
) {
	const queue = new Queue<Work, string>(works, ({ to }) => to.map((name) => [['name', name]]));
	const log: string[] = [];
	let underWay = 0;
	let most = 0;
	const results = await queue.work(pace, async (work) => {
		log.push(`+${work.name}`);
		most = Math.max(most, ++underWay);
		for (let tick = work.ticks ?? 1; tick > 0; tick--) await setImmediate();
		underWay--;
		log.push(`-${work.name}`);
		const parts = dividedOrStopped(work, queue);
		return parts ? { parts } : { result: work.name };
	});
	const begun = log.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
	return { begun, log, results, most };
}

const named = (name: string, to: string[] = [], ticks = 1): Work => ({ name, to, ticks });
const works = ['a', 'b', 'c', 'd', 'e'].map((name) => named(name));
const names = works.map(({ name }) => name);

describe('the pieces of a run', () => {
	it.each([1, 2, 5])('are begun in order, %d at once', async (atOnce) => {
		const { begun, results, most } = await workOf(works, steady(atOnce));
		expect({ begun, results, most }).toEqual({ begun: names, results: names, most: atOnce });
	});

	it('may overtake one that waits for a recipient', async () => {
		const given = [named('a', ['x'], 3), named('b', ['x']), named('c', ['y'])];
		const { begun, results } = await workOf(given, steady(2));
		expect(begun).toEqual(['a', 'c', 'b']);
		expect(results).toEqual(['a', 'b', 'c']);
	});

	it('are begun no more after a stop; those under way are finished', async () => {
		const { results } = await workOf(works, steady(2), ({ name }, queue) => {
			if (name === 'a') queue.stop();
			return undefined;
		});
		expect(results).toEqual(['a', 'b']);
	});

	it('are not begun while the service wants a rest, and none after a stop meanwhile', async () => {
		let rests = false;
		const pace = { atOnce: 2, resting: () => (rests ? setImmediate().then(later) : undefined) };
		const later = async () => {
			for (let tick = 0; tick < 5; tick++) await setImmediate();
			rests = false;
		};
		const given = [named('a'), named('b', [], 3), named('c')];
		const { log } = await workOf(given, pace, ({ name }) => {
			rests = name === 'a';
			return undefined;
		});
		expect(log).toEqual(['+a', '+b', '-a', '-b', '+c', '-c']);
		const { results } = await workOf(given, pace, ({ name }, queue) => {
			rests = name === 'a';
			if (name === 'b') queue.stop();
			return undefined;
		});
		expect(results).toEqual(['a', 'b']);
	});

	it('keep the order of each recipient, also in parts, and give their results in order', async () => {
		const name = fc.constantFrom(...'uvwxyz');
		const work = fc.record({
			to: fc.array(name, { maxLength: 4 }),
			ticks: fc.integer({ min: 1, max: 4 }),
		});
		const given = fc.array(work, { maxLength: 12 });
		await fc.assert(
			fc.asyncProperty(
				given,
				fc.integer({ min: 1, max: 6 }),
				fc.func(fc.boolean()),
				async (list, atOnce, isTooLarge) => {
					const all = list.map((one, at) => ({ ...one, name: `${at}` }));
					const { log, results, most } = await workOf(all, steady(atOnce), (one) =>
						one.to.length > 1 && isTooLarge(one.name) ? halvesOf(one) : undefined,
					);
					expect(most).toBeLessThanOrEqual(atOnce);
					const leaves = new Map(all.flatMap((one) => leavesOf(one, isTooLarge)));
					expect(results).toEqual([...leaves.keys()]);
					const entries = [...leaves];
					for (const [at, [later, to]] of entries.entries()) {
						for (const [earlier, before] of entries.slice(0, at)) {
							if (!to.some((one) => before.includes(one))) continue;
							const [done, begun] = [`-${earlier}`, `+${later}`];
							expect(log.indexOf(done)).toBeLessThan(log.indexOf(begun));
						}
					}
				},
			),
			{ numRuns: runs(300) },
		);
	});
});

function halvesOf({ name, to, ticks }: Work): Work[] {
	const half = Math.ceil(to.length / 2);
	return [to.slice(0, half), to.slice(half)].map((part, at) => ({
		name: `${name}.${at}`,
		to: part,
		ticks,
	}));
}

/** The parts in which a piece is done in the end, in order, and whom each reaches. */
function leavesOf(
	work: Work,
	isTooLarge: (name: string) => boolean,
): Array<[name: string, to: string[]]> {
	if (work.to.length < 2 || !isTooLarge(work.name)) return [[work.name, work.to]];
	return halvesOf(work).flatMap((half) => leavesOf(half, isTooLarge));
}
