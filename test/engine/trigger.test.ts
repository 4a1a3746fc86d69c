import { once } from 'node:events';
import type { IDataObject } from 'n8n-workflow';
import pWaitFor from 'p-wait-for';
import { contactReason } from '../../nodes/CrmMessaging/catalogue/runs';
import { wrongValue } from '../../nodes/CrmMessaging/catalogue/values';
import { triggerProperties } from '../../nodes/CrmMessaging/editor/form';
import type { LiveTrigger, WebhookCall } from './harness';
import { account } from './running-service';
import { inField } from './sentences';
import { asForm, asText, hmac, job, key, TriggerRunner } from './trigger-runner';

const callback = { ...job, valid_contacts: [{ _id: 'c-1', email: null }], failed_contacts: [] };
const { timestamp, token } = job;
const signature = hmac(`${timestamp}${token}`);
const bySignature = { authentication: 'signatureHeader' };

/** Makes a call that must be rejected. The log shows why, and no secret. */
async function expectRejected(
	trigger: LiveTrigger,
	call: WebhookCall,
	error = 'not signed',
	why = 'it isn’t signed',
	status = 401,
): Promise<void> {
	const answer = await trigger.call({ body: callback, ...call });
	expect(answer).toMatchObject({ status, body: JSON.stringify({ error }) });
	expect(trigger.started).toEqual([]);
	expect(trigger.failures).toEqual([]);
	expect(trigger.warnings).toEqual([expect.stringContaining(`refused: ${why}`)]);
	for (const hidden of [account.accountSecret, key, token]) {
		expect(trigger.warnings[0]).not.toContain(hidden);
	}
}

const triggers = new TriggerRunner();
const jsonOf = ({ items }: Awaited<ReturnType<LiveTrigger['call']>>) =>
	items?.map(({ json }) => json);

