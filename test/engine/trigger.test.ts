import type { IDataObject } from 'n8n-workflow';
import { wrongValue } from '../../nodes/CrmMessaging/catalogue/values';
import { inField } from './sentences';
import type { LiveTrigger, WebhookCall } from './harness';
import { triggerProperties } from '../../nodes/CrmMessaging/editor/triggerForm';
import { account } from './running-service';
import { asForm, hmac, job, key, TriggerRunner, webhookId } from './trigger-runner';

const callback = { ...job, valid_contacts: [{ _id: 'c-1', email: null }], failed_contacts: [] };
/** A signature that the service made with this secret. */
const secret = 'acct_secret_example';
const known = '8bd3b1fb16ade8f045565561c43b923fb25b5e8e31c02aab437e0f6c03a09793';
const signature = hmac(`${job.timestamp}${job.token}`);
const bySignature = { authentication: 'signatureHeader' };

/** Makes a call that has to be refused, and says why in the log, where no secret may stand. */
async function expectRefused(
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
	for (const hidden of [account.accountSecret, key, job.token]) {
		expect(trigger.warnings[0]).not.toContain(hidden);
	}
}

const triggers = new TriggerRunner();

describe('who may call the trigger', () => {
	it('is told nowhere: there is nothing to register at the service', async () => {
		const trigger = await triggers.open();
		await trigger.activate();
		await trigger.deactivate();
		expect(trigger.url).toMatch(new RegExp(`/webhook/${webhookId}/crm-messaging$`));
	});

	it('is who brings the key of the signed URL, and is answered exactly 200', async () => {
		const trigger = await triggers.open();
		const answer = await trigger.call({ body: callback, query: { key } });
		expect(answer).toMatchObject({ status: 200, items: [{ json: callback }] });
		expect(trigger.started).toHaveLength(1);
	});

	it.each<[title: string, call: WebhookCall]>([
		['without a key', {}],
		['with a wrong key', { query: { key: key.slice(0, -1) } }],
		['with the key of another trigger', { query: { key: hmac('another') } }],
		['with the signature header instead', { headers: { authorization: signature } }],
		[
			'with a key made with the master secret',
			{ query: { key: hmac(webhookId, account.masterSecret) } },
		],
	])('is nobody %s', async (_, call) => {
		await expectRefused(await triggers.open(), call);
	});

	it('is nobody with a key that comes twice, or with that of another account', async () => {
		const trigger = await triggers.open();
		const twice = await fetch(`${trigger.url}?key=${key}&key=${key}`, { method: 'POST' });
		expect(twice.status).toBe(401);
		expect(trigger.started).toEqual([]);
		const other = await triggers.open({}, { accountSecret: 'another-account-secret' });
		await expectRefused(other, { query: { key } });
	});

	it('is who signs as the service does, in JSON, in a form and by GET', async () => {
		const trigger = await triggers.open(bySignature, { accountSecret: secret });
		const headers = { authorization: known };
		const query = { timestamp: String(job.timestamp), token: job.token };
		const body = new URLSearchParams({ account_id: '1', ...query }).toString();
		const json = await trigger.call({ body: callback, headers });
		expect(json).toMatchObject({ status: 200, items: [{ json: callback }] });
		const form = await trigger.call({ body, headers: { ...headers, ...asForm } });
		expect(form.status).toBe(200);
		const get = await trigger.call({ method: 'GET', query, headers });
		const { timestamp, token } = job;
		expect(get).toMatchObject({ status: 200, items: [{ json: { timestamp, token } }] });
		expect(trigger.started).toHaveLength(3);
	});

	const signed = { authorization: known };
	it.each<[title: string, call: WebhookCall]>([
		['no header', {}],
		['another timestamp', { headers: signed, body: { ...job, timestamp: 1 } }],
		['no body', { headers: signed, body: {} }],
		['the key of a signed URL alone', { query: { key: hmac(webhookId, secret) } }],
	])('is nobody with %s where the signature is checked', async (_, call) => {
		await expectRefused(await triggers.open(bySignature, { accountSecret: secret }), call);
	});

	it('is anyone where nothing is checked, and no credential is needed', async () => {
		const node = { credentials: {} };
		const trigger = await triggers.open({ authentication: 'none' }, { node });
		const answer = await trigger.call({ body: { anything: 1 } });
		expect(answer).toMatchObject({ status: 200, items: [{ json: { anything: 1 } }] });
	});

	it('is nobody for now where the credential cannot be used, and the log says why', async () => {
		const workflowId = 'credential-repaired';
		const wrong = await triggers.open({}, { workflowId, accountSecret: 'two words' });
		const why = 'it can’t be checked. The Account Secret of the credential';
		await expectRefused(wrong, { query: { key } }, 'not ready', why, 503);
		expect(wrong.warnings[0]).not.toContain('two words');
		const none = await triggers.open({}, { node: { credentials: {} } });
		await expectRefused(none, { query: { key } }, 'not ready', 'it can’t be checked', 503);
		// Such a call does not count as seen.
		const repaired = await triggers.open({}, { workflowId });
		await repaired.call({ body: callback, query: { key } });
		expect(repaired.started).toHaveLength(1);
	});
});

