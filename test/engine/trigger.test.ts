import { once } from 'node:events';
import type { IDataObject } from 'n8n-workflow';
import pWaitFor from 'p-wait-for';
import { contactReason } from '../../nodes/CrmMessaging/catalogue/runs';
import { triggerProperties } from '../../nodes/CrmMessaging/callbacks/trigger';
import type { LiveTrigger, WebhookCall } from './harness';
import { account } from './running-service';
import { asForm, asText, hmac, job, key, TriggerRunner, webhookId } from './trigger-runner';

const callback = { ...job, valid_contacts: [{ _id: 'c-1', email: null }], failed_contacts: [] };
const { timestamp, token } = job;
const signature = hmac(`${timestamp}${token}`);
const bySignature = { authentication: 'signatureHeader' };

/** Makes a call that can't be checked. The log shows why. */
async function expectNotReady(trigger: LiveTrigger, why: string): Promise<void> {
	const answer = await trigger.call({ body: callback, query: { key } });
	expect(answer).toMatchObject({ status: 503, body: '{"error":"not ready"}' });
	expect([trigger.started, trigger.failures]).toEqual([[], []]);
	expect(trigger.warnings).toEqual([
		expect.stringContaining(`refused: it can’t be checked. ${why}`),
	]);
}

const triggers = new TriggerRunner();
const jsonOf = ({ items }: Awaited<ReturnType<LiveTrigger['call']>>) =>
	items?.map(({ json }) => json);

type Checks = Record<'signedUrl' | 'signatureHeader' | 'none', boolean>;

describe('a call to the trigger', () => {
	const onlyNone: Checks = { signedUrl: false, signatureHeader: false, none: true };
	const byKey: Checks = { ...onlyNone, signedUrl: true };
	const byHeader: Checks = { ...onlyNone, signatureHeader: true };
	const signed = (authorization: string, change: IDataObject = {}): WebhookCall => ({
		headers: { authorization },
		body: { ...callback, ...change },
	});
	const aged = (hours: number): WebhookCall => {
		const then = timestamp - hours * 3600;
		return signed(hmac(`${then}${token}`), { timestamp: then });
	};
	const inUrl = { timestamp: String(timestamp), token };
	const form = new URLSearchParams(inUrl).toString();
	const moved = { timestamp: Number(`${timestamp}5`), token: token.slice(1) };

	it.each<[what: string, call: WebhookCall, trusted: Checks]>([
		['nothing', {}, onlyNone],
		['its key', { query: { key, hotel: 'not read, as there is a body' } }, byKey],
		[
			'the key twice',
			{
				query: [
					['key', key],
					['key', key],
				],
			},
			onlyNone,
		],
		['a part of the key', { query: { key: key.slice(0, -1) } }, onlyNone],
		['the key of another trigger', { query: { key: hmac('trigger:another') } }, onlyNone],
		['the key of a wait', { query: { key: hmac(`wait:${webhookId}`) } }, onlyNone],
		['a signature of its ID', { query: { key: hmac(webhookId) } }, onlyNone],
		[
			'the key of another account',
			{ query: { key: hmac(`trigger:${webhookId}`, 'x') } },
			onlyNone,
		],
		['the key in the header', signed(key), onlyNone],
		['the signature in the URL', { query: { key: signature } }, onlyNone],
		['the signature', signed(signature), byHeader],
		['the signature, and more in the body', signed(signature, { note: 1 }), byHeader],
		['the signature and the time as text', signed(signature, inUrl), byHeader],
		[
			'the signature in a form',
			{ ...signed(signature), body: form, headers: { authorization: signature, ...asForm } },
			byHeader,
		],
		['the signature of a URL', { ...signed(signature), method: 'GET', query: inUrl }, byHeader],
		['a part of the signature', signed(signature.slice(0, -1)), onlyNone],
		['more than the signature', signed(`${signature}0`), onlyNone],
		['no token', signed(hmac(`${timestamp}undefined`), { token: undefined }), onlyNone],
		['an empty token', signed(hmac(String(timestamp)), { token: '' }), onlyNone],
		['a token in a list', signed(signature, { token: [token] }), onlyNone],
		['no time', signed(hmac(`undefined${token}`), { timestamp: undefined }), onlyNone],
		['a time that is no number', signed(hmac(`now${token}`), { timestamp: 'now' }), onlyNone],
		[
			'a fraction of a second',
			signed(hmac(`${timestamp}.5${token}`), { timestamp: timestamp + 0.5 }),
			onlyNone,
		],
		['a digit that moved', signed(hmac(`${timestamp}5${token.slice(1)}`), moved), onlyNone],
		['a signature of 23 hours ago', aged(23), byHeader],
		['a signature of 23 hours ahead', aged(-23), byHeader],
		['a signature of 25 hours ago', aged(25), onlyNone],
		['a signature of 25 hours ahead', aged(-25), onlyNone],
	])(
		'is trusted by the checks that it passes, and starts nothing else: %s',
		async (_, call, trusted) => {
			for (const [authentication, isTrusted] of Object.entries(trusted)) {
				const trigger = await triggers.open({ authentication });
				const answer = await trigger.call({ body: callback, ...call });
				expect([authentication, answer.status]).toEqual([
					authentication,
					isTrusted ? 200 : 401,
				]);
				expect(trigger.started).toHaveLength(isTrusted ? 1 : 0);
				expect(trigger.warnings).toHaveLength(isTrusted ? 0 : 1);
				for (const hidden of [account.accountSecret, key, token]) {
					expect(trigger.warnings.join()).not.toContain(hidden);
				}
			}
		},
	);

	it('is accepted without a credential if there is no authentication', async () => {
		const node = { credentials: {} };
		const trigger = await triggers.open({ authentication: 'none' }, { node });
		const answer = await trigger.call({ body: { anything: 1 } });
		expect(answer).toMatchObject({ status: 200, items: [{ json: { anything: 1 } }] });
	});

	it('is rejected as not ready if the credential is unusable, and the log shows why', async () => {
		const workflowId = 'credential-repaired';
		const wrong = await triggers.open({}, { workflowId, accountSecret: 'two words' });
		await expectNotReady(wrong, 'The Account Secret of the credential');
		expect(wrong.warnings[0]).not.toContain('two words');
		await expectNotReady(await triggers.open({}, { node: { credentials: {} } }), '');
		// Such a call does not count as seen.
		const repaired = await triggers.open({}, { workflowId });
		await repaired.call({ body: callback, query: { key } });
		expect(repaired.started).toHaveLength(1);
	});
});

