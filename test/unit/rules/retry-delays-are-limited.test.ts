import fc from 'fast-check';
import { endpoints, type ServiceRequest } from '../../../nodes/CrmMessaging/service/endpoints';
import { readRetryAfter } from '../../../nodes/CrmMessaging/service/limiter';
import { signalWithin } from '../../../nodes/CrmMessaging/service/credential';
import { clientOf } from './rule';

const longest = 60_000;
const request: ServiceRequest = { endpoint: endpoints.syncData };

/** Sends a request to a service that is always busy and asks for pauses, with fake timers. */
async function retryWith(tries: number, seconds: Array<number | undefined>) {
	const began = Date.now();
	const arrivals: number[] = [];
	const busy = () => {
		const retryAfter = seconds[arrivals.push(Date.now()) - 1]?.toString();
		return { status: 429, headers: { 'retry-after': retryAfter } };
	};
	const client = clientOf(busy, tries);
	const sending = client.send(request).catch((error: Error) => error);
	await jest.runAllTimersAsync();
	const pauses = arrivals.slice(1).map((time, index) => time - arrivals[index]!);
	return { pauses, total: Date.now() - began, error: await sending };
}

describe('the pauses between the tries of a request', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it('add up to a minute at most, whatever Retry-After asks for', async () => {
		const seconds = fc.option(fc.integer({ min: 0, max: 70 }), { nil: undefined });
		const all = fc.array(seconds, { minLength: 10, maxLength: 10 });
		const few = fc.integer({ min: 1, max: 10 });
		const property = fc.asyncProperty(few, all, async (tries, asked) => {
			const { pauses, total, error } = await retryWith(tries, asked);
			expect(total).toBeLessThanOrEqual(longest);
			expect(pauses.length).toBeLessThan(tries);
			pauses.forEach((pause, index) => {
				expect(pause).toBeGreaterThanOrEqual((asked[index] ?? 0) * 1000);
			});
			expect(error).toMatchObject({ failure: { code: 'busy', status: 429 } });
		});
		await fc.assert(property, { numRuns: 200 });
	});
});

it('a pause ends when the execution is canceled, and nothing is sent then', async () => {
	const execution = new AbortController();
	let arrived = 0;
	const busy = () => {
		arrived++;
		// Once the pause has begun.
		setTimeout(() => execution.abort(), 50);
		return { status: 429, headers: { 'retry-after': '59' } };
	};
	const client = clientOf(busy, 4, { canceled: execution.signal });
	await expect(client.send(request)).rejects.toThrow('The execution was canceled');
	expect(arrived).toBe(1);
}, 20_000);

it('a request of another node is aborted at its time limit, if that is a possible one', async () => {
	const timeouts = [0.5, 20, undefined, 0, -1, NaN, Infinity, 2 ** 33];
	const { signal: abortSignal } = new AbortController();
	const signals = timeouts.map((timeout) => [
		signalWithin({ timeout }),
		signalWithin({ timeout, abortSignal }),
	]);
	await new Promise((resolve) => setTimeout(resolve, 100));
	const isAborted = signals.map((pair) => pair.map((signal) => signal?.aborted ?? false));
	expect(isAborted).toEqual(timeouts.map((_, at) => [at < 2, at < 2]));
});

const now = Date.parse('2026-11-21T10:15:00Z');

it.each<[header: unknown, milliseconds: number | undefined]>([
	['7', 7000],
	[' 120 ', 120_000],
	['Sat, 21 Nov 2026 10:15:30 GMT', 30_000],
	['Sat, 21 Nov 2026 10:00:00 GMT', 0],
	['1000000000', 1_000_000_000_000],
	['soon', undefined],
])('Retry-After: %p asks for a pause of %p milliseconds', (header, milliseconds) => {
	expect(readRetryAfter(header, now)).toBe(milliseconds);
});
