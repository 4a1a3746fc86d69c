import type { IDataObject } from 'n8n-workflow';
import type { LiveTrigger } from './harness';
import { asForm, asText, job, key, TriggerRunner } from './trigger-runner';

/** The service calls again if it didn't receive the answer. */
describe('a repeated callback', () => {
	const triggers = new TriggerRunner();
	const callback = (id: string): IDataObject => ({ ...job, valid_contacts: [{ _id: id }] });
	const send = (trigger: LiveTrigger, id: string) =>
		trigger.call({ body: callback(id), query: { key } });

	it('is answered 200 and starts nothing; one with another ID in it is another one', async () => {
		const trigger = await triggers.open();
		await send(trigger, 'c-1');
		expect(await send(trigger, 'c-1')).toMatchObject({ status: 200, items: undefined });
		expect(trigger.started).toHaveLength(1);
		expect(trigger.warnings).toEqual([]);
		const answers = await Promise.all(['c-2', 'c-2', 'c-2'].map((id) => send(trigger, id)));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(trigger.started).toHaveLength(2);
	});

	it('starts again in the editor’s test, which isn’t remembered', async () => {
		const workflowId = 'tested';
		const test = await triggers.open({}, { workflowId, mode: 'manual' });
		for (const id of ['c-1', 'c-1']) await send(test, id);
		expect(test.started).toHaveLength(2);
		const live = await triggers.open({}, { workflowId });
		await send(live, 'c-1');
		expect(live.started).toHaveLength(1);
	});

	it('is recognized with its keys in another order, and in another form', async () => {
		const trigger = await triggers.open();
		const [contact, turned] = [
			'{"_id":"c-1","email":"a@b.c"}',
			'{"email":"a@b.c","_id":"c-1"}',
		];
		for (const body of [
			`{"token":"t","valid_contacts":[${contact}]}`,
			`{"valid_contacts":[${turned}],"token":"t"}`,
			'valid_contacts[0][email]=a@b.c&token=t&valid_contacts[0][_id]=c-1',
		]) {
			const headers = body.startsWith('{') ? { 'content-type': 'application/json' } : asForm;
			expect((await trigger.call({ body, headers, query: { key } })).status).toBe(200);
		}
		expect(trigger.started).toHaveLength(1);
	});

	it.each<[what: string, body: string | undefined, read: IDataObject]>([
		['null', 'null', { body: null }],
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
});