describe('the trigger', () => {
	it.each<[what: string, call: WebhookCall]>([
		['GET', { method: 'GET' }],
		['POST of an empty form', { body: '', headers: asForm }],
		['PUT of null', { method: 'PUT', body: 'null', headers: asText }],
	])('reads the query parameters, except the key, of a %s', async (_, call) => {
		const trigger = await triggers.open();
		const query = { key, 'valid_contacts[0][_id]': 'c-1', signature: 'theirs' };
		expect(jsonOf(await trigger.call({ ...call, query }))).toEqual([
			{ valid_contacts: [{ _id: 'c-1' }], signature: 'theirs' },
		]);
	});

	it('reads more fields of a form or a URL than n8n itself', async () => {
		const trigger = await triggers.open({ authentication: 'none', output: 'contact' });
		const fields = Array.from({ length: 1400 }, (_, at) => {
			return `valid_contacts[${at >> 1}][${at % 2 ? 'x' : '_id'}]=c-${at >> 1}`;
		});
		const headers = {
			'content-type': 'Application/X-WWW-Form-Urlencoded; Charset=UTF-8',
		};
		const inForm = jsonOf(await trigger.call({ body: fields.join('&'), headers }));
		expect(inForm?.map(({ _id }) => _id)).toEqual(
			Array.from({ length: 700 }, (_, at) => `c-${at}`),
		);
		// Node.js accepts at most 16 kB of request line and headers.
		await fetch(`${trigger.url}?${fields.slice(0, 520).join('&')}`);
		const inUrl = trigger.started.at(-1)!;
		expect(inUrl).toHaveLength(260);
		expect(inUrl.at(-1)!.json).toMatchObject({ _id: 'c-259', x: 'c-259' });
	});
});

