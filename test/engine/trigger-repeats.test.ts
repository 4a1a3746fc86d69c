import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { startEngine } from './harness';
import type { Engine, LiveTrigger, TriggerOptions } from './harness';
import { account, credentialFor } from './running-service';

/** The service calls again when it did not hear the answer. */
describe('a repeated callback', () => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await startEngine();
	});
	afterAll(() => engine.stop());

	const webhookId = 'd1a2b3c4-0000-4000-8000-000000000003';
	const key = createHmac('sha256', account.accountSecret).update(webhookId).digest('hex');
	const open = (options: Omit<TriggerOptions, 'node'> & { parameters?: IDataObject } = {}) => {
		const { parameters = {}, ...more } = options;
		return engine.trigger({
			node: { parameters, webhookId },
			credential: credentialFor('https://service.example.com'),
			...more,
		});
	};
	const callback = (id: string): IDataObject => ({
		account_id: 'aurora-hotels',
		timestamp: 1533909631,
		token: 'a'.repeat(50),
		valid_contacts: [{ _id: id }],
	});
	const send = (trigger: LiveTrigger, id: string) =>
		trigger.call({ body: callback(id), query: { key } });

	/** The static data as n8n writes it into its database. */
	const saved = (trigger: LiveTrigger) =>
		JSON.parse(JSON.stringify(trigger.workflow.staticData)) as IDataObject;

	it('is answered 200 and starts nothing', async () => {
		const trigger = await open();
		await send(trigger, 'c-1');
		const again = await send(trigger, 'c-1');
		expect(again).toMatchObject({ status: 200, items: undefined });
		expect(trigger.started).toHaveLength(1);
		expect(trigger.warnings).toEqual([]);
	});

	it('is one whose whole content is the same: another id makes another callback', async () => {
		const trigger = await open();
		await send(trigger, 'c-1');
		await send(trigger, 'c-2');
		expect(trigger.started).toHaveLength(2);
	});

	it('starts nothing either when both come at the same instant', async () => {
		const trigger = await open();
		const answers = await Promise.all(['c-1', 'c-1', 'c-1'].map((id) => send(trigger, id)));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(trigger.started).toHaveLength(1);
	});

	it('is known in a process whose static data was read before the first was saved', async () => {
		const workflowId = 'one-process';
		await send(await open({ workflowId }), 'c-1');
		const behind = await open({ workflowId, staticData: {} });
		expect(await send(behind, 'c-1')).toMatchObject({ status: 200, items: undefined });
		expect(behind.started).toEqual([]);
	});

	it('is known after a restart and in other processes, by the static data', async () => {
		const before = await open();
		await send(before, 'c-1');
		const staticData = saved(before);
		const after = await open({ staticData });
		expect(await send(after, 'c-1')).toMatchObject({ status: 200, items: undefined });
		await send(after, 'c-2');
		expect(after.started).toHaveLength(1);
	});

	it('stays known when another process wrote the static data in between', async () => {
		const workflowId = 'overwritten';
		await send(await open({ workflowId }), 'c-1');
		const overwritten = await open({ workflowId, staticData: {} });
		await send(overwritten, 'c-2');
		const staticData = saved(overwritten);
		const elsewhere = await open({ staticData });
		for (const id of ['c-1', 'c-2']) await send(elsewhere, id);
		expect(elsewhere.started).toEqual([]);
	});

	it('starts again in the editor’s test, and is not remembered there', async () => {
		const workflowId = 'tested';
		const test = await open({ workflowId, mode: 'manual' });
		await send(test, 'c-1');
		await send(test, 'c-1');
		expect(test.started).toHaveLength(2);
		const live = await open({ workflowId });
		await send(live, 'c-1');
		expect(live.started).toHaveLength(1);
	});

	it('is not one whose first call was refused', async () => {
		const trigger = await open();
		await trigger.call({ body: callback('c-1') });
		expect(trigger.started).toEqual([]);
		await send(trigger, 'c-1');
		expect(trigger.started).toHaveLength(1);
	});

	it('is told by what GET carries, too, not by the key', async () => {
		const trigger = await open({ parameters: { authentication: 'none' } });
		const get = (query: Record<string, string>) => trigger.call({ method: 'GET', query });
		await get({ token: 't', key: 'old' });
		await get({ token: 't' });
		expect(trigger.started).toHaveLength(1);
	});
});