describe('the methods that the trigger takes', () => {
	it('are PUT, with JSON and with a form, as POST', async () => {
		const trigger = await triggers.open();
		const put = { method: 'PUT', query: { key } };
		const json = await trigger.call({ ...put, body: callback });
		expect(json).toMatchObject({ status: 200, items: [{ json: callback }] });
		const body = 'contacts_valid_count=1&valid_contacts[0][_id]=c-1';
		const form = await trigger.call({ ...put, body, headers: asForm });
		const read = { contacts_valid_count: 1, valid_contacts: [{ _id: 'c-1' }] };
		expect(form).toMatchObject({ status: 200, items: [{ json: read }] });
	});

	it('are GET: the key of the signed URL is no part of the callback', async () => {
		const trigger = await triggers.open();
		const query = {
			key,
			contacts_valid_count: '1',
			'valid_contacts[0][email]': 'a+b@c.example',
		};
		const answer = await trigger.call({ method: 'GET', query });
		expect(answer.status).toBe(200);
		expect(answer.items?.map(({ json }) => json)).toEqual([
			{ contacts_valid_count: 1, valid_contacts: [{ email: 'a+b@c.example' }] },
		]);
	});

	const inUrl = { 'valid_contacts[0][_id]': 'c-1', signature: 'theirs', token: '0' };
	const saidInUrl = { valid_contacts: [{ _id: 'c-1' }], signature: 'theirs', token: '0' };
	it.each<[what: string, call: WebhookCall]>([
		['nothing', {}],
		['an empty form', { body: '', headers: asForm }],
		['an empty object', { body: {} }],
		['an empty list', { body: [] }],
		['null', { body: 'null', headers: { 'content-type': 'text/plain' } }],
		['blanks', { body: ' \n', headers: { 'content-type': 'text/plain' } }],
	])('are POST and PUT with all data in the URL: the body is %s', async (_, call) => {
		const trigger = await triggers.open();
		for (const [at, method] of ['POST', 'PUT'].entries()) {
			const query = { key, ...inUrl, token: String(at) };
			const answer = await trigger.call({ ...call, method, query });
			expect(answer).toMatchObject({ status: 200 });
			expect(answer.items?.map(({ json }) => json)).toEqual([
				{ ...saidInUrl, token: String(at) },
			]);
		}
	});

	it('are POST by its body, where that says anything, and by nothing without data', async () => {
		const trigger = await triggers.open();
		const query = { key, hotel: 'Aurora' };
		const both = await trigger.call({ body: { a: 1 }, query });
		expect(both.items?.map(({ json }) => json)).toEqual([{ a: 1 }]);
		const none = await trigger.call({ query: { key } });
		expect(none).toMatchObject({ status: 200, items: [{ json: {} }] });
	});

	it('are POST that signs in its URL', async () => {
		const trigger = await triggers.open(bySignature, { accountSecret: secret });
		const query = { timestamp: String(job.timestamp), token: job.token };
		const answer = await trigger.call({ query, headers: { authorization: known } });
		const { timestamp, token } = job;
		expect(answer).toMatchObject({ status: 200, items: [{ json: { timestamp, token } }] });
	});

	it.each(['POST', 'PUT'])('are %s with JSON that says it is a form', async (method) => {
		const trigger = await triggers.open();
		const said = { ...callback, valid_contacts: [{ phone: '+34 600', note: 'a&b=c%20d' }] };
		const texts = [
			JSON.stringify(said),
			new URLSearchParams({ [JSON.stringify({ ...said, token: 'b' })]: '' }),
		];
		for (const [at, text] of texts.entries()) {
			const { items } = await trigger.call({
				method,
				body: String(text),
				headers: asForm,
				query: { key },
			});
			expect(items?.map(({ json }) => json)).toEqual([
				at === 0 ? said : { ...said, token: 'b' },
			]);
		}
	});

	it('are refused without the key, whichever it is; others are not there', async () => {
		const trigger = await triggers.open();
		for (const method of ['POST', 'PUT', 'GET']) {
			expect((await trigger.call({ method })).status).toBe(401);
		}
		for (const method of ['DELETE', 'PATCH']) {
			expect((await trigger.call({ method, query: { key } })).status).toBe(404);
		}
		expect(trigger.started).toEqual([]);
		expect(trigger.warnings).toHaveLength(3);
	});
});

