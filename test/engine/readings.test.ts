import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { EVERY_READING, type Readings } from '../../playground/service/readings';
import type { EngineRun } from './harness';
import { contactForm, contactsInJson, purchaseForm } from './import-forms';
import { jsonDeliveries, pushBody, pushForm, smsForm } from './message-forms';
import { hintsOf, linksOf, NodeRunner } from './node-runner';

type Look = () => Promise<void>;
/** A test of each choice, or one for all of them; the compiler requires every one. */
type Seen = { [Name in keyof Readings]: Look | Record<Readings[Name], Look> };

/** A user sees a value. */
const isSeen = (look: () => Promise<unknown>, expected: unknown) => async (): Promise<void> =>
	expect(await look()).toEqual(expected);

const jsonOf = ({ output }: EngineRun): IDataObject[] => output.map(({ json }) => json);

/** Messages, as a user sees them. */
function ofMessages(node: NodeRunner) {
	/** Each result is linked to its target, without a hint. */
	const pushAnswer = async (): Promise<void> => {
		const targets = [{ device_id: 'a' }, { user_id: 'x' }, { device_id: 'b' }];
		const items = targets.map((target) => ({ target: { ...target, replacements: {} } }));
		const run = await node.run(pushForm(jsonDeliveries('={{ $json.target }}')), { items });
		expect(jsonOf(run).map(({ device_id }) => device_id)).toEqual(['a', 'device-x-1', 'b']);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(hintsOf(run)).toEqual([]);
	};

	const later = '2031-07-15T09:30:00.000Z';
	const scheduled = async (startFlag: string) => {
		await node.run(smsForm({ schedule: 'at', startAt: later, startFlag }));
		const { send_at, received_at } = node.service.state.smsDeliveries.at(-1)!;
		return send_at === received_at ? 'immediately' : send_at;
	};
	const bothFlags = async () => [await scheduled('false'), await scheduled('true')];

	const silentPushes = async () => {
		for (const notification of [{}, { alert: 'Ready' }, { sendSilently: true }]) {
			await node.run(pushForm({ notification }));
		}
		return node.service.state.pushDeliveries.map(({ is_silent }) => is_silent);
	};
	const sees = (messageHolder: string, replacements: IDataObject, expected: string) =>
		isSeen(async () => {
			const guest = { phone_number: '+34600123456', replacements };
			await node.run(smsForm({ messageHolder, ...jsonDeliveries([guest]) }));
			return node.service.state.smsDeliveries.map(({ text, valid }) => [text, valid]);
		}, [[expected, true]]);
	const withPriority = pushForm({ options: { body: { priority: 'high' } } });

	return {
		beyondDocument: {
			refused: async () => {
				const run = await node.run(withPriority);
				expect(run.error?.message).toContain('/body/priority must NOT');
			},
			taken: async () => {
				expect((await node.run(withPriority)).status).toBe('success');
				const sent = pushBody([{ device_id: 'phone-1' }], { priority: 'high' });
				expect(node.bodies).toEqual([sent]);
			},
		},
		pushAnswer,
		schedule: {
			falseWaits: isSeen(bothFlags, [later, 'immediately']),
			trueStarts: isSeen(bothFlags, [null, later]),
		},
		alert: {
			emptyIsSilent: isSeen(silentPushes, [false, false, true]),
			absentIsSilent: isSeen(silentPushes, [true, false, true]),
		},
		percent: sees('100%%{name} %{name}', { name: 'Ana' }, '100%{name} Ana'),
		valuesOfContainers: sees('%{a} %{b}', { a: '%{b}', b: 'Ana' }, '%{b} Ana'),
	};
}

const ofItem = contactsInJson('={{ $json.contact }}');
const contact = contactForm(ofItem);
const purchase = purchaseForm(ofItem);
const ana = { user_id: 'g-1', email: 'ana@example.com' };

