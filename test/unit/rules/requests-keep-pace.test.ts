import { RateLimiter } from '../../../nodes/CrmMessaging/service/limiter';

/** A pace whose pauses are on a clock of the test's own. */
function paceOf(most: number): RateLimiter {
	return new RateLimiter(
		most,
		async (milliseconds) => await new Promise((resolve) => setTimeout(resolve, milliseconds)),
	);
}

/** How many requests may be in progress now, if none is. */
async function allowedBy(pace: RateLimiter): Promise<number> {
	let isOver = false;
	let left = 0;
	for (let request = 0; request < 20; request++) {
		void pace.begin(() => !isOver).then((turn) => (left += turn ? 1 : 0));
	}
	await jest.advanceTimersByTimeAsync(0);
	isOver = true;
	for (let ended = 0; ended < left; ended++) pace.end();
	await jest.advanceTimersByTimeAsync(0);
	return left;
}

/** A turn that is certain. */
async function turnOf(pace: RateLimiter) {
	return (await pace.begin())!;
}

/** Begins requests, and says which have left by now. */
function beginning(pace: RateLimiter, count: number): boolean[] {
	const left = Array.from({ length: count }, () => false);
	for (const at of left.keys()) void pace.begin().then(() => (left[at] = true));
	return left;
}

describe('the pace of requests', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it('lets so many leave, and each other when one has ended', async () => {
		const pace = paceOf(2);
		const left = beginning(pace, 4);
		await jest.advanceTimersByTimeAsync(0);
		expect(left).toEqual([true, true, false, false]);
		pace.end();
		await jest.advanceTimersByTimeAsync(0);
		expect(left).toEqual([true, true, true, false]);
	});

	it('is halved once by all that left at the same pace, and not below one', async () => {
		const pace = paceOf(8);
		const turns = await Promise.all([1, 2, 3].map(async () => await turnOf(pace)));
		for (const turn of turns) pace.throttled(turn);
		for (const _ of turns) pace.end();
		expect(await allowedBy(pace)).toBe(4);
		for (const atOnce of [2, 1, 1]) {
			pace.throttled(await turnOf(pace));
			pace.end();
			expect(await allowedBy(pace)).toBe(atOnce);
		}
	});

	it('grows by one after each run of successes, up to what was chosen', async () => {
		const pace = paceOf(4);
		pace.throttled(await turnOf(pace));
		pace.end();
		const steps: number[] = [];
		for (let step = 0; step < 10; step++) {
			pace.succeeded();
			steps.push(await allowedBy(pace));
		}
		expect(steps).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
	});

	it('lets none leave while the service wants none, unless it wants none for very long', async () => {
		const pace = paceOf(4);
		pace.throttled(await turnOf(pace), 3000);
		const left = beginning(pace, 1);
		await jest.advanceTimersByTimeAsync(2999);
		expect(left).toEqual([false]);
		await jest.advanceTimersByTimeAsync(1);
		expect(left).toEqual([true]);
		pace.end();
		pace.throttled({ slowed: 0 }, 3_600_000);
		const soon = beginning(pace, 1);
		await jest.advanceTimersByTimeAsync(0);
		expect(soon).toEqual([true]);
	});

	it('lets none leave that is not wanted any more', async () => {
		const pace = paceOf(1);
		await turnOf(pace);
		let isWanted = true;
		const waiting = pace.begin(() => isWanted);
		isWanted = false;
		pace.end();
		await jest.advanceTimersByTimeAsync(0);
		await expect(waiting).resolves.toBeUndefined();
		await expect(pace.begin()).resolves.toBeDefined();
	});
});
