import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { endpoints, type ServiceRequest } from '../../../nodes/CrmMessaging/service/endpoints';
import { ServiceClient } from '../../../nodes/CrmMessaging/service/client';
import { readRetryAfter } from '../../../nodes/CrmMessaging/service/limiter';
import { signalWithin } from '../../../nodes/CrmMessaging/service/exchange';

const longest = 60_000;
const request: ServiceRequest = { endpoint: endpoints.syncData };

/** Sends a request to a service that is always busy, on a clock of the test's own. */
async function patienceWith(
	tries: number,
	retryAfter: (asked: number) => string | undefined,
): Promise<{ waited: number[]; total: number; error: Error }> {
	const began = Date.now();
	const arrivals: number[] = [];
	const httpRequestWithAuthentication = async () => {
		const header = retryAfter(arrivals.push(Date.now()) - 1);
		return { statusCode: 429, headers: { 'retry-after': header }, body: '' };
	};
	const context = {
		getCredentials: async () => ({
			baseUrl: 'https://api.example.com',
			accountId: '42',
			accountSecret: 'acct_secret_example',
			masterSecret: '',
		}),
		getNode: () => ({ name: 'CRM Messaging', type: 'crmMessaging' }),
		getExecutionCancelSignal: () => undefined,
		helpers: { httpRequestWithAuthentication },
	} as unknown as IExecuteFunctions;
	const client = await ServiceClient.open(context, tries);
	const sending = client.send(request).catch((error: Error) => error);
	await jest.runAllTimersAsync();
	const waited = arrivals.slice(1).map((at, index) => at - arrivals[index]!);
	return { waited, total: Date.now() - began, error: (await sending) as Error };
}

describe('the pauses between the tries of a request', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it('take a minute together at most, whatever the service asks for', async () => {
		const seconds = fc.option(fc.integer({ min: 0, max: 70 }), { nil: undefined });
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 10 }),
				fc.array(seconds, { minLength: 10, maxLength: 10 }),
				async (tries, asked) => {
					const { waited, total, error } = await patienceWith(tries, (at) =>
						asked[at]?.toString(),
					);
					expect(total).toBeLessThanOrEqual(longest);
					expect(waited.length).toBeLessThan(tries);
					waited.forEach((pause, at) => {
						expect(pause).toBeGreaterThanOrEqual((asked[at] ?? 0) * 1000);
					});
					expect(error).toMatchObject({ failure: { code: 'busy', status: 429 } });
				},
			),
			{ numRuns: 200 },
		);
	});

	it('are taken as long as they fit in, and then no more', async () => {
		const { waited } = await patienceWith(10, () => '25');
		expect(waited).toEqual([25_000, 25_000]);
		expect((await patienceWith(10, () => '60')).waited).toEqual([60_000]);
		expect((await patienceWith(10, () => '61')).waited).toEqual([]);
	});

	it('grow by themselves, at least half as long as they may, where nothing is asked for', async () => {
		const { waited } = await patienceWith(8, () => undefined);
		waited.forEach((pause, at) => {
			expect(pause).toBeGreaterThanOrEqual(250 * 2 ** at);
			expect(pause).toBeLessThanOrEqual(500 * 2 ** at + 1);
		});
		expect(waited.length).toBeGreaterThanOrEqual(6);
	});
});

/** Requests of other nodes with the credential have whatever limit people gave them. */
it.each([
	...[0.5, 20].map((timeout) => [timeout, true]),
	...[undefined, 0, -1, NaN, Infinity, 2 ** 33].map((timeout) => [timeout, false]),
] as Array<[timeout: number | undefined, isOver: boolean]>)(
	'a request with a time limit of %p has ended soon: %p',
	async (timeout, isOver) => {
		const abortSignal = new AbortController().signal;
		const signals = [signalWithin({ timeout }), signalWithin({ timeout, abortSignal })];
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(signals.map((signal) => signal?.aborted ?? false)).toEqual([isOver, isOver]);
	},
);

const now = Date.parse('2026-11-21T10:15:00Z');

it.each<[header: unknown, milliseconds: number | undefined]>([
	['7', 7000],
	[' 120 ', 120_000],
	['Sat, 21 Nov 2026 10:15:30 GMT', 30_000],
	['Sat, 21 Nov 2026 10:00:00 GMT', 0],
	['1000000000', 1_000_000_000_000],
	['-5', 0],
	['Fri, 31 Dec 9999 23:59:59 GMT', Date.parse('9999-12-31T23:59:59Z') - now],
	['12a', undefined],
	['a12', undefined],
	['soon', undefined],
	['', undefined],
	[undefined, undefined],
	[7, undefined],
	[['7'], undefined],
])('Retry-After: %p asks for a pause of %p milliseconds', (header, milliseconds) => {
	expect(readRetryAfter(header, now)).toBe(milliseconds);
});