describe('a call to the trigger', () => {
	it('is accepted with the key of the signed URL, and answered with exactly 200', async () => {
		const trigger = await triggers.open();
		const query = { key, hotel: 'not read, as there is a body' };
		const answer = await trigger.call({ body: callback, query });
		expect(answer).toMatchObject({ status: 200, items: [{ json: callback }] });
		expect(trigger.started).toHaveLength(1);
	});

	it.each<[title: string, call: WebhookCall, parameters?: IDataObject]>([
		['without a key', {}],
		['with the key of another trigger', { query: { key: hmac('another') } }],
		['with the signature header instead', { headers: { authorization: signature } }],
		['without the signature header', {}, bySignature],
		['with the key instead of the header', { query: { key } }, bySignature],
	])('is rejected %s', async (_, call, ...[parameters]) => {
		await expectRejected(await triggers.open(parameters), call);
	});

	it('is accepted with the service’s signature, in JSON, in a form and in a URL', async () => {
		const trigger = await triggers.open(bySignature);
		const headers = { authorization: signature };
		const query = { timestamp: String(timestamp), token };
		const body = new URLSearchParams(query).toString();
		const read = { status: 200, items: [{ json: { timestamp, token } }] };
		const json = await trigger.call({ body: callback, headers });
		expect(json).toMatchObject({ status: 200, items: [{ json: callback }] });
		expect(await trigger.call({ body, headers: { ...headers, ...asForm } })).toMatchObject(
			read,
		);
		const more = { note: 'another callback' };
		expect(
			await trigger.call({ method: 'GET', query: { ...query, ...more }, headers }),
		).toMatchObject({ status: 200, items: [{ json: { timestamp, token, ...more } }] });
	});

	it('is accepted without a credential if there is no authentication', async () => {
		const node = { credentials: {} };
		const trigger = await triggers.open({ authentication: 'none' }, { node });
		const answer = await trigger.call({ body: { anything: 1 } });
		expect(answer).toMatchObject({ status: 200, items: [{ json: { anything: 1 } }] });
	});

	it('is rejected as not ready if the credential is unusable, and the log shows why', async () => {
		const workflowId = 'credential-repaired';
		const wrong = await triggers.open({}, { workflowId, accountSecret: 'two words' });
		const why = 'it can’t be checked. The Account Secret of the credential';
		await expectRejected(wrong, { query: { key } }, 'not ready', why, 503);
		expect(wrong.warnings[0]).not.toContain('two words');
		const none = await triggers.open({}, { node: { credentials: {} } });
		await expectRejected(none, { query: { key } }, 'not ready', 'it can’t be checked', 503);
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
	const callbackOf = (id: string): IDataObject => ({ ...job, valid_contacts: [{ _id: id }] });
	const send = (trigger: LiveTrigger, id: string) =>
		trigger.call({ body: callbackOf(id), query: { key } });

	it('is answered with 200 and starts nothing, unless an ID in it differs', async () => {
		const trigger = await triggers.open();
		await send(trigger, 'c-1');
		expect(await send(trigger, 'c-1')).toMatchObject({ status: 200, items: undefined });
		expect(trigger.started).toHaveLength(1);
		expect(trigger.warnings).toEqual([]);
		const answers = await Promise.all(['c-2', 'c-2', 'c-2'].map((id) => send(trigger, id)));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(trigger.started).toHaveLength(2);
	});

	it.each([
		['was started', undefined, 2],
		['couldn’t be started', new Error('The database is gone'), 1],
	])('starts the workflow if the caller hung up, and it %s', async (_, problem, starts) => {
		const trigger = await triggers.open();
		const caller = new AbortController();
		trigger.beforeStart = async (response) => {
			caller.abort();
			if (!response.closed) await once(response, 'close');
			if (problem) throw problem;
		};
		const { signal } = caller;
		const url = `${trigger.url}?key=${key}`;
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify(callbackOf('c-1'));
		await expect(fetch(url, { method: 'POST', headers, body, signal })).rejects.toThrow();
		await pWaitFor(() => trigger.started.length + trigger.failures.length === 1);
		trigger.beforeStart = undefined;
		const repeated = await send(trigger, 'c-1');
		expect(jsonOf(repeated)).toEqual([{ ...callbackOf('c-1'), possibleRepeat: true }]);
		expect(trigger.started).toHaveLength(starts);
		expect((await send(trigger, 'c-1')).items).toBeUndefined();
	});

	it('starts the workflow again in an editor test, which isn’t remembered', async () => {
		const workflowId = 'tested';
		const test = await triggers.open({}, { workflowId, mode: 'manual' });
		for (const id of ['c-1', 'c-1']) await send(test, id);
		expect(test.started).toHaveLength(2);
		const live = await triggers.open({}, { workflowId });
		await send(live, 'c-1');
		expect(live.started).toHaveLength(1);
	});

	it('is recognized with its keys in another order, and in another format', async () => {
		const trigger = await triggers.open();
		for (const body of [
			'{"token":"t","valid_contacts":[{"_id":"c-1","email":"a@b.c"}]}',
			'{"valid_contacts":[{"email":"a@b.c","_id":"c-1"}],"token":"t"}',
			'valid_contacts[0][email]=a@b.c&token=t&valid_contacts[0][_id]=c-1',
		]) {
			const headers = body.startsWith('{') ? { 'content-type': 'application/json' } : asForm;
			expect((await trigger.call({ body, headers, query: { key } })).status).toBe(200);
		}
		expect(trigger.started).toHaveLength(1);
	});
});

it('the timestamp tolerance rejects a call that is too old, if its signature is valid', async () => {
	const signed = { ...bySignature, options: { timestampTolerance: 5 } };
	const headers = { authorization: signature };
	const why = 'its timestamp is too old';
	await expectRejected(await triggers.open(signed), { headers }, 'too old', why);
	await expectRejected(await triggers.open(signed), {});
	const unchecked = await triggers.open({ ...signed, authentication: 'none' });
	expect((await unchecked.call({ body: callback })).status).toBe(200);
	const now = Math.floor(Date.now() / 1000);
	const body = { timestamp: now, token };
	const recent = { body, headers: { authorization: hmac(`${now}${token}`) } };
	expect((await (await triggers.open(signed)).call(recent)).status).toBe(200);
});

describe('the allowed IP ranges', () => {
	const ranged = (allowedIpRanges: string) =>
		triggers.open({ authentication: 'none', options: { allowedIpRanges } });

	it('accept or reject a call by its address, and the log shows why', async () => {
		for (const ranges of [' ', '10.0.0.0/8, 127.0.0.0/8']) {
			const trigger = await ranged(ranges);
			expect((await trigger.call({ body: { a: 1 } })).status).toBe(200);
			await expect(trigger.activate()).resolves.toBeUndefined();
		}
		const why = 'its address 127.0.0.1 isn’t in the Allowed IP Ranges';
		for (const ranges of ['127.0.0.2', ',']) {
			await expectRejected(await ranged(ranges), {}, 'not allowed', why);
		}
	});

	it('reject every call if one is invalid, and prevent publishing the workflow', async () => {
		const trigger = await ranged('127.0.0.1, office');
		const wrong = wrongValue.wrongFormat({
			value: '“office”',
			format: 'an IP address or a range',
			example: '203.0.113.0/24',
		});
		const { text } = inField('Allowed IP Ranges', wrong);
		await expectRejected(trigger, {}, 'not ready', `it can’t be checked. ${text}`, 503);
		const error = { name: 'NodeOperationError', message: text };
		await expect(trigger.activate()).rejects.toMatchObject(error);
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
			const why = `it can’t be checked. ${displayName}: “everything” isn’t a value`;
			await expectRejected(trigger, {}, 'not ready', why, 503);
			await expect(trigger.activate()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringContaining(`${displayName}: “everything”`) as string,
			});
		}
	});
});
