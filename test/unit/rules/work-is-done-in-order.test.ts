import { setImmediate } from 'node:timers/promises';
import { workInOrder } from '../../../nodes/CrmMessaging/engine/dispatch';

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
});
