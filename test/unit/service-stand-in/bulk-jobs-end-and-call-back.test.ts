import { startServiceStandIn, type ServiceStandIn } from '../../../playground/service/stand-in';
import type { CallbackBody } from '../../../playground/service/jobs/callback-body';
import { signCallback } from '../../../playground/service/jobs/callback-signature';
import { CALLBACK_RETRY_DELAYS_MS, type StandInOptions } from '../../../playground/service/options';
import { sync } from './bodies';
import {
	call,
	eventually,
	PATHS,
	startReceiver,
	type BulkAnswer,
	type Receiver,
	type SyncAnswer,
} from './client';
import { aNumber, like, objectWith } from './matchers';

const running: Array<{ close(): Promise<void> }> = [];

async function start(options: Partial<StandInOptions> = {}): Promise<ServiceStandIn> {
	const service = await startServiceStandIn({
		processingDelayMs: 10,
		callbackRetryDelaysMs: [20, 20],
		...options,
	});
	running.push(service);
	return service;
}

async function receiver(...statuses: number[]): Promise<Receiver> {
	const server = await startReceiver(...statuses);
	running.push(server);
	return server;
}

afterEach(async () => {
	await Promise.all(running.splice(0).map((server) => server.close()));
});

/** What a test submits beside the callback's address. */
interface Submission {
	contacts?: object[];
	options?: { email_validation?: object; webhook?: object };
}

/** Submits contacts that are to be called back about. */
async function submit(
	service: ServiceStandIn,
	url: string,
	body: Submission = {},
): Promise<string> {
	const options = { ...body.options, webhook: { ...body.options?.webhook, url } };
	const { body: job } = await call<SyncAnswer>(
		service,
		'POST',
		PATHS.sync,
		sync({ ...body, options }),
	);
	return job._id;
}

async function statusOf(service: ServiceStandIn, id: string): Promise<string> {
	return (await call<BulkAnswer>(service, 'GET', PATHS.bulk(id))).body.bulk.status;
}

const quietly = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a job is queued, then processed, and only then are its contacts there', async () => {
	const service = await start({ processingDelayMs: 400 });
	const { body: job } = await call<SyncAnswer>(service, 'POST', PATHS.sync, sync());
	expect(await statusOf(service, job._id)).toBe('queue');
	expect(service.state.contacts).toEqual([]);
	await eventually(() => service.state.contacts.length === 1);
	expect(await statusOf(service, job._id)).toBe('processed');
});

test('a test can end a job at once, also as failed', async () => {
	const service = await start({ processingDelayMs: 60_000 });
	const hook = await receiver();
	const failing = await submit(service, hook.url);
	const passing = await submit(service, hook.url, { contacts: [{ user_id: 'G-2' }] });
	expect(service.endBulkJob(failing, 'failed')).toMatchObject({ _id: failing, status: 'failed' });
	expect(service.endBulkJob(passing, 'processed')).toMatchObject({ status: 'processed' });
	expect(service.endBulkJob(passing, 'failed')).toBeUndefined();
	expect(await statusOf(service, failing)).toBe('failed');
	expect(await statusOf(service, passing)).toBe('processed');
	expect(service.state.contacts.map(({ user_id }) => user_id)).toEqual(['G-2']);
	await eventually(() => hook.received.length === 1);
	expect(service.state.callbacks.map(({ bulk_id }) => bulk_id)).toEqual([passing]);
});

test('the callback reports contacts with the default and the extra fields, signed', async () => {
	const service = await start();
	const hook = await receiver();
	const contacts = [
		{ user_id: 'G-1', email: 'ana@example.com', city: 'Valencia', zip: '46001' },
		{ phone_countrycode: '+44', phone_number: '7700900123' },
	];
	const options = { webhook: { contacts_extra_fields: ['city'] } };
	await submit(service, hook.url, { contacts, options });
	const { method, headers, text } = await eventually(() => hook.received[0]);
	expect(method).toBe('POST');
	expect(headers['content-type']).toBe('application/json');
	const body = JSON.parse(text) as CallbackBody;
	const [first, second] = service.state.contacts;
	expect(body).toEqual({
		account_id: 'demo-hotel',
		timestamp: aNumber,
		token: like(/^[A-Za-z0-9]{50}$/),
		contacts_valid_count: 2,
		contacts_failed_count: 0,
		valid_contacts: [
			{
				_id: first!._id,
				user_id: 'G-1',
				email: 'ana@example.com',
				phone_countrycode: null,
				phone_number: null,
				city: 'Valencia',
			},
			{
				_id: second!._id,
				user_id: null,
				email: null,
				phone_countrycode: '+44',
				phone_number: '7700900123',
				city: null,
			},
		],
		failed_contacts: [],
	});
	expect(Number.isInteger(body.timestamp)).toBe(true);
	expect(Math.abs(body.timestamp - Date.now() / 1000)).toBeLessThan(60);
	expect(headers.authorization).toBe(
		signCallback('demo-account-secret', body.timestamp, body.token),
	);
});

test('the signature is the one observed of the service', () => {
	expect(signCallback('acct_secret_example', '1533909631', 'a'.repeat(50))).toBe(
		'8bd3b1fb16ade8f045565561c43b923fb25b5e8e31c02aab437e0f6c03a09793',
	);
});

