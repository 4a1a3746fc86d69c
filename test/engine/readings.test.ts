import { contactReason } from '../../nodes/CrmMessaging/catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { changes } from '../../nodes/CrmMessaging/service/endpoints';
import { EVERY_READING, type ReadingName, type Readings } from '../../playground/service/readings';
import { everyEndpoint, guests } from './every-operation/endpoint-cases';
import { madeUpEndpoints } from './every-operation/made-up';
import { type EngineRun, capabilities } from './harness';
import { hintsOf, jsonDeliveries, pushBody, pushForm, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

jest.setTimeout(60_000);

/** What a user sees under every reading of every sentence that the document leaves open. */
describe('when the service reads', () => {
	const node = new NodeRunner(
		{},
		{
			moreEndpoints: madeUpEndpoints,
			processingDelayMs: 100,
			emailCredits: 1,
			callbackRetryDelaysMs: Array<number>(20).fill(50),
		},
	);
	const later = '2031-07-15T09:30:00Z';
	const states = () => node.service.state;
	const endJobs = () =>
		states().bulkJobs.map(({ _id }) => node.service.endBulkJob(_id, 'processed'));
	const jsonOf = ({ output }: EngineRun): IDataObject[] => output.map(({ json }) => json);

	const submission = (more: IDataObject = {}): IDataObject => ({
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'json',
		contactsJson: '={{ $json.contact }}',
		...more,
	});
	/** Submits a contact and gives what the service keeps of it. */
	const kept = async (contact: IDataObject, more: IDataObject = {}) => {
		const run = await node.run(submission(more), { items: [{ contact }] });
		endJobs();
		return { run, contact: states().contacts.find(({ user_id }) => user_id === 'g-1') };
	};
	const purchase = (more: IDataObject = {}): IDataObject => ({
		...submission({ resource: 'purchase', operation: 'upsert' }),
		uuid: 'room-1',
		transactionCode: 'R-1',
		price: 10,
		currency: 'EUR',
		...more,
	});
	const ana = { user_id: 'g-1', email: 'ana@example.com' };

	/** Sends to devices and to one contact: each result goes to the target that it names, or is alone in question. */
	const joinsPush = async (): Promise<void> => {
		const targets = [
			{ device_id: 'a' },
			{ user_id: 'x' },
			{ device_id: 'b' },
			{ device_id: 'c' },
		];
		const items = targets.map((target) => ({ target: { ...target, replacements: {} } }));
		const form = pushForm(jsonDeliveries('={{ $json.target }}'));
		const run = await node.run(form, { items });
		expect(jsonOf(run).map(({ device_id }) => device_id)).toEqual([
			'a',
			'device-x-1',
			'b',
			'c',
		]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);
	};
	/** Sends to contacts, whose devices only the service knows. */
	const pushToContacts = async (): Promise<EngineRun> => {
		const items = ['x', 'y'].map((user_id) => ({ target: { user_id, replacements: {} } }));
		return await node.run(pushForm(jsonDeliveries('={{ $json.target }}')), { items });
	};
	const isInDoubt = async (): Promise<void> => {
		const run = await pushToContacts();
		for (const { device_id, user_id } of jsonOf(run)) {
			expect([device_id, user_id]).toEqual([
				expect.stringMatching(/^device-[xy]-1$/),
				undefined,
			]);
		}
		expect(linksOf(run.output)).toEqual([
			[0, 1],
			[0, 1],
		]);
		expect(hintsOf(run).join()).toContain('are linked to all items of their request');
	};

	/** Which items of two SMS come out as rejected, the first of which is, and whether the order is told. */
	const rejectedSms = async (more: IDataObject = {}): Promise<[number[], boolean]> => {
		const items = ['+34600000000', '+34600000001'].map((phone) => ({ phone }));
		const options = { failOnRejected: true, ...more };
		const form = smsForm({ phoneNumber: '={{ $json.phone }}', options });
		const run = await node.run(form, { items, onError: 'continueErrorOutput' });
		const rejected = linksOf(run.errorOutput).flat();
		return [rejected, hintsOf(run).join().includes('by their order')];
	};
	/** An SMS and a push, each with a message that the service does not accept. */
	const rejections = async (options: IDataObject): Promise<EngineRun[]> => {
		const sms = smsForm({ phoneNumber: '+34600000000', options });
		const push = pushForm({ recipientType: 'device_id', recipientId: 'invalid-1', options });
		return [await node.run(sms), await node.run(push)];
	};
	const isRejected = async (reasons: string[]): Promise<void> => {
		const runs = await rejections({ failOnRejected: true });
		expect(runs.map(({ error }) => error?.message)).toEqual(
			['+34600000000', 'invalid-1'].map(
				(whom, at) =>
					`The service rejected the delivery to ${whom}${reasons[at] ?? ''} [item 0]`,
			),
		);
	};

	const scheduled = async (startFlag: string) => {
		await node.run(smsForm({ schedule: 'at', startAt: later, startFlag }));
		return states().smsDeliveries.at(-1)!.send_at;
	};

	const sees = async (message: string, options: IDataObject = {}) => {
		await node.run(smsForm({ messageHolder: message, ...jsonDeliveries([options]) }));
		return states().smsDeliveries.map(({ text, valid }) => [text, valid]);
	};
	const guest = (replacements: IDataObject) => ({ phone_number: '+34600123456', replacements });

	/** The contact with an invalid address, by what is chosen. */
	const createdIf = async (createIfInvalid: boolean) => {
		const options = { validate: true, createIfInvalid };
		const { contact } = await kept({ ...ana, email: 'nobody' }, { options });
		node.service.state.contacts.splice(0);
		return contact !== undefined;
	};

	const recorded = async (productIdKey: string) => {
		const options = { productIdKey };
		const run = await node.run(purchase({ options }), { items: [{ contact: ana }] });
		endJobs();
		const isRecorded = states().purchases.splice(0).length > 0;
		// The answer counts the purchases that it read.
		expect(hintsOf(run).join().includes('counted no purchase')).toBe(!isRecorded);
		return isRecorded;
	};
	const recordedBy = async (...keys: string[]): Promise<void> => {
		for (const key of ['UUID', 'product_uuid', 'both']) {
			expect([key, await recorded(key)]).toEqual([key, keys.includes(key)]);
		}
	};

	/** A job that ended is given, at once or where the person has named its status. */
	const waitsFor = async (options: IDataObject = {}): Promise<EngineRun> => {
		await node.run(submission(), { items: [{ contact: ana }] });
		endJobs();
		const bulkId = states().bulkJobs.at(-1)!._id;
		const form = { resource: 'bulkJob', operation: 'waitUntilProcessed', bulkId };
		return await node.run({ ...form, timeLimit: 0.01, options });
	};
	const isGiven = async (): Promise<void> => {
		const run = await waitsFor();
		expect(jsonOf(run)).toMatchObject([{ status: node.service.readings.finalState }]);
	};

	/** The end of a run that waits for its callback; none where n8n cannot wait. */
	const calledBack = async (form: IDataObject): Promise<EngineRun[]> => {
		if (!capabilities.waitForResult.isThere) return [];
		const waiting = await node.run(
			{ ...form, processingResult: 'waitForResult' },
			{ items: [{ contact: ana }] },
		);
		expect(waiting.status).toBe('waiting');
		return [await node.engine.resumed(waiting)];
	};
	/** The callback arrives, at a trigger and at a run that waits. */
	const isCalledBack = async (): Promise<void> => {
		for (const run of await calledBack(submission())) {
			expect(jsonOf(run)).toMatchObject([{ user_id: 'g-1', valid: true }]);
		}
		const [job] = await callsTrigger(submission());
		expect(job).toMatchObject({ user_id: 'g-1', valid: true });
	};
	const isNamedInCamelCase = async (): Promise<void> => {
		for (const run of await calledBack(submission())) {
			expect(jsonOf(run)).toMatchObject([{ user_id: 'g-1', userId: 'g-1', valid: true }]);
		}
		expect(await callsTrigger(submission())).toMatchObject([{ userId: 'g-1', valid: true }]);
	};
	/** What a trigger gives for each contact when a submission is processed. */
	const callsTrigger = async (form: IDataObject): Promise<IDataObject[]> => {
		const trigger = await node.engine.trigger({
			node: { parameters: { authentication: 'signedUrl', output: 'contact' } },
			credential: node.credential,
		});
		const options = { purchaseExtraFields: 'price' };
		const called = {
			...form,
			processingResult: 'sendToTrigger',
			webhookUrl: trigger.url,
			options,
		};
		await node.run(called, { items: [{ contact: ana }] });
		const end = Date.now() + 5000;
		while (trigger.started.length === 0 && Date.now() < end) {
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		return trigger.started.flat().map(({ json }) => json);
	};
	const tellsOfPurchase = async (said: object): Promise<void> => {
		expect(await callsTrigger(purchase())).toMatchObject([said]);
		for (const run of await calledBack(purchase())) {
			expect([run.status, jsonOf(run).length]).toEqual(['success', 1]);
		}
	};

	/** The compiler asks for each reading that is declared. */
	const seen: { [Name in ReadingName]: Record<Readings[Name], () => Promise<void>> } = {
		beyondDocument: {
			refused: async () => {
				const options = { body: { priority: 'high' } };
				const run = await node.run(pushForm({ options }));
				expect(run.error?.message).toContain('priority is unknown');
			},
			taken: async () => {
				const options = { body: { priority: 'high' } };
				const run = await node.run(pushForm({ options }));
				expect(run.status).toBe('success');
				const sent = pushBody([{ device_id: 'phone-1' }], { priority: 'high' });
				expect(node.bodies).toEqual([sent]);
			},
		},
		pushAnswer: {
			perTarget: async () => {
				await joinsPush();
				const run = await pushToContacts();
				expect(jsonOf(run)).toMatchObject([
					{ user_id: 'x', device_id: 'device-x-1' },
					{ user_id: 'y', device_id: 'device-y-1' },
				]);
				expect(hintsOf(run).join()).toContain('linked by their order');
			},
			otherOrder: async () => {
				await joinsPush();
				// Nothing tells that the order is another one; so it is said that it was gone by.
				const run = await pushToContacts();
				expect(hintsOf(run).join()).toContain('linked by their order');
				node.service.reset();
				node.service.readings.pushAnswer = 'otherOrder';
				const one = pushForm({
					...jsonDeliveries('={{ $json.target }}'),
					options: { batchSize: 1 },
				});
				const items = ['x', 'y'].map((user_id) => ({
					target: { user_id, replacements: {} },
				}));
				const certain = await node.run(one, { items });
				expect(jsonOf(certain)).toMatchObject([
					{ user_id: 'x', device_id: 'device-x-1' },
					{ user_id: 'y', device_id: 'device-y-1' },
				]);
				expect(hintsOf(certain)).toEqual([]);
			},
			grouped: async () => {
				await joinsPush();
				await isInDoubt();
			},
			flat: async () => {
				await joinsPush();
				await isInDoubt();
			},
			bare: async () => {
				await joinsPush();
				await isInDoubt();
			},
		},
		smsAnswer: {
			inOrder: async () => expect(await rejectedSms()).toEqual([[0], true]),
			// Nothing tells that the order is another one; so it is said that it was gone by.
			otherOrder: async () => {
				expect(await rejectedSms()).toEqual([[1], true]);
				expect(await rejectedSms({ batchSize: 1 })).toEqual([[0], false]);
			},
			named: async () => expect(await rejectedSms()).toEqual([[0], false]),
			perPhone: async () => expect(await rejectedSms()).toEqual([[0], true]),
			nested: async () => expect(await rejectedSms()).toEqual([[0], true]),
		},
		verdict: {
			isFalse: async () => await isRejected([]),
			withReason: async () =>
				await isRejected([': +34600000000 is not in use', ': invalid-1 is not known']),
			asText: async () => await isRejected([]),
			errorAlone: async () =>
				await isRejected([': +34600000000 is not in use', ': invalid-1 is not known']),
			leftOut: async () => {
				for (const run of await rejections({ failOnRejected: true })) {
					expect(run.status).toBe('success');
					expect(hintsOf(run).join()).toContain(
						'doesn’t show whether it accepted 1 of 1 recipients',
					);
				}
			},
		},
		schedule: {
			falseWaits: async () => {
				expect(await scheduled('false')).toBe('2031-07-15T09:30:00.000Z');
				expect(await scheduled('true')).toBe(states().smsDeliveries[1]!.received_at);
			},
			trueStarts: async () => {
				expect(await scheduled('false')).toBeNull();
				expect(await scheduled('true')).toBe('2031-07-15T09:30:00.000Z');
			},
		},
		alert: {
			emptyIsSilent: async () => expect(await silentPushes()).toEqual([false, false, true]),
			absentIsSilent: async () => expect(await silentPushes()).toEqual([true, false, true]),
		},
		percent: {
			escapes: async () => expect(await percent()).toEqual([['100%{name} Ana', true]]),
			isPlain: async () => expect(await percent()).toEqual([['100%{name} Ana', true]]),
		},
		valuesOfContainers: {
			asTheyAre: async () => {
				expect(await sees('%{a} %{b}', guest({ a: '%{b}', b: 'Ana' }))).toEqual([
					['%{b} Ana', true],
				]);
			},
			filledAgain: async () => {
				expect(await sees('%{a} %{b}', guest({ a: '%{b}', b: 'Ana' }))).toEqual([
					['%{b} Ana', true],
				]);
			},
		},
		createIfInvalid: {
			asNamed: async () =>
				expect([await createdIf(true), await createdIf(false)]).toEqual([true, false]),
			asWritten: async () =>
				expect([await createdIf(true), await createdIf(false)]).toEqual([false, true]),
		},
		createIfNoCredit: {
			anyway: async () => expect(await importedWithoutCredit()).toEqual([true, true]),
			onlyIfTrue: async () => expect(await importedWithoutCredit()).toEqual([false, true]),
		},
		nullValue: {
			clears: async () => expect(await cityAfterNull()).toEqual(['success', undefined]),
			ignored: async () => expect(await cityAfterNull()).toEqual(['success', 'Sevilla']),
			refused: async () => expect(await cityAfterNull()).toEqual(['error', 'Sevilla']),
		},
		bornDate: {
			utcDay: async () => {
				const { contact } = await kept({ ...ana, born_date: '1990-02-01' });
				expect(String(contact!.born_date)).toMatch(/^1990-02-01/);
			},
			accountDay: async () => {
				const { contact } = await kept({ ...ana, born_date: '1990-02-01' });
				expect(contact!.born_date).toBe('1990-02-01');
			},
		},
		productId: {
			either: async () => await recordedBy('UUID', 'product_uuid', 'both'),
			UUID: async () => await recordedBy('UUID', 'both'),
			product_uuid: async () => await recordedBy('product_uuid', 'both'),
		},
		finalState: {
			processed: isGiven,
			completed: isGiven,
			imported: isGiven,
			processed_with_errors: async () => {
				const run = await waitsFor();
				expect(jsonOf(run)).toMatchObject([{ status: 'processed_with_errors' }]);
				expect(hintsOf(run).join()).toContain('part of it may have failed');
			},
			ready: async () => {
				const { error } = await waitsFor();
				expect(error).toMatchObject({ code: 'jobNotProcessed' });
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
		callbackForm: { json: isCalledBack, form: isCalledBack, jsonAsForm: isCalledBack },
		callbackShape: {
			lists: isCalledBack,
			wrapped: isCalledBack,
			listOfOne: isCalledBack,
			camelCase: isNamedInCamelCase,
			flat: isCalledBack,
			empty: async () => {
				const reason = contactReason.noContacts;
				expect(await callsTrigger(submission())).toEqual([{ valid: null, reason }]);
				const run = await calledBack(submission());
				for (const [{ json }] of run.map(
					({ output }) => output as [{ json: IDataObject }],
				)) {
					expect(json).toMatchObject({ valid: null, callback: {} });
					expect(json.reason).toMatch(/./);
				}
				for (const { status, error } of await calledBack(
					submission({ options: { failOnRejected: true } }),
				)) {
					expect(status).toBe('error');
					expect(error).toMatchObject({ code: 'contactNotReported' });
				}
			},
		},
		callbackPurchase: {
			besideContacts: async () =>
				await tellsOfPurchase({
					user_id: 'g-1',
					callback: { purchase: { transaction_code: 'R-1', price: 10 } },
				}),
			alone: async () => await tellsOfPurchase({ transaction_code: 'R-1', price: 10 }),
			leftOut: async () => await tellsOfPurchase({ user_id: 'g-1' }),
		},
		callbackSignature: { signed: isCalledBack, none: isCalledBack },
	};

	const silentPushes = async () => {
		for (const notification of [{}, { alert: 'Ready' }, { sendSilently: true }]) {
			await node.run(pushForm({ notification }));
		}
		return states().pushDeliveries.map(({ is_silent }) => is_silent);
	};
	const percent = async () => await sees('100%%{name} %{name}', guest({ name: 'Ana' }));
	const importedWithoutCredit = async () => {
		const imported: boolean[] = [];
		for (const createIfNoCredit of [false, true]) {
			const options = { validate: true, createIfNoCredit };
			const items = ['a', 'b'].map((name) => ({
				user_id: `${name}-${createIfNoCredit}`,
				email: `${name}@example.com`,
			}));
			await node.run(submission({ options }), {
				items: items.map((contact) => ({ contact })),
			});
			endJobs();
			imported.push(states().contacts.splice(0).length > 0);
		}
		return imported;
	};
	const cityAfterNull = async () => {
		await kept({ ...ana, city: 'Sevilla' });
		const options = { entry: '{ "city": null }' };
		const { run, contact } = await kept(ana, { options });
		return [run.status, contact!.city];
	};

	describe.each(EVERY_READING)('$name as $choice', ({ name, choice }) => {
		beforeEach(() => {
			Object.assign(node.service.readings, { [name]: choice });
		});

		it('a user sees what it comes to', async () => {
			await (seen[name] as Record<string, () => Promise<void>>)[choice]!();
		});

		it('no operation links anything to the wrong person, or is green when it failed', async () => {
			for (const { form, node: own, operation, taken } of everyEndpoint) {
				node.service.reset();
				Object.assign(node.service.readings, { [name]: choice });
				if (!changes(operation.endpoint)) continue;
				const run = await node.run(form, { items: guests, ...own });
				expect(run.status).toBe('success');
				expect(taken(node.service)).toHaveLength(2);
				for (const { json, pairedItem } of run.output) {
					const links = [pairedItem!].flat() as Array<{ item: number }>;
					const who = json.device_id ?? json.phone_number;
					if (links.length > 1 || who === undefined) continue;
					const { user_id, phone } = guests[links[0]!.item]!;
					expect([user_id, phone]).toContain(who);
				}
			}
		});
	});
});
