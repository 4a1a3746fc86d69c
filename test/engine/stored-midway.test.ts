import { setTimeout as pause } from 'node:timers/promises';
import { parse, stringify } from 'flatted';
import type { IDataObject, IRunExecutionData } from 'n8n-workflow';
import { earlierTry, wrongSetting } from '../../nodes/CrmMessaging/catalogue/runs';
import { describeWhere, type EngineRun } from './harness';
import { contactForm } from './import-forms';
import { guests, smsToGuests } from './message-forms';
import { NodeRunner } from './node-runner';

type Save = (data: IRunExecutionData) => IRunExecutionData;

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** By the library that n8n's server uses. */
const inDatabase: Save = (data) => parse(stringify(data)) as IRunExecutionData;
const clone: Save = (data) => structuredClone(data);
const saves: Array<[string, Save]> = [
	['n8n’s database', inDatabase],
	['JSON', plain],
	['a clone', clone],
];

const oneByOne = { batchSize: 1, parallelRequests: 1 };
const resend = { options: { ...oneByOne, unconfirmedRequests: 'resend' } };

const withData = (run: EngineRun, data: IRunExecutionData): EngineRun => ({
	...run,
	data: { ...run.data, data },
});

const sms = { form: smsToGuests, items: guests(3) };
const contacts = {
	form: contactForm(),
	items: guests(3).map((guest, index) => ({ user_id: `guest-${index}`, ...guest })),
};
const cases = Object.entries({ sms, contacts }).map(([name, one]) => ({ name, ...one }));

describe.each(cases)('what an execution remembers of $name', ({ form, items }) => {
	const node = new NodeRunner(form);

	/** Saves an execution while its third request is in progress; returns it after its end. */
	async function savedMidway(save: Save): Promise<EngineRun> {
		const answer = node.holdAnswers({ after: 2 });
		const stored: IRunExecutionData[] = [];
		const whenStored = (...[data, live]: IRunExecutionData[]) => stored.push(data!, live!);
		const running = node.run({ options: oneByOne }, { items, whenStored });
		while (node.sent.length < 3) await pause(5);
		// The node in progress is not in the live data's stack, but in that of the data after *Input*.
		const [afterInput, live] = stored.slice(-2) as [IRunExecutionData, IRunExecutionData];
		const { contextData } = save(live).executionData!;
		const saved = {
			...afterInput,
			executionData: { ...afterInput.executionData!, contextData },
		};
		answer();
		const run = await running;
		expect(run.status).toBe('success');
		expect(run.contextData['node:Node under test']).toEqual({});
		return withData(run, saved);
	}

	describeWhere('retriedExecution')('with progress that n8n has stored', () => {
		it.each(saves)('is whole in a save during a request, by %s', async (_, save) => {
			const saved = await savedMidway(save);
			const refused = await node.retry(saved, { options: oneByOne });
			expect(refused.error?.message).toBe(
				wrongSetting.unknownEarlier({ reason: earlierTry.cutShort }).text,
			);
			expect(node.sent).toHaveLength(3);
			const again = await node.retry(refused, resend);
			expect(again.output).toHaveLength(3);
			expect(node.bodies.slice(3)).toEqual([node.bodies[2]]);
		});
	});

	const failing = { after: 2, action: { respond: { status: 400 } } } as const;

	it.each(saves)('is whole in a save after an error, by %s', async (_, save) => {
		node.service.faults.add(failing);
		const failed = await node.run({ options: oneByOne }, { items });
		expect(failed.status).toBe('error');
		const again = await node.retry(withData(failed, save(failed.data.data)));
		expect(again.output).toHaveLength(3);
		expect(node.bodies.slice(3)).toEqual([node.bodies[2]]);
	});

	it('is forgotten after a run that continues on errors', async () => {
		node.service.faults.add(failing);
		const onError = 'continueErrorOutput';
		const run = await node.run({ options: oneByOne }, { items, onError });
		expect(run.status).toBe('success');
		expect(run.contextData['node:Node under test']).toEqual({});
	});
});

describe('what an execution remembers while it waits for a callback', () => {
	const node = new NodeRunner(contactForm({ processingResult: 'waitForResult' }));

	it.each(saves)('is whole in a save, by %s', async (_, save) => {
		const waiting = await node.run({}, { items: contacts.items });
		expect(waiting.status).toBe('waiting');
		const context = waiting.contextData['node:Node under test'] as IDataObject;
		const saved = save(waiting.data.data).executionData!.contextData;
		expect(saved['node:Node under test']).toEqual(plain(context));
		expect(context.crmMessagingSent).toMatchObject({
			version: 1,
			batches: [{ rows: [{}, {}, {}] }],
		});
	});
});
