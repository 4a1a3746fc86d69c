import type { Readings } from '../../../playground/service/readings';
import type { CallbackBody } from '../../../playground/service/jobs/callback-body';
import { signCallback } from '../../../playground/service/jobs/callback-signature';
import { CALLBACK_RETRY_DELAYS_MS } from '../../../playground/service/options';
import type { ServiceStandIn } from '../../../playground/service/stand-in';
import { sync } from './bodies';
import { eventually, get, PATHS, post, start, startReceiver } from './client';

const quick = { processingDelayMs: 10 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Submission = {
	contacts?: object[];
	options?: { email_validation?: object; webhook?: object };
};

/** Submits contacts that are to be called back about, and gives the job's id. */
async function submit(service: ServiceStandIn, url: string, body: Submission = {}) {
	const options = { ...body.options, webhook: { ...body.options?.webhook, url } };
	return (await post<{ _id: string }>(service, PATHS.sync, sync({ ...body, options }))).body._id;
}

async function statusOf(service: ServiceStandIn, id: string): Promise<string> {
	return (await get<{ bulk: { status: string } }>(service, PATHS.bulk(id))).body.bulk.status;
}

const userIds = ({ state }: ServiceStandIn) => state.contacts.map(({ user_id }) => user_id);

test('a job is queued, then processed, and only then are its contacts there', async () => {
	const service = await start({ processingDelayMs: 400 });
	const { body: job } = await post<{ _id: string }>(service, PATHS.sync, sync());
	expect([await statusOf(service, job._id), userIds(service)]).toEqual(['queue', []]);
	await eventually(() => userIds(service).length === 1);
	expect(await statusOf(service, job._id)).toBe('processed');
	expect(service.state.callbacks).toEqual([]);
});

test('a test can end a job at once, also as failed, which takes nothing and calls nobody', async () => {
	const service = await start();
	const hook = await startReceiver();
	const failing = await submit(service, hook.url);
	const passing = await submit(service, hook.url, { contacts: [{ user_id: 'G-2' }] });
	expect(service.endBulkJob(failing, 'failed')).toMatchObject({ _id: failing, status: 'failed' });
	expect(service.endBulkJob(passing, 'processed')).toMatchObject({ status: 'processed' });
	expect(service.endBulkJob(passing, 'failed')).toBeUndefined();
	expect(await statusOf(service, failing)).toBe('failed');
	expect(userIds(service)).toEqual(['G-2']);
	await eventually(() => hook.received.length === 1);
	expect(service.state.callbacks.map(({ bulk_id }) => bulk_id)).toEqual([passing]);
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
	expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(60);
	expect(headers.authorization).toBe(signCallback('demo-account-secret', timestamp, token));
	const observed = '8bd3b1fb16ade8f045565561c43b923fb25b5e8e31c02aab437e0f6c03a09793';
	expect(signCallback('acct_secret_example', '1533909631', 'a'.repeat(50))).toBe(observed);
});

test('on demand the callback is a form with bracketed keys', async () => {
	const service = await start({ ...quick, readings: { callbackForm: 'form' } });
	const hook = await startReceiver();
	await submit(service, hook.url);
	const { headers, text } = await eventually(() => hook.received[0]);
	expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
	const form = new URLSearchParams(text);
	expect(form.get('contacts_valid_count')).toBe('1');
	expect(form.get('valid_contacts[0][email]')).toBe('ana@example.com');
	expect(form.get('valid_contacts[0][phone_number]')).toBe('');
	const signed = signCallback('demo-account-secret', form.get('timestamp')!, form.get('token')!);
	expect(headers.authorization).toBe(signed);
});

const asWritten = { createIfInvalid: 'asWritten' } as const;
const onlyIfTrue = { createIfNoCredit: 'onlyIfTrue' } as const;

test.each<[string, object, number, Partial<Readings>, valid: number]>([
	['no validation', {}, Infinity, {}, 4],
	['validation switched off', { validate: false, create_if_invalid: true }, Infinity, {}, 4],
	['validation', { validate: true }, Infinity, {}, 2],
	['create_if_invalid', { validate: true, create_if_invalid: true }, Infinity, {}, 4],
	['it, as written', { validate: true, create_if_invalid: true }, Infinity, asWritten, 2],
	['not it, as written', { validate: true }, Infinity, asWritten, 4],
	['too few credits', { validate: true }, 2, {}, 4],
	['too few, as named', { validate: true }, 2, onlyIfTrue, 0],
	['too few, allowed', { validate: true, create_if_no_credit: true }, 2, onlyIfTrue, 4],
	['enough credits', { validate: true }, 3, {}, 2],
])('contacts with an invalid e-mail: %s', async (...row) => {
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
	[[200], 'received'],
	[[500, 201, 200], 'received'],
	[[204, 200], 'received'],
	[[406], 'refused'],
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

test('an address where nobody listens is tried again, with pauses as observed unless told', async () => {
	const service = await start({ ...quick, callbackRetryDelaysMs: [60, 150] });
	const gone = await startReceiver();
	await gone.close();
	await submit(service, gone.url);
	const ended = () => service.state.callbacks.find(({ outcome }) => outcome === 'given_up');
	const { attempts } = await eventually(ended);
	expect(attempts).toMatchObject(Array(3).fill({ status: null, answer: 'ECONNREFUSED' }));
	const [first, second, third] = attempts.map(({ at }) => Date.parse(at));
	expect(second! - first!).toBeGreaterThanOrEqual(55);
	expect(third! - second!).toBeGreaterThanOrEqual(145);
	expect(CALLBACK_RETRY_DELAYS_MS.map((ms) => ms / 60_000)).toEqual([5, 5, 10, 10, 30, 60, 120]);
});

test('a test can have a callback called once more when its calls have come to an end', async () => {
	const service = await start({ callbackRetryDelaysMs: [50] });
	const hook = await startReceiver(500);
	const job = await submit(service, hook.url);
	service.repeatCallback(job);
	expect(service.state.callbacks).toEqual([]);
	service.endBulkJob(job, 'processed');
	service.repeatCallback(job);
	const givenUp = () => service.state.callbacks[0]?.outcome === 'given_up';
	await eventually(givenUp);
	expect(hook.received).toHaveLength(2);
	service.repeatCallback(job);
	expect(givenUp()).toBe(false);
	await eventually(givenUp);
	expect(hook.received.map(({ text }) => text)).toEqual(Array(3).fill(hook.received[0]!.text));
});

test.each(['reset', 'close'] as const)('%s ends what was still to come', async (end) => {
	const service = await start({ processingDelayMs: 300, callbackRetryDelaysMs: [300] });
	const hook = await startReceiver(500);
	service.endBulkJob(await submit(service, hook.url), 'processed');
	await eventually(() => service.state.callbacks[0]?.attempts.length === 1);
	expect(service.state.contacts.splice(0)).toHaveLength(1);
	await submit(service, hook.url, { contacts: [{ user_id: 'G-2' }] });
	await service[end]();
	await pause(400);
	expect([hook.received.length, userIds(service)]).toEqual([1, []]);
});
