import { setImmediate } from 'node:timers/promises';
import { Queue } from '../../../nodes/CrmMessaging/run/queue';

/** Does the work of a queue and says which pieces were begun, and how many at most were under way. */
async function workOf(
	pieces: string[],
	atOnce: number,
	handle: (piece: string, queue: Queue<string>) => void = () => {},
) {
	const queue = new Queue(pieces);
	const begun: string[] = [];
	const done: string[] = [];
	let most = 0;
	await queue.work(atOnce, async (piece) => {
		most = Math.max(most, begun.push(piece) - done.length);
		await setImmediate();
		handle(piece, queue);
		done.push(piece);
	});
	return { begun, done, most };
}

const pieces = ['a', 'b', 'c', 'd', 'e'];

describe('the pieces of a run', () => {
	it.each([1, 2, 5])('are begun in order, %d at once', async (atOnce) => {
		const given = [...pieces];
		const { begun, done, most } = await workOf(given, atOnce);
		expect({ begun, done, most, given }).toEqual({
			...{ begun: pieces, done: pieces, given: pieces },
			most: atOnce,
		});
	});

	it('may put others in their own place, in order', async () => {
		const parts = Object.freeze(['ab', 'cd']);
		const { begun } = await workOf(['abcd', 'e'], 1, (piece, queue) => {
			if (piece === 'abcd') queue.putFirst(parts);
		});
		expect(begun).toEqual(['abcd', 'ab', 'cd', 'e']);
	});

	it('are begun no more after a stop; those under way are finished', async () => {
		const { done } = await workOf(pieces, 2, (piece, queue) => {
			if (piece === 'a') queue.stop();
		});
		expect(done).toEqual(['a', 'b']);
	});
});
