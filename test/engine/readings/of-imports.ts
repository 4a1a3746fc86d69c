import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { EngineRun } from '../harness';
import { contactForm, contactsInJson, purchaseForm } from '../import-forms';
import type { NodeRunner } from '../node-runner';
import { isSeen, jsonOf } from './reading';

const ofItem = contactsInJson('={{ $json.contact }}');
const contact = contactForm(ofItem);
const purchase = purchaseForm(ofItem);
const ana = { user_id: 'g-1', email: 'ana@example.com' };

/** Contacts, purchases, bulk jobs and callbacks, as a user sees them. */
export function ofImports(node: NodeRunner) {
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
				const named = contacts.map((one) => ({
					...one,
					user_id: `${one.user_id}-${isOn}`,
				}));
				await imported(named, { validate: true, [option]: isOn });
				created.push(states().contacts.splice(0).length > 0);
			}
			return created;
		};
	const ofInvalid = created('createIfInvalid', { ...ana, email: 'nobody' });
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
			// The answer counts the purchases that it read.
			expect(run.error?.message.includes('counted no purchase') ?? false).toBe(!isRecorded);
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
		const parameters = { authentication: 'signedUrl', output: 'contact' };
		const trigger = await node.engine.trigger({ node: { parameters }, credential });
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
		callbackMethod: {
			POST: isCalledBack,
			PUT: isCalledBack,
			GET: isCalledBack,
			emptyPOST: isCalledBack,
		},
		callbackForm: { json: isCalledBack, form: isCalledBack },
		callbackPurchase: {
			besideContacts: arrives(
				{ user_id: 'g-1', callback: { purchase: bought } },
				{ callback: { purchase: {} } },
				purchase,
			),
			alone: arrives(bought, { callback: {} }, purchase),
			leftOut: arrives({ user_id: 'g-1' }, { callback: {} }, purchase),
		},
		callbackSignature: { signed: isCalledBack, none: isCalledBack },
	};
}
