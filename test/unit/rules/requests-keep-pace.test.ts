import { RateLimiter } from '../../../nodes/CrmMessaging/service/limiter';

/** A pace whose pauses are on a clock of the test's own. */
function paceOf(most: number): RateLimiter {
	return new RateLimiter(
		most,
		async (milliseconds) => await new Promise((resolve) => setTimeout(resolve, milliseconds)),
	);
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
		const turns = await Promise.all([1, 2, 3].map(async () => await pace.begin()));
		for (const turn of turns) pace.throttled(turn);
		expect(pace.atOnce).toBe(4);
		for (const _ of turns) pace.end();
		for (const atOnce of [2, 1, 1]) {
			pace.throttled(await pace.begin());
			pace.end();
			expect(pace.atOnce).toBe(atOnce);
		}
	});

	it('grows by one after each run of successes, up to what was chosen', async () => {
		const pace = paceOf(4);
		pace.throttled(await pace.begin());
		const steps = Array.from({ length: 10 }, () => {
			pace.succeeded();
			return pace.atOnce;
		});
		expect(steps).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
	});

	it('lets none leave while the service wants none, unless it wants none for very long', async () => {
		const pace = paceOf(4);
		expect(pace.resting()).toBeUndefined();
		pace.throttled(await pace.begin(), 3000);
		expect(pace.resting()).toBeDefined();
		const left = beginning(pace, 1);
		await jest.advanceTimersByTimeAsync(2999);
		expect(left).toEqual([false]);
		await jest.advanceTimersByTimeAsync(1);
		expect(left).toEqual([true]);
		pace.throttled({ slowed: 0 }, 3_600_000);
		expect(pace.resting()).toBeUndefined();
	});

	it('rests no more when the execution is canceled; the next request is told so', async () => {
		const pace = new RateLimiter(1, async () => await Promise.reject(new Error('ended')));
		pace.throttled(await pace.begin(), 3000);
		await pace.resting();
		expect(pace.resting()).toBeUndefined();
		await expect(pace.begin()).rejects.toThrow('ended');
	});
});
