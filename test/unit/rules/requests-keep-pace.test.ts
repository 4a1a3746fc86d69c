import { RateLimiter } from '../../../nodes/CrmMessaging/service/limiter';

const pause = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));
/** A rate limiter that pauses with fake timers. */
const limiterWith = (most: number) => new RateLimiter(most, pause);

/** How many requests the limiter allows in parallel, if none is in progress. */
async function allowedBy(limiter: RateLimiter): Promise<number> {
	let isOver = false;
	let left = 0;
	for (let request = 0; request < 25; request++) {
		void limiter.begin(() => !isOver).then((turn) => (left += turn === undefined ? 0 : 1));
	}
	await jest.advanceTimersByTimeAsync(0);
	isOver = true;
	for (let ended = 0; ended < left; ended++) limiter.end();
	await jest.advanceTimersByTimeAsync(0);
	return left;
}

/** A turn that the limiter is sure to give. */
const turnOf = async (limiter: RateLimiter) => (await limiter.begin())!;

describe('the rate limiter', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it('halves its limit down to one, and allows one more for each success up to its maximum', async () => {
		const limiter = limiterWith(20);
		for (const atOnce of [2, 1, 1]) {
			limiter.throttled(await turnOf(limiter));
			limiter.end();
			expect(await allowedBy(limiter)).toBe(atOnce);
		}
		for (const [successes, atOnce] of [
			[2, 3],
			[1, 4],
			[1000, 20],
		] as const) {
			for (let success = 0; success < successes; success++) limiter.succeeded();
			expect(await allowedBy(limiter)).toBe(atOnce);
		}
	});

	it('holds requests as long as Retry-After asks for, unless that is very long', async () => {
		const limiter = limiterWith(4);
		limiter.throttled(await turnOf(limiter), 3000);
		const sent = jest.fn();
		void limiter.begin().then(sent);
		await jest.advanceTimersByTimeAsync(2999);
		expect(sent).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(1);
		expect(sent).toHaveBeenCalledTimes(1);
		limiter.end();
		limiter.throttled(4, 3_600_000);
		void limiter.begin().then(sent);
		await jest.advanceTimersByTimeAsync(0);
		expect(sent).toHaveBeenCalledTimes(2);
	});

	it('passes the turn of a canceled request on', async () => {
		const limiter = new RateLimiter(1, () => Promise.reject(new Error('canceled')));
		limiter.throttled(await turnOf(limiter), 1000);
		limiter.end();
		await expect(limiter.begin()).rejects.toThrow('canceled');
		await jest.advanceTimersByTimeAsync(1000);
		await expect(limiter.begin()).resolves.toBeDefined();
	});
});
