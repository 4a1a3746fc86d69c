import type { IDataObject } from 'n8n-workflow';
import pWaitFor from 'p-wait-for';
import { signUrl } from '../../nodes/CrmMessaging/service/addresses';
import type { LiveTrigger, WebhookCall } from './harness';
import { webhookId } from './harness/nodes';
import { asForm, asText, hmac, job, key, TriggerRunner } from './trigger-runner';
import { account, credentialFor } from './node-runner';

const callback = { ...job, valid_contacts: [{ _id: 'c-1', email: null }], failed_contacts: [] };
const { timestamp, token } = job;
const signature = hmac(`${timestamp}${token}`);
const bySignature = { authentication: 'signatureHeader' };

/** Makes a call that can't be checked. The log shows why. */
async function expectNotReady(trigger: LiveTrigger, why: string): Promise<void> {
	const answer = await trigger.call({ body: callback, query: { key } });
	expect(answer).toMatchObject({ status: 503, body: '{"error":"Refused"}' });
	expect(trigger.started).toEqual([]);
	expect(trigger.warnings).toEqual([
		expect.stringContaining(`refused: it can’t be checked. ${why}`),
	]);
}

const triggers = new TriggerRunner();
const jsonOf = ({ items }: Awaited<ReturnType<LiveTrigger['call']>>) =>
	items?.map(({ json }) => json);

describe('a call to the trigger', () => {
	const withKey = (value: string): WebhookCall => ({ query: { key: value } });
	const signed = (authorization: string, change: IDataObject = {}): WebhookCall => ({
		headers: { authorization },
		body: { ...callback, ...change },
	});
	const aged = (hours: number): WebhookCall => {
		const then = timestamp - hours * 3600;
		return signed(hmac(`${then}${token}`), { timestamp: then });
	};
	const asTexts = { timestamp: String(timestamp), token };
	const twice = [
		['key', key],
		['key', key],
	];
	const inForm = {
		headers: { authorization: signature, ...asForm },
		body: new URLSearchParams(asTexts).toString(),
	};
	const half = { timestamp: timestamp + 0.5 };

	/** Each is trusted with Authentication: None, and with the check that is named. */
	it.each<[what: string, call: WebhookCall, check?: 'signedUrl' | 'signatureHeader' | 'none']>([
		['nothing', {}],
		['its key', { query: { key, hotel: 'aurora' } }, 'signedUrl'],
		['the key twice', { query: twice }],
		['the key of another trigger', withKey(hmac('trigger:another'))],
		['the key of a wait', withKey(hmac(`wait:${webhookId}`))],
		['the key of another account', withKey(hmac(`trigger:${webhookId}`, 'x'))],
		['the key in the header', signed(key)],
		['the signature in the URL', withKey(signature)],
		['the signature', signed(signature), 'signatureHeader'],
		['the signature in a form', inForm, 'signatureHeader'],
		[
			'the signature of a URL',
			{ ...signed(signature), method: 'GET', query: asTexts },
			'signatureHeader',
		],
		['a part of the signature', signed(signature.slice(0, -1))],
		['an empty token', signed(hmac(String(timestamp)), { token: '' })],
		['a token in a list', signed(signature, { token: [token] })],
		['a fraction of a second', signed(hmac(`${timestamp}.5${token}`), half)],
		['a signature of 23 hours ago', aged(23), 'signatureHeader'],
		['a signature of 25 hours ago', aged(25)],
		['a signature of 25 hours ahead', aged(-25)],
	])(
		'is trusted by the check that it passes, and starts nothing else: %s',
		async (_, call, check = 'none') => {
			for (const authentication of ['signedUrl', 'signatureHeader', 'none']) {
				const isTrusted = ['none', check].includes(authentication);
				const trigger = await triggers.open({ authentication });
				const { status } = await trigger.call({ body: callback, ...call });
				const seen = [status, trigger.started.length, trigger.warnings.length];
				expect([authentication, ...seen]).toEqual([
					authentication,
					...(isTrusted ? [200, 1, 0] : [401, 0, 1]),
				]);
				for (const hidden of [account.accountSecret, key, token])
					expect(trigger.warnings.join()).not.toContain(hidden);
			}
		},
	);

	it('needs the key if a saved workflow has an unknown choice', async () => {
		const trigger = await triggers.open({ authentication: 'everything' });
		expect((await trigger.call({ body: callback })).status).toBe(401);
		expect((await trigger.call({ body: callback, query: { key } })).status).toBe(200);
	});

	it('is accepted without a credential if there is no authentication', async () => {
		const trigger = await triggers.open({ authentication: 'none' }, { credentials: {} });
		const answer = await trigger.call({ body: { anything: 1 } });
		expect(answer).toMatchObject({ status: 200, items: [{ json: { anything: 1 } }] });
	});

	it('is trusted by the key of its URL, even if n8n 1 stored the trigger without an ID', async () => {
		const trigger = await triggers.open({}, { webhookId: undefined });
		const url = signUrl(trigger.url, account.accountSecret);
		const query = { key: new URL(url).searchParams.get('key')! };
		expect((await trigger.call({ body: callback, query })).status).toBe(200);
		expect(
			(await trigger.call({ body: callback, query: { key: hmac('trigger:') } })).status,
		).toBe(401);
	});

	it('is rejected as not ready if the credential is unusable, and the log shows why', async () => {
		const workflowId = 'credential-repaired';
		const credential = { ...credentialFor('https://a.example'), accountSecret: 'two words' };
		const wrong = await triggers.open({}, { workflowId, credential });
		await expectNotReady(wrong, 'The Account Secret of the credential');
		expect(wrong.warnings[0]).not.toContain('two words');
		await expectNotReady(await triggers.open({}, { credentials: {} }), '');
		// Such a call does not count as seen.
		const repaired = await triggers.open({}, { workflowId });
		await repaired.call({ body: callback, query: { key } });
		expect(repaired.started).toHaveLength(1);
	});
});

