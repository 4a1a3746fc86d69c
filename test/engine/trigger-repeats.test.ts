import type { IDataObject } from 'n8n-workflow';
import type { LiveTrigger } from './harness';
import { asForm, asText, job, key, TriggerRunner } from './trigger-runner';

/** The service calls again when it did not hear the answer. */
describe('a repeated callback', () => {
	const triggers = new TriggerRunner();
	const callback = (id: string): IDataObject => ({ ...job, valid_contacts: [{ _id: id }] });
	const send = (trigger: LiveTrigger, id: string) =>
		trigger.call({ body: callback(id), query: { key } });
	/** The static data as n8n writes it into its database. */
	const saved = (trigger: LiveTrigger) =>
		JSON.parse(JSON.stringify(trigger.workflow.staticData)) as IDataObject;

	it('is answered 200 and starts nothing; one with another id in it is another one', async () => {
		const trigger = await triggers.open();
		await send(trigger, 'c-1');
		expect(await send(trigger, 'c-1')).toMatchObject({ status: 200, items: undefined });
		expect(trigger.started).toHaveLength(1);
		expect(trigger.warnings).toEqual([]);
		await send(trigger, 'c-2');
		expect(trigger.started).toHaveLength(2);
	});

	it('starts nothing either when both come at the same instant', async () => {
		const trigger = await triggers.open();
		const answers = await Promise.all(['c-1', 'c-1', 'c-1'].map((id) => send(trigger, id)));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(trigger.started).toHaveLength(1);
	});

	it('is known in a process whose static data was read before the first was saved', async () => {
		const workflowId = 'one-process';
		await send(await triggers.open({}, { workflowId }), 'c-1');
		const behind = await triggers.open({}, { workflowId, staticData: {} });
		expect(await send(behind, 'c-1')).toMatchObject({ status: 200, items: undefined });
		expect(behind.started).toEqual([]);
		// And it stays known when that process writes the static data.
		await send(behind, 'c-2');
		const elsewhere = await triggers.open({}, { staticData: saved(behind) });
		for (const id of ['c-1', 'c-2']) await send(elsewhere, id);
		expect(elsewhere.started).toEqual([]);
	});

	it('is known after a restart and in other processes, by the static data', async () => {
		const before = await triggers.open();
		await send(before, 'c-1');
		const after = await triggers.open({}, { staticData: saved(before) });
		expect(await send(after, 'c-1')).toMatchObject({ status: 200, items: undefined });
		await send(after, 'c-2');
		expect(after.started).toHaveLength(1);
	});

	it('starts again in the editor’s test, and is not remembered there', async () => {
		const workflowId = 'tested';
		const test = await triggers.open({}, { workflowId, mode: 'manual' });
		for (const id of ['c-1', 'c-1']) await send(test, id);
		expect(test.started).toHaveLength(2);
		const live = await triggers.open({}, { workflowId });
		await send(live, 'c-1');
		expect(live.started).toHaveLength(1);
	});

	it('is not one whose first call was refused', async () => {
		const trigger = await triggers.open();
		await trigger.call({ body: callback('c-1') });
		expect(trigger.started).toEqual([]);
		await send(trigger, 'c-1');
		expect(trigger.started).toHaveLength(1);
	});

	it('without token and timestamp may be another one: it starts the workflow, and says so', async () => {
		const trigger = await triggers.open({ output: 'contact' });
		const body = { valid_contacts: [{ _id: 'c-1' }], failed_contacts: [] };
		const query = { key };
		for (const repeat of [{}, { possibleRepeat: true }]) {
			const { status, items } = await trigger.call({ body, query });
			expect(status).toBe(200);
			expect(items?.map(({ json }) => json)).toEqual([
				{ valid: true, _id: 'c-1', callback: {}, ...repeat },
			]);
		}
	});

	it('is known with its keys in another order, at every level, and in another form', async () => {
		const trigger = await triggers.open();
		const [contact, turned] = [
			'{"_id":"c-1","email":"a@b.c"}',
			'{"email":"a@b.c","_id":"c-1"}',
		];
		const bodies = [
			`{"token":"t","valid_contacts":[${contact}]}`,
			`{"token":"t","valid_contacts":[${turned}]}`,
			`{"valid_contacts":[${contact}],"token":"t"}`,
		];
		for (const body of bodies) {
			const headers = { 'content-type': 'application/json' };
			expect((await trigger.call({ body, headers, query: { key } })).status).toBe(200);
		}
		const form = 'valid_contacts[0][email]=a@b.c&token=t&valid_contacts[0][_id]=c-1';
		await trigger.call({ body: form, headers: asForm, query: { key } });
		expect(trigger.started).toHaveLength(1);
	});

	it('is another one with its contacts in another order', async () => {
		const trigger = await triggers.open();
		for (const ids of [
			['c-1', 'c-2'],
			['c-2', 'c-1'],
		]) {
			const body = { ...job, valid_contacts: ids.map((_id) => ({ _id })) };
			await trigger.call({ body, query: { key } });
		}
		expect(trigger.started).toHaveLength(2);
	});

	it.each<[what: string, body: string | undefined, read: IDataObject]>([
		['null', 'null', { body: null }],
		['an empty list', '[]', { body: [] as string[] }],
		['a list', '[{"token":"t"}]', { body: [{ token: 't' }] }],
		['an empty object', '{}', {}],
		['nothing', undefined, {}],
	])(
		'that is %s may be another one: it starts the workflow, and says so',
		async (_, body, read) => {
			const trigger = await triggers.open();
			for (const headers of [{ 'content-type': 'application/json' }, asText]) {
				const { status } = await trigger.call({ body, headers, query: { key } });
				expect(status).toBe(200);
			}
			expect(trigger.started.map(([item]) => item?.json)).toEqual([
				read,
				{ ...read, possibleRepeat: true },
			]);
		},
	);

	it('is told by what GET carries, too, not by the key', async () => {
		const trigger = await triggers.open({ authentication: 'none' });
		await trigger.call({ method: 'GET', query: { token: 't', key: 'old' } });
		await trigger.call({ method: 'GET', query: { token: 't' } });
		expect(trigger.started).toHaveLength(1);
	});
});
