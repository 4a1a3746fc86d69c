import type { Readings } from '../../../playground/service/readings';
import type { CallbackBody } from '../../../playground/service/jobs/callback-body';
import { signCallback } from '../../../playground/service/jobs/callback-sender';
import { CALLBACK_RETRY_DELAYS_MS } from '../../../playground/service/options';
import type { MockService } from '../../../playground/service/mock-service';
import { eventually, get, PATHS, post, start, startReceiver, sync } from './client';

const quick = { processingDelayMs: 10 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Submission = {
	contacts?: object[];
	options?: { email_validation?: object; webhook?: object };
};

/** Submits contacts that are to be called back about, and gives the job's id. */
async function submit(service: MockService, url: string, body: Submission = {}) {
	const options = { ...body.options, webhook: { ...body.options?.webhook, url } };
	return (await post<{ _id: string }>(service, PATHS.sync, sync({ ...body, options }))).body._id;
}

async function statusOf(service: MockService, id: string): Promise<string> {
	return (await get<{ bulk: { status: string } }>(service, PATHS.bulk(id))).body.bulk.status;
}

const userIds = ({ state }: MockService) => state.contacts.map(({ user_id }) => user_id);

test('a job is queued until it ends, and only then are its contacts there', async () => {
	const service = await start();
	const { body: job } = await post<{ _id: string }>(service, PATHS.sync, sync());
	expect([await statusOf(service, job._id), userIds(service)]).toEqual(['queue', []]);
	service.endBulkJob(job._id, 'processed');
	expect([await statusOf(service, job._id), userIds(service)]).toEqual(['processed', ['G-1']]);
	expect(service.endBulkJob(job._id, 'failed')).toBeUndefined();
	const failed = await submit(service, 'http://127.0.0.1:1/hook');
	expect(service.endBulkJob(failed, 'failed')).toMatchObject({ _id: failed, status: 'failed' });
	expect(service.state.callbacks).toEqual([]);
});

test('the callback reports contacts with the default and the extra fields, signed', async () => {
	const service = await start(quick);
	const hook = await startReceiver();
	const given = { user_id: 'G-1', email: 'ana@example.com', city: 'Valencia' };
	const phone = { phone_countrycode: '+44', phone_number: '7700900123' };
	const options = { webhook: { contacts_extra_fields: ['city'] } };
	await submit(service, hook.url, { contacts: [{ ...given, zip: '46001' }, phone], options });
	const { method, headers, text } = await eventually(() => hook.received[0]);
	expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
	const { timestamp, token, ...body } = JSON.parse(text) as Required<CallbackBody>;
	const [first, second] = service.state.contacts.map(({ _id }) => _id);
	expect(body).toEqual({
		account_id: 'demo-hotel',
		contacts_valid_count: 2,
		contacts_failed_count: 0,
		valid_contacts: [
			{ _id: first, ...given, phone_countrycode: null, phone_number: null },
			{ _id: second, user_id: null, email: null, ...phone, city: null },
		],
		failed_contacts: [],
	});
	expect(token).toMatch(/^[A-Za-z0-9]{50}$/);
	expect(Number.isInteger(timestamp)).toBe(true);
	expect(headers.authorization).toBe(signCallback('demo-account-secret', timestamp, token));
	const observed = '8bd3b1fb16ade8f045565561c43b923fb25b5e8e31c02aab437e0f6c03a09793';
	expect(signCallback('acct_secret_example', '1533909631', 'a'.repeat(50))).toBe(observed);
});

const asWritten = { createIfInvalid: 'asWritten' } as const;
const onlyIfTrue = { createIfNoCredit: 'onlyIfTrue' } as const;

test.each<[string, object, number, Partial<Readings>, valid: number]>([
	['no validation', {}, Infinity, {}, 4],
	['validation', { validate: true }, Infinity, {}, 2],
	['create_if_invalid', { validate: true, create_if_invalid: true }, Infinity, {}, 4],
	['it, as written', { validate: true, create_if_invalid: true }, Infinity, asWritten, 2],
	['too few credits', { validate: true }, 2, {}, 4],
	['too few, as named', { validate: true }, 2, onlyIfTrue, 0],
	['enough credits', { validate: true }, 3, {}, 2],
])('contacts with an invalid email: %s', async (...row) => {
	const [, email_validation, emailCredits, readings, valid] = row;
	const service = await start({ ...quick, emailCredits, readings });
	const hook = await startReceiver();
	const emails = ['ana@example.com', undefined, 'nobody', 'someone at home'];
	const contacts = emails.map((email, at) => ({ user_id: `G-${at}`, email }));
	await submit(service, hook.url, { contacts, options: { email_validation } });
	const body = JSON.parse((await eventually(() => hook.received[0])).text) as CallbackBody;
	expect(userIds(service)).toEqual(['G-0', 'G-1', 'G-2', 'G-3'].slice(0, valid));
	expect(body).toMatchObject({ contacts_valid_count: valid, contacts_failed_count: 4 - valid });
	const failed = [
		{ contact: { user_id: 'G-2' }, error: 'email is invalid' },
		{ contact: { user_id: 'G-3' }, errors: ['email is invalid'] },
	];
	if (valid > 0) expect(body.failed_contacts).toMatchObject(valid === 4 ? [] : failed);
});

test.each<[statuses: number[], outcome: string]>([
	[[500, 201, 200], 'received'],
	[[302, 406], 'refused'],
	[[503, 503, 503], 'given_up'],
])('it calls once for each of the answers %j: %s', async (statuses, outcome) => {
	const service = await start(quick);
	const hook = await startReceiver(...statuses);
	await submit(service, hook.url);
	const ended = () => service.state.callbacks.find((sent) => sent.outcome !== 'pending');
	const callback = await eventually(ended);
	await pause(50);
	expect(hook.received).toHaveLength(statuses.length);
	expect(callback).toMatchObject({ outcome, next_attempt_at: null });
	expect(callback.attempts.map(({ status }) => status)).toEqual(statuses);
	expect(new Set(hook.received.map(({ text }) => text)).size).toBe(1);
});

test('an address where no one listens is tried again, with pauses as observed by default', async () => {
	const service = await start({ ...quick, callbackRetryDelaysMs: [60, 150] });
	await submit(service, 'http://127.0.0.1:1/hook');
	const ended = () => service.state.callbacks.find(({ outcome }) => outcome === 'given_up');
	const { attempts } = await eventually(ended);
	expect(attempts).toMatchObject(Array(3).fill({ status: null }));
	const [first, second, third] = attempts.map(({ at }) => Date.parse(at));
	expect(second! - first!).toBeGreaterThanOrEqual(55);
	expect(third! - second!).toBeGreaterThanOrEqual(145);
	expect(CALLBACK_RETRY_DELAYS_MS.map((ms) => ms / 60_000)).toEqual([5, 5, 10, 10, 30, 60, 120]);
});

describe('on a clock of the test’s own', () => {
	beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
	afterEach(() => jest.useRealTimers());

	test.each(['reset', 'close'] as const)('%s ends what was still to come', async (end) => {
		const service = await start({ callbackRetryDelaysMs: [60_000] });
		const hook = await startReceiver(500);
		service.endBulkJob(await submit(service, hook.url), 'processed');
		await eventually(() => service.state.callbacks[0]?.attempts.length === 1);
		expect(service.state.contacts.splice(0)).toHaveLength(1);
		await submit(service, hook.url, { contacts: [{ user_id: 'G-2' }] });
		await service[end]();
		await jest.advanceTimersByTimeAsync(120_000);
		await pause(50);
		expect([hook.received.length, userIds(service)]).toEqual([1, []]);
	});
});