test('on demand the callback is a form with bracketed keys', async () => {
	const service = await start({ callbackForm: 'form' });
	const hook = await receiver();
	await submit(service, hook.url);
	const { headers, text } = await eventually(() => hook.received[0]);
	expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
	const form = new URLSearchParams(text);
	expect(form.get('account_id')).toBe('demo-hotel');
	expect(form.get('contacts_valid_count')).toBe('1');
	expect(form.get('valid_contacts[0][email]')).toBe('ana@example.com');
	expect(form.get('valid_contacts[0][phone_number]')).toBe('');
	const signed = signCallback('demo-account-secret', form.get('timestamp')!, form.get('token')!);
	expect(headers.authorization).toBe(signed);
});

const EMAILS = [
	{ user_id: 'G-1', email: 'ana@example.com' },
	{ user_id: 'G-2', email: 'nobody' },
	{ user_id: 'G-3' },
	{ user_id: 'G-4', email: 'someone at home' },
];

test('with validation, contacts with an invalid e-mail fail, for a text or a list of reasons', async () => {
	const service = await start();
	const hook = await receiver();
	const options = { email_validation: { validate: true } };
	await submit(service, hook.url, { contacts: EMAILS, options });
	const { text } = await eventually(() => hook.received[0]);
	const body = JSON.parse(text) as CallbackBody;
	expect(body).toMatchObject({ contacts_valid_count: 2, contacts_failed_count: 2 });
	expect(body.failed_contacts).toEqual([
		{ contact: objectWith({ user_id: 'G-2' }), error: 'email is invalid' },
		{ contact: objectWith({ user_id: 'G-4' }), errors: ['email is invalid'] },
	]);
	expect(service.state.contacts.map(({ user_id }) => user_id)).toEqual(['G-1', 'G-3']);
});

test.each<[string, object, number, number]>([
	['no validation', {}, Infinity, 4],
	['validation switched off', { validate: false, create_if_invalid: true }, Infinity, 4],
	['create_if_invalid', { validate: true, create_if_invalid: true }, Infinity, 2],
	['too few credits', { validate: true }, 2, 4],
	['enough credits', { validate: true }, 3, 2],
])('%s', async (_case, email_validation, emailCredits, created) => {
	const service = await start({ emailCredits });
	await call(
		service,
		'POST',
		PATHS.sync,
		sync({ contacts: EMAILS, options: { email_validation } }),
	);
	await eventually(() => service.state.bulkJobs[0]!.status === 'processed');
	expect(service.state.contacts).toHaveLength(created);
	expect(service.state.callbacks).toEqual([]);
});

test.each<[statuses: number[], calls: number, outcome: string]>([
	[[200], 1, 'received'],
	[[406], 1, 'refused'],
	[[500, 200], 2, 'received'],
	[[201, 204, 200], 3, 'received'],
	[[302, 200], 2, 'received'],
	[[500, 406], 2, 'refused'],
	[[503], 3, 'given_up'],
])('answers %j make it call %i times: %s', async (statuses, calls, outcome) => {
	const service = await start();
	const hook = await receiver(...statuses);
	await submit(service, hook.url);
	const callback = await eventually(() =>
		service.state.callbacks.find((sent) => sent.outcome !== 'pending'),
	);
	await quietly(50);
	expect(hook.received).toHaveLength(calls);
	expect(callback).toMatchObject({ outcome, next_attempt_at: null });
	expect(callback.attempts.map(({ status }) => status)).toEqual(
		Array.from({ length: calls }, (_, at) => statuses[Math.min(at, statuses.length - 1)]),
	);
	expect(new Set(hook.received.map(({ text }) => text)).size).toBe(1);
});

test('it waits between tries as it was told, by default as observed of the service', async () => {
	const service = await start({ callbackRetryDelaysMs: [60, 150] });
	const hook = await receiver(500);
	await submit(service, hook.url);
	await eventually(() => hook.received.length === 3);
	const [first, second, third] = hook.received.map(({ at }) => at);
	expect(second! - first!).toBeGreaterThanOrEqual(55);
	expect(third! - second!).toBeGreaterThanOrEqual(145);
	expect(CALLBACK_RETRY_DELAYS_MS.map((ms) => ms / 60_000)).toEqual([5, 5, 10, 10, 30, 60, 120]);
});

test('an address where nobody listens is tried again', async () => {
	const service = await start();
	const gone = await startReceiver();
	await gone.close();
	await submit(service, gone.url);
	const callback = await eventually(() =>
		service.state.callbacks.find(({ outcome }) => outcome === 'given_up'),
	);
	expect(callback.attempts.map(({ status, answer }) => [status, answer])).toEqual(
		Array.from({ length: 3 }, () => [null, 'ECONNREFUSED']),
	);
});

test.each(['reset', 'close'] as const)('%s ends what was still to come', async (end) => {
	const service = await start({ processingDelayMs: 300, callbackRetryDelaysMs: [300] });
	const hook = await receiver(500);
	service.endBulkJob(await submit(service, hook.url), 'processed');
	await eventually(() => service.state.callbacks[0]?.attempts.length === 1);
	const before = service.state.contacts.splice(0);
	expect(before).toHaveLength(1);
	await submit(service, hook.url, { contacts: [{ user_id: 'G-2' }] });
	await service[end]();
	await quietly(400);
	expect(hook.received).toHaveLength(1);
	expect(service.state.contacts).toEqual([]);
});
