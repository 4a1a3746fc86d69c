import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { startEngine } from './harness';
import type { Engine, LiveTrigger, WebhookCall } from './harness';
import { account, credentialFor } from './running-service';

/** Who may call the trigger, and what it answers. */
describe('the trigger', () => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await startEngine();
	});
	afterAll(() => engine.stop());

	const webhookId = 'd1a2b3c4-0000-4000-8000-000000000001';
	const credential = credentialFor('https://service.example.com');
	const open = async (
		parameters: IDataObject,
		accountSecret = account.accountSecret,
	): Promise<LiveTrigger> =>
		await engine.trigger({
			node: { parameters, webhookId },
			credential: { ...credential, accountSecret },
		});
	const hmac = (key: string, message: string) =>
		createHmac('sha256', key).update(message).digest('hex');
	const key = hmac(account.accountSecret, webhookId);

	const callback = {
		account_id: 'aurora-hotels',
		timestamp: 1533909631,
		token: 'a'.repeat(50),
		contacts_valid_count: 1,
		contacts_failed_count: 0,
		valid_contacts: [{ _id: 'c-1', user_id: 'g-1', email: null }],
		failed_contacts: [],
	};

	/** Makes a call that has to be refused. */
	const refused = async (trigger: LiveTrigger, call: WebhookCall): Promise<void> => {
		const answer = await trigger.call({ body: callback, ...call });
		expect(answer).toMatchObject({ status: 401, body: '{"error":"not signed"}' });
		expect(trigger.started).toEqual([]);
		expect(trigger.failures).toEqual([]);
		expect(trigger.warnings).toHaveLength(1);
		expect(trigger.warnings[0]).toContain('refused: it is not signed');
		for (const secret of [account.accountSecret, key, callback.token]) {
			expect(trigger.warnings[0]).not.toContain(secret);
		}
	};

	it('has nothing to register at the service', async () => {
		const trigger = await open({});
		await trigger.activate();
		await trigger.deactivate();
		expect(trigger.url).toMatch(new RegExp(`/webhook/${webhookId}/crm-messaging$`));
	});

	describe('with a signed URL', () => {
		it('takes a call that brings the key, and answers exactly 200', async () => {
			const trigger = await open({});
			const answer = await trigger.call({ body: callback, query: { key } });
			expect(answer).toMatchObject({ status: 200, items: [{ json: callback }] });
			expect(trigger.started).toHaveLength(1);
		});

		it.each<[title: string, query: Record<string, string>]>([
			['is missing', {}],
			['is empty', { key: '' }],
			['is wrong', { key: key.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }],
			['is cut', { key: key.slice(0, -1) }],
			['is in capitals', { key: key.toUpperCase() }],
			['stands under another name', { Key: key }],
			['is that of another trigger', { key: hmac(account.accountSecret, 'another') }],
			['is made with the master secret', { key: hmac(account.masterSecret, webhookId) }],
		])('refuses a call whose key %s', async (_, query) => {
			await refused(await open({ authentication: 'signedUrl' }), { query });
		});

		it('refuses a key that comes twice', async () => {
			const trigger = await open({});
			const response = await fetch(`${trigger.url}?key=${key}&key=${key}`, {
				method: 'POST',
			});
			expect(response.status).toBe(401);
			expect(trigger.started).toEqual([]);
		});

		it('refuses the key of another credential', async () => {
			await refused(await open({}, 'another-account-secret'), { query: { key } });
		});

		it('refuses a signed body without the key', async () => {
			const authorization = hmac(account.accountSecret, `1533909631${'a'.repeat(50)}`);
			await refused(await open({}), { headers: { authorization } });
		});
	});

	describe('with a signature header', () => {
		const parameters = { authentication: 'signatureHeader' };
		const secret = 'acct_secret_example';
		const authorization = '8bd3b1fb16ade8f045565561c43b923fb25b5e8e31c02aab437e0f6c03a09793';

		it("takes the service's own signature, in JSON and in a form", async () => {
			const trigger = await open(parameters, secret);
			const json = await trigger.call({ body: callback, headers: { authorization } });
			expect(json).toMatchObject({ status: 200, items: [{ json: callback }] });
			const form = await trigger.call({
				body: `account_id=1&timestamp=1533909631&token=${'a'.repeat(50)}`,
				headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
			});
			expect(form.status).toBe(200);
			expect(trigger.started).toHaveLength(2);
		});

		it.each<[title: string, call: WebhookCall]>([
			['no header', {}],
			['another signature', { headers: { authorization: authorization.replace('8', '9') } }],
			['a word before it', { headers: { authorization: `Bearer ${authorization}` } }],
			[
				'another timestamp',
				{ headers: { authorization }, body: { ...callback, timestamp: 1533909632 } },
			],
			['another token', { headers: { authorization }, body: { ...callback, token: 'b' } }],
			['no token', { headers: { authorization }, body: { timestamp: 1533909631 } }],
			['no body', { headers: { authorization }, body: {} }],
			[
				'the key of a signed URL alone',
				{ query: { key: hmac('acct_secret_example', webhookId) } },
			],
		])('refuses a call with %s', async (_, call) => {
			await refused(await open(parameters, secret), call);
		});

		it('refuses the signature of another account', async () => {
			await refused(await open(parameters), { headers: { authorization } });
		});
	});

	describe('without a check', () => {
		it('takes any call and needs no credential', async () => {
			const trigger = await engine.trigger({
				node: { parameters: { authentication: 'none' }, credentials: {} },
			});
			const answer = await trigger.call({ body: { anything: 1 } });
			expect(answer).toMatchObject({ status: 200, items: [{ json: { anything: 1 } }] });
		});
	});

	describe('whose credential cannot be used', () => {
		/** Makes a call that the service has to make again later. */
		const notReady = async (trigger: LiveTrigger): Promise<void> => {
			const answer = await trigger.call({ body: callback, query: { key } });
			expect(answer).toMatchObject({ status: 503, body: '{"error":"not ready"}' });
			expect(trigger.started).toEqual([]);
			expect(trigger.failures).toEqual([]);
			expect(trigger.warnings).toHaveLength(1);
		};

		it('asks the service to call later, and the log says what is wrong', async () => {
			const trigger = await open({}, 'two words');
			await notReady(trigger);
			expect(trigger.warnings[0]).toContain('The Account Secret of the credential');
			expect(trigger.warnings[0]).not.toContain('two words');
		});

		it('does so as well when no credential is chosen', async () => {
			const trigger = await engine.trigger({ node: { parameters: {}, credentials: {} } });
			await notReady(trigger);
			expect(trigger.warnings[0]).toContain('credentials');
		});

		it('does not count such a call as seen', async () => {
			const workflowId = 'credential-repaired';
			const node = { parameters: {}, webhookId };
			const wrong = { ...credential, accountSecret: 'two words' };
			await notReady(await engine.trigger({ node, workflowId, credential: wrong }));
			const repaired = await engine.trigger({ node, workflowId, credential });
			await repaired.call({ body: callback, query: { key } });
			expect(repaired.started).toHaveLength(1);
		});
	});
});