describe('the trigger', () => {
	const inUrl = { 'valid_contacts[0][_id]': 'c-1', signature: 'theirs' };
	const fromUrl = [{ valid_contacts: [{ _id: 'c-1' }], signature: 'theirs' }];
	const texts = [key, `?key=${key}`, account.accountSecret];
	const asJson = { 'content-type': 'application/json' };

	it.each<[what: string, call: WebhookCall, output: object[] | undefined]>([
		['a URL without the key', { method: 'GET', query: inUrl }, fromUrl],
		[
			'a URL with null',
			{ method: 'PUT', body: 'null', headers: asText, query: inUrl },
			fromUrl,
		],
		[
			'a URL next to a body',
			{ body: { a: 1 }, query: { b: '2' } },
			[{ query: { b: '2' }, a: 1 }],
		],
		[
			'a long numeric ID',
			{ body: '{"id":12345678901234567890}', headers: asJson },
			[{ id: '12345678901234567890' }],
		],
		['a byte order mark', { body: '\uFEFF{"a":1}', headers: asJson }, [{ a: 1 }]],
		['any text', { body: 'done', headers: asText }, [{ body: 'done' }]],
		['its key and secrets', { body: { texts } }, [{ texts: ['***', '?key=***', '***'] }]],
		['no URL', { method: 'GET' }, undefined],
		['{}', { body: {} }, undefined],
		['null', { body: 'null', headers: asText }, undefined],
	])('reads %s, and starts if there is content', async (_, call, output) => {
		const trigger = await triggers.open();
		const answer = await trigger.call({ ...call, query: { ...call.query, key } });
		expect([answer.status, jsonOf(answer)]).toEqual([200, output]);
	});

	it('reads more fields of a form than n8n itself', async () => {
		const trigger = await triggers.open({ authentication: 'none', output: 'contact' });
		const ids = Array.from({ length: 1400 }, (_, at) => `c-${at}`);
		const body = ids.map((id, at) => `valid_contacts[${at}][_id]=${id}`).join('&');
		const headers = { 'content-type': 'Application/X-WWW-Form-Urlencoded; Charset=UTF-8' };
		const inForm = jsonOf(await trigger.call({ body, headers }));
		expect(inForm?.map(({ _id }) => _id)).toEqual(ids);
	});
});

/** The service calls again if it didn't receive the answer. */
describe('a repeated callback', () => {
	const contacts = (id: string) => ({ valid_contacts: [{ _id: id }] });
	const send = (trigger: LiveTrigger, name: string, id = name) =>
		trigger.call({ body: { ...job, token: name, ...contacts(id) }, query: { key } });
	const isRepeated = { status: 200, body: '{"message":"Received before"}', items: undefined };

	const json = { body: { token: 't', timestamp: 1, a: '1' }, query: { key } };
	const form = { body: 'a=1&timestamp=1&token=t', headers: asForm, query: { key } };
	const named = { headers: { authorization: signature }, body: { timestamp, token } };
	const more = { ...named, body: { ...named.body, ...contacts('c-1') } };
	it.each<[how: string, parameters: IDataObject, first: WebhookCall, second: WebhookCall]>([
		['by its token and timestamp', {}, json, json],
		['in another format', {}, json, form],
		['by its signature, whatever its body', bySignature, named, more],
	])('is known %s', async (_, parameters, first, second) => {
		const trigger = await triggers.open(parameters);
		await trigger.call(first);
		expect(await trigger.call(second)).toMatchObject(isRepeated);
		expect([trigger.started.length, trigger.warnings]).toEqual([1, []]);
	});

	it('starts the workflow under another name, and without one', async () => {
		const trigger = await triggers.open();
		for (const name of ['one', 'two', '', '']) {
			const [item] = (await send(trigger, name, 'c-1')).items!;
			expect(item!.json).not.toHaveProperty('possibleRepeat');
		}
	});

	it('is refused until n8n has started the first, even if its caller has left', async () => {
		const trigger = await triggers.open();
		const caller = new AbortController();
		let start = (): void => undefined;
		trigger.beforeStart = async () => {
			caller.abort();
			await new Promise<void>((resolve) => (start = resolve));
		};
		const body = JSON.stringify({ ...job, token: 'one', ...contacts('one') });
		const { signal } = caller;
		const first = fetch(`${trigger.url}?key=${key}`, { method: 'POST', body, signal });
		await expect(first).rejects.toThrow('aborted');
		expect(await send(trigger, 'one')).toMatchObject({ status: 503, items: undefined });
		expect(trigger.warnings).toEqual([expect.stringContaining('the same call is in progress')]);
		start();
		await pWaitFor(() => trigger.started.length > 0);
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
