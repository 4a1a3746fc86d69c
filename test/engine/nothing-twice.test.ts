import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import type { FaultAction } from '../../playground/service/stand-in';
import type { EngineRun } from './harness';
import { guests, hintsOf, phoneOf, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

const busy: FaultAction = { respond: { status: 503 } };
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const phones = (...numbers: number[]): string[] => numbers.map(phoneOf);

describe('nothing is sent twice', () => {
	const sms = new NodeRunner({ ...smsToGuests, options: { batchSize: 2, tries: 1 } });
	/** The phone numbers that arrived and were taken, in order. */
	const taken = (): string[] => sms.service.state.smsDeliveries.map((one) => one.phone_number);

	it('answers accepted requests from memory when n8n runs the node again', async () => {
		sms.service.faults.add({ after: 1, action: busy });
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect(run.status).toBe('success');
		expect(run.tries).toBe(2);
		expect(taken()).toEqual(phones(1, 2, 3, 4, 5, 6));
		expect(run.output).toEqual(
			sms.service.state.smsDeliveries.map(({ phone_number, delivery_id }, item) => ({
				json: { phone_number, valid: true, delivery_id },
				pairedItem: [{ item }],
			})),
		);
		// A run that came to its end is forgotten.
		expect(JSON.stringify(run.contextData)).not.toContain(phoneOf(1));
	});

	it('shows what there was to say of them, too', async () => {
		const respond = { status: 200, body: { deliveries: [{ valid: true, delivery_id: 'd' }] } };
		sms.service.faults.add({ action: { processThenRespond: respond } });
		sms.service.faults.add({ after: 1, action: busy });
		const run = await sms.run({}, { items: guests(4), ...retried });
		expect([run.status, run.tries]).toEqual(['success', 2]);
		expect(linksOf(run.output)).toEqual([[0, 1], [2], [3]]);
		expect(hintsOf(run)).toEqual([
			'The service gave 1 result for 2 deliveries and does not say which belong together, so the results are linked to all items of their request.',
		]);
	});

	it('tells items that are alike apart, and knows them when their content differs at every try', async () => {
		sms.service.faults.add({ after: 2, action: busy });
		const messageHolder = '={{ "At " + $now.toMillis() + " " + Math.random() }}';
		const items = Array.from({ length: 3 }, () => ({ phone: phoneOf(1) }));
		const run = await sms.run({ messageHolder, options: { tries: 1 } }, { items, ...retried });
		expect([run.status, run.tries]).toEqual(['success', 2]);
		expect(taken()).toEqual(phones(1, 1, 1));
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it.each<[FaultAction, number[]]>([
		['processThenReset', [3, 4]],
		['reset', []],
		[{ processThenRespond: { status: 500 } }, [3, 4]],
	])('does not send again what may have been taken (%j)', async (action, inDoubt) => {
		sms.service.faults.add({ after: 1, action });
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect([run.status, run.tries]).toEqual(['error', 3]);
		expect(run.error).toMatchObject({
			message: expect.stringMatching(/ \[item 2\]$/) as string,
			context: { itemIndex: 2 },
		});
		expect(run.error?.description).toContain('may have been taken all the same');
		expect(run.error?.description).toContain('Everything else was sent.');
		expect(taken()).toEqual(phones(1, 2, ...inDoubt, 5, 6));
	});

	it('remembers it when a failed execution is retried from the list of executions', async () => {
		sms.service.faults.add({ after: 1, action: busy });
		const failed = await sms.run({}, { items: guests(6) });
		expect(failed.status).toBe('error');
		expect(taken()).toEqual(phones(1, 2));
		const again = await sms.engine.runWorkflow(failed.workflow, {
			retryOf: failed,
			credential: sms.credential,
			observe: failed.nodeName,
		});
		expect(again.status).toBe('success');
		expect(taken()).toEqual(phones(1, 2, 3, 4, 5, 6));
		expect(again.output).toHaveLength(6);
	});

	it('sends the same content again in another run, as a loop means it', async () => {
		const once = await sms.run({}, { items: guests(2) });
		await sms.run({}, { items: guests(2), contextData: once.contextData });
		expect(taken()).toEqual(phones(1, 2, 1, 2));
	});

	it.each<[string, IDataObject, IDataObject[]]>([
		['items differ', {}, guests(4).reverse()],
		['parameters differ', { messageHolder: 'Another text' }, guests(4)],
	])('answers no run from the memory of one whose %s', async (_, parameters, items) => {
		sms.service.faults.add({ after: 1, action: busy });
		const { contextData } = await sms.run({}, { items: guests(4) });
		expect(JSON.stringify(contextData)).toContain(phoneOf(1));
		const run = await sms.run(parameters, { items, contextData });
		expect(run.status).toBe('success');
		expect(taken()).toEqual([...phones(1, 2), ...items.map(({ phone }) => phone)]);
	});
});

/** An agent says in the parameters what it asks for, and calls the tool anew when it failed. */
describe.each(['under a type of its own', 'as the execution says'])('a tool, %s', (way) => {
	const sms = new NodeRunner();
	const form = { ...smsToGuests, options: { batchSize: 1, tries: 1 } };
	const texts = (): string[] => sms.service.state.smsDeliveries.map((one) => one.text);

	/** Calls the tool in the execution of an earlier call. */
	const ask = async (messageHolder: string, earlier?: EngineRun): Promise<EngineRun> => {
		const name = sms.engine.fullType('crmMessaging');
		const type = sms.engine.loaded.nodeTypes.get(name) as INodeType;
		function execute(this: IExecuteFunctions): ReturnType<NonNullable<INodeType['execute']>> {
			return type.execute!.call(Object.assign(this, { isToolExecution: () => true }));
		}
		const told = Object.assign(Object.create(type), { execute }) as INodeType;
		const isNamed = way === 'under a type of its own';
		const own = isNamed ? `${name}Tool` : `${name}Told`;
		return await sms.engine.run({
			node: { type: own, parameters: { ...form, messageHolder } },
			nodeTypes: { [own]: isNamed ? type : told },
			items: guests(2),
			credential: sms.credential,
			contextData: earlier?.contextData,
		});
	};

	it('sends the rest when it is asked for the same after a fault, whatever was asked in between', async () => {
		sms.service.faults.add({ after: 1, action: busy });
		const failed = await ask('One');
		expect(failed.status).toBe('error');
		const other = await ask('Two', failed);
		expect(other.status).toBe('success');
		const again = await ask('One', other);
		expect(again.status).toBe('success');
		expect(linksOf(again.output)).toEqual([[0], [1]]);
		expect(texts()).toEqual(['One', 'Two', 'Two', 'One']);
	});
});