describe('the timestamp allowance', () => {
	const now = Math.floor(Date.now() / 1000);
	const callAt = (timestamp: unknown): WebhookCall => ({
		body: { timestamp, token: job.token },
		headers: { authorization: hmac(`${String(timestamp)}${job.token}`) },
	});
	const signed = (options: IDataObject) => triggers.open({ ...bySignature, options });
	const fiveMinutes = { timestampTolerance: 5 };

	it.each([now, String(now), now - 4 * 60, now + 4 * 60])('of 5 minutes takes %p', async (at) => {
		const answer = await (await signed(fiveMinutes)).call(callAt(at));
		expect(answer).toMatchObject({ status: 200, items: [expect.anything()] });
	});

	it.each([
		[now - 6 * 60, 'too old'],
		[now + 6 * 60, 'too early'],
		['yesterday', 'too old'],
	])('of 5 minutes refuses %p as %s', async (at, error) => {
		await expectRefused(
			await signed(fiveMinutes),
			callAt(at),
			error,
			`its timestamp is ${error}`,
		);
	});

	it('is off unless it is set, and with another check', async () => {
		const others = triggers.open({ authentication: 'none', options: fiveMinutes });
		for (const trigger of [
			await signed({}),
			await signed({ timestampTolerance: 0 }),
			await others,
		]) {
			expect((await trigger.call(callAt(job.timestamp))).status).toBe(200);
		}
	});

	it('tells nothing to callers whose signature is wrong', async () => {
		await expectRefused(await signed(fiveMinutes), { body: callAt(job.timestamp).body });
	});
});

describe('the allowed IP ranges', () => {
	const ranged = (allowedIpRanges: string) =>
		triggers.open({ authentication: 'none', options: { allowedIpRanges } });

	it.each([' ', '10.0.0.0/8, 127.0.0.0/8'])('“%s” let this machine call', async (ranges) => {
		const trigger = await ranged(ranges);
		expect((await trigger.call({ body: { a: 1 } })).status).toBe(200);
		await expect(trigger.activate()).resolves.toBeUndefined();
	});

	it.each([
		['127.0.0.2', 'its address 127.0.0.1 isn’t in the Allowed IP Ranges'],
		[',', 'its address 127.0.0.1 isn’t in the Allowed IP Ranges'],
	])('“%s” refuse it, and the log says why', async (ranges, why) => {
		await expectRefused(await ranged(ranges), {}, 'not allowed', why);
	});

	it('refuse every call while one of them cannot be read, and the service calls again', async () => {
		const trigger = await ranged('127.0.0.1, 10.0.0.0/33');
		const why = 'it can’t be checked. Allowed IP Ranges: “10.0.0.0/33” isn’t';
		await expectRefused(trigger, {}, 'not ready', why, 503);
	});

	it('keep the workflow from being published when one cannot be read', async () => {
		const trigger = await ranged('127.0.0.1, office');
		await expect(trigger.activate()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: inField(
				'Allowed IP Ranges',
				wrongValue.wrongFormat(
					`“${'office'}”`,
					'an IP address or a range',
					'203.0.113.0/24',
				),
			).text,
		});
	});
});

describe('the choices of the trigger', () => {
	const choices = triggerProperties.filter(({ type }) => type === 'options');
	const open = (parameters: IDataObject) =>
		triggers.open({ authentication: 'none', ...parameters });

	it('are all that a call depends on', () => {
		expect(choices.map(({ name }) => name)).toEqual(['authentication', 'output']);
	});

	it.each(['ONE ITEM per contact', '={{ "Contact" }}'])(
		'take values and labels in any case: %s',
		async (output) => {
			const trigger = await open({ output, authentication: '={{ "NONE" }}' });
			await trigger.activate();
			const { items } = await trigger.call({ body: callback });
			expect(items?.map(({ json }) => json.valid)).toEqual([true]);
		},
	);

	it.each(
		choices.flatMap(({ name, displayName }) =>
			['everything', '={{ "everything" }}'].map((value) => [displayName, name, value]),
		),
	)('refuse what is none of them: %s', async (label, name, value) => {
		const trigger = await open({ [name]: value });
		const why = `${label}: “everything” isn’t one of `;
		await expectRefused(
			trigger,
			{ query: { key } },
			'not ready',
			`it can’t be checked. ${why}`,
			503,
		);
		await expect(trigger.activate()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining(why) as string,
		});
	});
});