it('the contacts of a callback come out with the reason for an unclear result', async () => {
	const trigger = await triggers.open({ output: 'contact' });
	const [ana, ben, eva] = ['ana', 'ben', 'eva'].map((name) => ({ email: `${name}@example.com` }));
	const valid_contacts = [ana, ben, 'cleo', { ...eva, success: false }];
	const body = { valid_contacts, failed_contacts: [ben] };
	const read = await trigger.call({ body: { ...body, note: 1 }, query: { key } });
	expect(jsonOf(read)).toMatchObject([
		{ ...ana, valid: true, reason: contactReason.alsoHolds({ json: '{"note":1}' }) },
		{ ...ben, valid: null, reason: contactReason.inBothLists },
		{ contact: 'cleo', valid: null, reason: contactReason.noObject },
		{ ...eva, valid: null, reason: contactReason.contradictory },
		{ ...ben, valid: false },
	]);
	const failed = await trigger.call({ body: { ...body, success: false }, query: { key } });
	const reason = contactReason.failure({ json: '{"success":false}' });
	expect(jsonOf(failed)?.[0]).toMatchObject({ ...ana, valid: null, reason });
});

it('a callback with two values for a key comes out as it was written, and is never valid', async () => {
	const trigger = await triggers.open({ output: 'contact' });
	const body = '{"valid_contacts":[],"valid_contacts":[{"user_id":"g-1"}]}';
	const headers = { 'content-type': 'application/json' };
	const answer = await trigger.call({ body, headers, query: { key } });
	expect(jsonOf(answer)).toEqual([
		{ body, valid: null, reason: 'The callback names no contact.' },
	]);
});

describe('a call without content', () => {
	it.each<[what: string, call: WebhookCall]>([
		['GET', { method: 'GET' }],
		['empty POST', { body: '' }],
		['{}', { body: {} }],
		['[]', { body: '[]', headers: { 'content-type': 'application/json' } }],
		['null', { body: 'null', headers: asText }],
		['empty form', { body: '', headers: asForm }],
	])('is answered with 200 and starts nothing: %s', async (_, call) => {
		const trigger = await triggers.open();
		const answer = await trigger.call({ ...call, query: { key } });
		expect(answer).toMatchObject({ status: 200, items: undefined });
		expect(trigger.failures).toEqual([]);
	});
});

it('the key of the trigger’s own URL is redacted from a body, like the secrets', async () => {
	const trigger = await triggers.open();
	const texts = [key, `?key=${key}`, account.accountSecret];
	const answer = await trigger.call({ body: { texts }, query: { key } });
	expect(jsonOf(answer)).toEqual([{ texts: ['***', '?key=***', '***'] }]);
});

