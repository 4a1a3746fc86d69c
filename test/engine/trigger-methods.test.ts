import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { startEngine } from './harness';
import type { Engine, LiveTrigger } from './harness';
import { account, credentialFor } from './running-service';

/** POST, PUT and GET at the same address. */
describe('the methods the trigger takes', () => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await startEngine();
	});
	afterAll(() => engine.stop());

	const webhookId = 'd1a2b3c4-0000-4000-8000-000000000002';
	const open = (parameters: IDataObject = {}): Promise<LiveTrigger> =>
		engine.trigger({
			node: { parameters, webhookId },
			credential: credentialFor('https://service.example.com'),
		});
	const hmac = (message: string) =>
		createHmac('sha256', account.accountSecret).update(message).digest('hex');
	const key = hmac(webhookId);
	const token = 'a'.repeat(50);

	it.each(['POST', 'PUT'])('are %s with JSON', async (method) => {
		const trigger = await open();
		const body = { account_id: 'aurora-hotels', valid_contacts: [{ _id: 'c-1' }] };
		const answer = await trigger.call({ method, body, query: { key } });
		expect(answer).toMatchObject({ status: 200, items: [{ json: body }] });
		expect(trigger.started).toHaveLength(1);
	});

	it('are PUT with a form', async () => {
		const trigger = await open();
		const answer = await trigger.call({
			method: 'PUT',
			body: 'contacts_valid_count=1&valid_contacts[0][_id]=c-1',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			query: { key },
		});
		expect(answer.status).toBe(200);
		expect(answer.items?.[0]?.json).toEqual({
			contacts_valid_count: 1,
			valid_contacts: [{ _id: 'c-1' }],
		});
	});

	it('are GET: the key of the signed URL is no part of the callback', async () => {
		const trigger = await open();
		const answer = await trigger.call({
			method: 'GET',
			query: {
				key,
				account_id: 'aurora-hotels',
				contacts_valid_count: '1',
				'valid_contacts[0][email]': 'a+b@example.com',
			},
		});
		expect(answer.status).toBe(200);
		expect(answer.items?.map(({ json }) => json)).toEqual([
			{
				account_id: 'aurora-hotels',
				contacts_valid_count: 1,
				valid_contacts: [{ email: 'a+b@example.com' }],
			},
		]);
	});

	it('are GET with the signature header', async () => {
		const trigger = await open({ authentication: 'signatureHeader' });
		const query = { timestamp: '1533909631', token };
		const headers = { authorization: hmac(`1533909631${token}`) };
		const refused = await trigger.call({ method: 'GET', query });
		expect(refused.status).toBe(401);
		const taken = await trigger.call({ method: 'GET', query, headers });
		expect(taken.status).toBe(200);
		expect(taken.items?.[0]?.json).toEqual({ timestamp: 1533909631, token });
	});

	it('are GET with more contacts than n8n itself reads of a URL', async () => {
		const trigger = await open({ output: 'contact' });
		// Node takes at most 16 kB of request line and headers.
		const contacts = Array.from({ length: 260 }, (_, at) => [
			[`valid_contacts[${at}][_id]`, `c-${at}`],
			[`valid_contacts[${at}][x]`, '1'],
		]).flat();
		const query = contacts.map(([name, value]) => `${name}=${value}`).join('&');
		const response = await fetch(`${trigger.url}?${query}&key=${key}`);
		expect(response.status).toBe(200);
		expect(trigger.started[0]).toHaveLength(260);
		expect(trigger.started[0]?.at(-1)?.json).toMatchObject({ _id: 'c-259', x: '1' });
	});

	it('are refused without the key, whichever it is', async () => {
		const trigger = await open();
		for (const method of ['POST', 'PUT', 'GET']) {
			expect((await trigger.call({ method })).status).toBe(401);
		}
		expect(trigger.started).toEqual([]);
		expect(trigger.warnings).toHaveLength(3);
	});

	it('are no others', async () => {
		const trigger = await open();
		for (const method of ['DELETE', 'PATCH']) {
			expect((await trigger.call({ method, query: { key } })).status).toBe(404);
		}
	});
});