/** Contacts, purchases, bulk jobs and callbacks, as a user sees them. */
function ofImports(node: NodeRunner) {
	const states = () => node.service.state;
	/** Imports contacts until their jobs have ended. */
	const imported = async (
		contacts: IDataObject[],
		options: IDataObject = {},
		form: IDataObject = contact,
	): Promise<EngineRun> => {
		const items = contacts.map((one) => ({ contact: one }));
		const run = await node.run({ ...form, options }, { items });
		for (const { _id } of states().bulkJobs) node.service.endBulkJob(_id, 'processed');
		return run;
	};
	const stored = () => states().contacts.find(({ user_id }) => user_id === 'g-1');

	/** Whether contacts are created with an option, and without it. */
	const created =
		(option: string, ...contacts: Array<typeof ana>) =>
		async () => {
			const created: boolean[] = [];
			for (const isOn of [true, false]) {
				const named = contacts.map((one) => ({ ...one, user_id: one.user_id + isOn }));
				await imported(named, { validate: true, [option]: isOn });
				created.push(states().contacts.splice(0).length > 0);
			}
			return created;
		};
	const ofInvalid = created('createIfInvalid', { ...ana, email: 'no body@example.com' });
	// The account has credit for one email check.
	const withoutCredit = created('createIfNoCredit', ana, { ...ana, user_id: 'g-2' });

	const cityAfterNull = async () => {
		await imported([{ ...ana, city: 'Sevilla' }]);
		const { status } = await imported([ana], { entry: '{ "city": null }' });
		return [status, stored()!.city];
	};
	const bornDate = async () => {
		await imported([{ ...ana, born_date: '1990-02-01' }]);
		return String(stored()!.born_date);
	};

	const recordedBy = async () => {
		const recorded: string[] = [];
		for (const productIdKey of ['UUID', 'product_uuid', 'both']) {
			const run = await imported([ana], { productIdKey }, purchase);
			const isRecorded = states().purchases.splice(0).length > 0;
			// The answer counts the purchases that it read, and the advice works.
			expect(run.error?.message.includes('counted no purchase') ?? false).toBe(!isRecorded);
			if (run.error)
				expect(run.error.description).toContain('set the option Product ID Key to Both');
			if (isRecorded) recorded.push(productIdKey);
		}
		return recorded;
	};

	/** A finished job is returned, immediately or if its status is in Extra Completed Statuses. */
	const waitsFor = async (options: IDataObject = {}): Promise<EngineRun> => {
		await imported([ana]);
		const bulkId = states().bulkJobs.at(-1)!._id;
		const form = { resource: 'bulkJob', operation: 'waitUntilProcessed', bulkId };
		return await node.run({ ...form, timeLimit: 0.01, options });
	};

	/** The result of a run that waits for its callback. */
	const calledBack = async (form: IDataObject): Promise<EngineRun> => {
		const waiting = await node.run(
			{ ...form, processingResult: 'waitForResult' },
			{ items: [{ contact: ana }] },
		);
		expect(waiting.status).toBe('waiting');
		return await node.engine.waiting.resumed(waiting);
	};
	/** The trigger's items when an import is processed. */
	const callsTrigger = async (form: IDataObject): Promise<IDataObject[]> => {
		const { credential } = node;
		const trigger = await node.engine.trigger({ output: 'contact' }, { credential });
		const options = { purchaseExtraFields: 'price' };
		const called = { processingResult: 'sendToTrigger', webhookUrl: trigger.url, options };
		await node.run({ ...form, ...called }, { items: [{ contact: ana }] });
		while (trigger.started.length === 0) await pause(10);
		return trigger.started.flat().map(({ json }) => json);
	};
	/** The callback arrives at a trigger, and at a run that waits. */
	const arrives =
		(atTrigger: object, atRun: object = atTrigger, form: IDataObject = contact) =>
		async (): Promise<void> => {
			expect(jsonOf(await calledBack(form))).toMatchObject([atRun]);
			expect(await callsTrigger(form)).toMatchObject([atTrigger]);
		};
	const isCalledBack = arrives({ user_id: 'g-1', valid: true });
	const bought = { transaction_code: 'R-1', price: 10 };

	return {
		createIfInvalid: {
			asNamed: isSeen(ofInvalid, [true, false]),
			asWritten: isSeen(ofInvalid, [false, true]),
		},
		createIfNoCredit: {
			anyway: isSeen(withoutCredit, [true, true]),
			onlyIfTrue: isSeen(withoutCredit, [true, false]),
		},
		nullValue: {
			clears: isSeen(cityAfterNull, ['success', undefined]),
			ignored: isSeen(cityAfterNull, ['success', 'Sevilla']),
			refused: isSeen(cityAfterNull, ['error', 'Sevilla']),
		},
		bornDate: {
			utcDay: async () => expect(await bornDate()).toMatch(/^1990-02-01/),
			accountDay: isSeen(bornDate, '1990-02-01'),
		},
		productId: {
			either: isSeen(recordedBy, ['UUID', 'product_uuid', 'both']),
			UUID: isSeen(recordedBy, ['UUID', 'both']),
			product_uuid: isSeen(recordedBy, ['product_uuid', 'both']),
		},
		finalState: {
			processed: async () => {
				expect(jsonOf(await waitsFor())).toMatchObject([{ status: 'processed' }]);
			},
			ready: async () => {
				expect((await waitsFor()).error).toMatchObject({ code: 'jobNotProcessed' });
				const run = await waitsFor({ extraCompletedStatuses: 'ready' });
				expect(jsonOf(run)).toMatchObject([{ status: 'ready' }]);
			},
		},
		callbackMethod: isCalledBack,
		callbackForm: isCalledBack,
		callbackPurchase: {
			besideContacts: arrives(
				{ user_id: 'g-1', callback: { purchase: bought } },
				{ callback: { purchase: {} } },
				purchase,
			),
			alone: arrives(bought, { callback: {} }, purchase),
			leftOut: arrives({ user_id: 'g-1' }, { callback: {} }, purchase),
		},
		callbackSignature: isCalledBack,
	};
}

jest.setTimeout(60_000);

describe('if the service reads', () => {
	const node = new NodeRunner(
		{},
		{
			processingDelayMs: 100,
			emailCredits: 1,
			callbackRetryDelaysMs: Array<number>(20).fill(50),
		},
	);
	const seen: Seen = { ...ofMessages(node), ...ofImports(node) };

	it.each(EVERY_READING)('$name as $choice, a user sees the expected result', async (one) => {
		const { name, choice } = one;
		Object.assign(node.service.readings, { [name]: choice });
		const look = seen[name] as Look | Record<string, Look>;
		await (typeof look === 'function' ? look : look[choice]!)();
	});
});