/** The service calls again if it didn't receive the answer. */
describe('a repeated callback', () => {
	const contacts = (id: string) => ({ valid_contacts: [{ _id: id }] });
	const send = (trigger: LiveTrigger, name: string, id = name) =>
		trigger.call({ body: { ...job, token: name, ...contacts(id) }, query: { key } });
	const isRepeated = { status: 200, body: '{"message":"Received before"}', items: undefined };
	const isInProgress = { status: 503, body: '{"error":"not ready"}', items: undefined };

	it('is answered with 200 and starts nothing', async () => {
		const trigger = await triggers.open();
		await send(trigger, 'one');
		expect(await send(trigger, 'one')).toMatchObject(isRepeated);
		expect(trigger.started).toHaveLength(1);
		expect(trigger.warnings).toEqual([]);
	});

	it('is known by its signature, whatever its body', async () => {
		const trigger = await triggers.open(bySignature);
		const headers = { authorization: signature };
		await trigger.call({ body: { timestamp, token }, headers });
		const other = { timestamp, token, ...contacts('c-1') };
		expect(await trigger.call({ body: other, headers })).toMatchObject(isRepeated);
		expect(trigger.started).toHaveLength(1);
	});

	it('is known in another format', async () => {
		const trigger = await triggers.open();
		const call = (body: string, headers: Record<string, string>) =>
			trigger.call({ body, headers, query: { key } });
		await call('{"token":"t","timestamp":1,"a":"1"}', { 'content-type': 'application/json' });
		expect(await call('a=1&timestamp=1&token=t', asForm)).toMatchObject(isRepeated);
	});

	it('starts the workflow under another name, and without one, with a mark', async () => {
		const trigger = await triggers.open();
		const marks = [];
		for (const name of ['one', 'two', '', '']) {
			const [item] = (await send(trigger, name, 'c-1')).items!;
			marks.push(item!.json.possibleRepeat);
		}
		expect(marks).toEqual([undefined, true, true, true]);
		expect((await send(trigger, '', 'c-2')).items![0]!.json).not.toHaveProperty(
			'possibleRepeat',
		);
	});

	it('is refused while the first is in progress, and other calls are answered', async () => {
		const trigger = await triggers.open();
		let start = (): void => undefined;
		const held = new Promise<void>((resolve) => (start = resolve));
		let isHeld = false;
		trigger.beforeStart = async () => {
			trigger.beforeStart = undefined;
			isHeld = true;
			await held;
		};
		const first = send(trigger, 'one');
		await pWaitFor(() => isHeld);
		expect(await send(trigger, 'one')).toMatchObject(isInProgress);
		expect(trigger.warnings).toEqual([expect.stringContaining('the same call is in progress')]);
		expect(await send(trigger, 'two')).toMatchObject({ status: 200, items: [{}] });
		start();
		expect((await first).status).toBe(200);
		expect(await send(trigger, 'one')).toMatchObject(isRepeated);
		expect(trigger.started).toHaveLength(2);
	});

	it('starts the workflow if n8n couldn’t start it', async () => {
		const trigger = await triggers.open();
		trigger.beforeStart = () => Promise.reject(new Error('The database is gone'));
		expect((await send(trigger, 'one')).status).toBe(500);
		trigger.beforeStart = undefined;
		const [item] = (await send(trigger, 'one')).items!;
		expect(item!.json).not.toHaveProperty('possibleRepeat');
		expect(await send(trigger, 'one')).toMatchObject(isRepeated);
	});

	it('starts the workflow with a mark if the caller left before the answer', async () => {
		const trigger = await triggers.open();
		const caller = new AbortController();
		trigger.beforeStart = async (response) => {
			caller.abort();
			if (!response.closed) await once(response, 'close');
		};
		const { signal } = caller;
		const body = JSON.stringify({ ...job, token: 'one' });
		const headers = { 'content-type': 'application/json' };
		const call = fetch(`${trigger.url}?key=${key}`, { method: 'POST', headers, body, signal });
		await expect(call).rejects.toThrow();
		await pWaitFor(() => trigger.started.length === 1);
		trigger.beforeStart = undefined;
		expect(jsonOf(await send(trigger, 'one'))).toMatchObject([{ possibleRepeat: true }]);
		expect(await send(trigger, 'one')).toMatchObject(isRepeated);
	});

	it('starts the workflow again in an editor test, which isn’t remembered', async () => {
		const workflowId = 'tested';
		const test = await triggers.open({}, { workflowId, mode: 'manual' });
		for (const name of ['one', 'one']) await send(test, name);
		expect(test.started).toHaveLength(2);
		const live = await triggers.open({}, { workflowId });
		await send(live, 'one');
		expect(live.started).toHaveLength(1);
	});
});

describe('the choices of the trigger', () => {
	const choices = triggerProperties.filter(({ type }) => type === 'options');
	const open = (parameters: IDataObject) =>
		triggers.open({ authentication: 'none', ...parameters });

	it('accept values and labels in any case', async () => {
		for (const output of ['ONE ITEM per contact', '={{ "Contact" }}']) {
			const trigger = await open({ output, authentication: '={{ "NONE" }}' });
			await trigger.activate();
			expect(jsonOf(await trigger.call({ body: callback }))).toMatchObject([{ valid: true }]);
		}
	});

	it.each(choices)('reject any other value: $displayName', async ({ displayName, name }) => {
		for (const value of ['everything', '={{ "everything" }}']) {
			const trigger = await open({ [name]: value });
			await expectNotReady(trigger, `${displayName}: “everything” isn’t a known value`);
			await expect(trigger.activate()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringContaining(`${displayName}: “everything”`) as string,
			});
		}
	});
});
