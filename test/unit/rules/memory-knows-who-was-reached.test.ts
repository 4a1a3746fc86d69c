import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { purchaseUpsert } from '../../../nodes/CrmMessaging/actions/purchase/upsert.operation';
import { smsSend } from '../../../nodes/CrmMessaging/actions/sms/send.operation';
import { doubtOf, settleDoubt } from '../../../nodes/CrmMessaging/engine/doubt';
import { Memory, type Recalled } from '../../../nodes/CrmMessaging/engine/memory';
import type { Batch, Operation, Result } from '../../../nodes/CrmMessaging/engine/operation';
import { isObject } from '../../../nodes/CrmMessaging/fields/values';
import type { Failure } from '../../../nodes/CrmMessaging/service/failure';
import { runs } from '../../property-runs';

/** An execution with one node, whose memory lives as long as it does. */
class Execution {
	kept: IDataObject = {};
	parameters: INodeParameters = { sender: 'Aurora' };
	runIndex = 0;
	type = 'crmMessaging';
	id = '1';
	mode = 'trigger';

	get context(): IExecuteFunctions {
		const { parameters, runIndex: $runIndex, type, kept, id, mode } = this;
		const context = {
			getContext: () => kept,
			getExecutionId: () => id,
			getMode: () => mode,
			getNode: () => ({ parameters, type }),
			getWorkflowDataProxy: () => ({ $runIndex }),
		};
		return context as unknown as IExecuteFunctions;
	}

	open(operation: Operation = smsSend, account = 'a', again = false): Memory {
		return Memory.open(this.context, operation, account, again);
	}

	/** The retry that a person starts, with what n8n has stored. */
	retry(): this {
		this.kept = JSON.parse(JSON.stringify(this.kept)) as IDataObject;
		return Object.assign(this, { id: `${this.id}1`, mode: 'retry' });
	}

	get isEmpty(): boolean {
		return JSON.stringify(this.kept) === '{}';
	}
}

/** A batch of SMS, one an item; the recipients stand in order of the items. */
const sms = (...phones: string[]): Batch => ({
	envelope: {},
	entries: phones.map((phone_number, item) => ({ item, place: 0, data: { phone_number } })),
	items: phones.map((_, item) => item),
});
/** A batch of SMS that are all of one item. */
const smsOfOneItem = (...phones: string[]): Batch => ({
	envelope: {},
	items: [0],
	entries: sms(...phones).entries.map((entry, place) => ({ ...entry, item: 0, place })),
});
const purchase = (code: string, items: number[], contacts = 0): Batch => ({
	envelope: { purchase: { transaction_code: code } },
	entries: Array.from({ length: contacts }, (_, place) => ({ item: items[0]!, place, data: {} })),
	items,
});
const failure: Failure = { kind: 'outcomeUnknown', message: '', advice: '', outcomeUnknown: true };
const resultsOf = (batch: Batch) =>
	batch.entries.map(({ item, place, data }) => ({ json: data, items: [item], place }));
const accept = (memory: Memory, batch: Batch): void =>
	memory.accept(batch, { results: resultsOf(batch), hints: ['hint'] });
const openPhones = (memory: Memory, ...groups: Batch[]): unknown[] =>
	memory
		.recall(groups)
		.open.flatMap(({ entries }) => entries.map(({ data }) => data.phone_number));

describe('the memory of a run', () => {
	it('leaves out whom the service took, and keeps what it brought', () => {
		const run = new Execution();
		accept(run.open(), sms('+1', '+2'));
		const again = run.open().recall([sms('+1', '+2', '+3')]);
		expect(again.open).toEqual([
			{ ...sms('+1', '+2', '+3'), items: [2], entries: [sms('+1', '+2', '+3').entries[2]] },
		]);
		expect(again.requests).toMatchObject([
			{
				hints: ['hint'],
				results: [
					{ items: [0], place: 0 },
					{ items: [1], place: 0 },
				],
			},
		]);
		expect(again.acceptedBeforeChange).toBe(0);
	});

	it('links it to the items it comes from now', () => {
		const run = new Execution();
		accept(run.open(), sms('+1', '+2'));
		const { open, requests } = run.open().recall([sms('+2', '+3', '+1')]);
		expect(open.map(({ items }) => items)).toEqual([[1]]);
		expect(requests[0]!.results.map(({ items }) => items)).toEqual([[2], [0]]);
		expect(requests[0]!.units.map(({ items }) => items)).toEqual([[2], [0]]);
	});

	it('links each recipient of one item to the item he stands in now', () => {
		const run = new Execution();
		accept(run.open(), smsOfOneItem('+1', '+2'));
		const [request] = run.open().recall([sms('+3', '+2', '+1')]).requests;
		expect(request!.results).toMatchObject([
			{ json: { phone_number: '+1' }, items: [2], place: 0 },
			{ json: { phone_number: '+2' }, items: [1], place: 0 },
		]);
		const [together] = run.open().recall([smsOfOneItem('+2', '+3', '+1')]).requests;
		expect(together!.results).toMatchObject([
			{ json: { phone_number: '+1' }, items: [0], place: 2 },
			{ json: { phone_number: '+2' }, items: [0], place: 0 },
		]);
	});

	it('gives requests in the order of what they held, in whichever they ended', () => {
		const run = new Execution();
		const { entries } = smsOfOneItem('+1', '+2', '+3');
		for (const at of [2, 0, 1]) {
			accept(run.open(), { envelope: {}, entries: [entries[at]!], items: [0] });
		}
		accept(run.open(), { ...sms('+4', '+5'), entries: [sms('+4', '+5').entries[1]!] });
		accept(run.open(), smsOfOneItem('+6'));
		const { requests } = run.open().recall([]);
		const phones = requests.flatMap(({ results }) =>
			results.map(({ json }) => json.phone_number),
		);
		expect(phones).toEqual(['+1', '+6', '+2', '+3', '+5']);
	});

	it('keeps the links of whom nobody asks for any more', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		const { requests } = run.open().recall([sms('+2')]);
		expect(requests[0]!.results).toMatchObject([{ items: [0], json: { phone_number: '+1' } }]);
	});

	it('counts: two to one person are two', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		expect(openPhones(run.open(), sms('+1', '+1', '+1'))).toEqual(['+1', '+1']);
		accept(run.open(), sms('+1'));
		expect(openPhones(run.open(), sms('+1', '+1', '+1'))).toEqual(['+1']);
	});

	it('keeps back what may have been taken, unless it is to be sent again', () => {
		const run = new Execution();
		run.open().keepUnknown(sms('+1'), failure);
		const kept = run.open();
		expect(openPhones(kept, sms('+1', '+2'))).toEqual(['+2']);
		expect(kept.recall([sms('+1')]).requests).toMatchObject([
			{ unknown: failure, results: [] },
		]);
		accept(kept, sms('+2'));
		const again = run.open(smsSend, 'a', true);
		expect(openPhones(again, sms('+1', '+2'))).toEqual(['+1']);
	});

	it('counts whom a change of the form leaves out, and whom it does not', () => {
		const run = new Execution();
		accept(run.open(), sms('+1', '+2'));
		run.open().keepUnknown(sms('+4'), failure);
		run.parameters = { sender: 'Other' };
		accept(run.open(), sms('+3'));
		expect(run.open().recall([sms('+1', '+3', '+4', '+5')]).acceptedBeforeChange).toBe(1);
	});

	it('takes a field that stands as the form begins for no change', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		run.parameters = { sender: 'Aurora', schedule: 'now', options: {}, unknown: 'x' };
		expect(run.open().recall([sms('+1')]).acceptedBeforeChange).toBe(0);
		run.parameters = { ...run.parameters, options: { tries: 2 } };
		expect(run.open().recall([sms('+1')]).acceptedBeforeChange).toBe(1);
	});

	it('is one of an account, an operation and a run', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		expect(openPhones(run.open(smsSend, 'b'), sms('+1'))).toEqual(['+1']);
		const other = { ...smsSend, operation: 'other' };
		expect(openPhones(run.open(other), sms('+1'))).toEqual(['+1']);
		const resource = { ...smsSend.resource, name: 'other' };
		expect(openPhones(run.open({ ...smsSend, resource }), sms('+1'))).toEqual(['+1']);
		run.runIndex = 1;
		expect(openPhones(run.open(), sms('+1'))).toEqual(['+1']);
		run.runIndex = 0;
		expect(openPhones(run.open(), sms('+1'))).toEqual([]);
	});

	it('knows a purchase with or without contacts by its code, and all its items', () => {
		const run = new Execution();
		const open = () => run.open(purchaseUpsert);
		const results = [0, 1].map((item) => ({ json: { _id: 'b' }, items: [item] }));
		open().accept(purchase('R-1', [0, 1]), { results });
		for (const contacts of [0, 1, 2]) {
			const groups = [purchase('R-1', [0, 1], contacts), purchase('R-2', [2], contacts)];
			const recalled = open().recall(groups);
			expect(recalled.open).toEqual([groups[1]]);
			expect(recalled.requests[0]!.results.map(({ items }) => items)).toEqual([[0], [1]]);
		}
		const moved = open().recall([purchase('R-1', [3, 4, 1])]);
		expect(moved.open).toEqual([]);
		expect(moved.requests[0]!.results.map(({ items }) => items)).toEqual([[3, 4], [1]]);
	});

	describe('of an agent', () => {
		const text = (said: string, ...phones: string[]): Batch => {
			const batch = sms(...phones);
			return { ...batch, entries: batch.entries.map((entry) => ({ ...entry, text: said })) };
		};
		const agent = (): Execution => Object.assign(new Execution(), { type: 'crmMessagingTool' });

		it('knows who got a text, whichever call it was, and takes another text for a new message', () => {
			const run = agent();
			accept(run.open(), text('a', '+1', '+2'));
			run.runIndex = 1;
			expect(openPhones(run.open(), text('a', '+3', '+2'))).toEqual(['+3']);
			accept(run.open(), text('a', '+3'));
			expect(openPhones(run.open(), text('a', '+2', '+1', '+3'))).toEqual([]);
			expect(openPhones(run.open(), text('b', '+1'))).toEqual(['+1']);
		});

		it('tells of what this call asks for alone, and that nothing was sent now', () => {
			const run = agent();
			const batch = text('a', '+1', '+2', '+3');
			const results: Result[] = resultsOf(batch);
			results[2]!.rejected = 'no';
			run.open().accept(batch, { results });
			accept(run.open(), text('b', '+1'));
			const { requests } = run.open().recall([text('a', '+3', '+1')]);
			expect(requests).toMatchObject([
				{
					results: [
						{ json: { phone_number: '+1', skipped: 'acceptedBefore' }, items: [1] },
						{ json: { phone_number: '+3', skipped: 'rejectedBefore' }, items: [0] },
					],
				},
			]);
		});

		it('knows contacts by all that is said of them, in any order of their fields', () => {
			const run = agent();
			const contact = (data: IDataObject, origin = 'web'): Batch => ({
				envelope: { origin },
				entries: [{ item: 0, place: 0, data }],
				items: [0],
			});
			const open = (batch: Batch) => run.open(contactUpsert).recall([batch]).open.length;
			run.open(contactUpsert).accept(contact({ user_id: 'g', email: 'a@b.c' }), {
				results: [],
			});
			expect(open(contact({ email: 'a@b.c', user_id: 'g' }))).toBe(0);
			expect(open(contact({ user_id: 'g', email: 'b@b.c' }))).toBe(1);
			expect(open(contact({ user_id: 'g', email: 'a@b.c' }, 'chat'))).toBe(1);
		});

		it('knows a purchase by all that is said of it', () => {
			const run = agent();
			const open = (batch: Batch) => run.open(purchaseUpsert).recall([batch]).open.length;
			run.open(purchaseUpsert).accept(purchase('R-1', [0], 1), { results: [] });
			expect(open(purchase('R-1', [0], 1))).toBe(0);
			expect(open(purchase('R-1', [0], 2))).toBe(1);
		});
	});

	describe('of contacts whose names are changed', () => {
		const contacts = (...data: IDataObject[]): Batch => ({
			envelope: {},
			items: data.map((_, item) => item),
			entries: data.map((one, item) => ({ item, place: 0, data: one })),
		});
		const recall = (before: Batch, now: Batch): Recalled => {
			const run = new Execution();
			run.open(contactUpsert).accept(before, { results: resultsOf(before) });
			return run.retry().open(contactUpsert).recall([now]);
		};
		const nameKeys = fc.subarray(['user_id', 'email', 'phone'], { minLength: 1 });
		const others = fc.dictionary(fc.constantFrom('city', 'tags', 'vip'), fc.jsonValue());
		const nextColumn = fc.boolean();

		it('knows them by item and place where all else is the same, in any order', () => {
			const one = fc.tuple(nameKeys, nameKeys, nextColumn, others);
			const named = (keys: string[], name: string): IDataObject =>
				Object.fromEntries(keys.map((key) => [key, name]));
			fc.assert(
				fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), (given) => {
					const before = given.map(([keys, , , rest], at) => ({
						...named(keys, `${at}1`),
						...rest,
					}));
					const now = given.map(([, keys, isNext, rest], at) => ({
						...Object.fromEntries(Object.entries(rest).reverse()),
						...named(keys, `${at}${isNext ? 2 : 1}`),
					}));
					const [sent, retried] = [before, now] as [IDataObject[], IDataObject[]];
					expect(recall(contacts(...sent), contacts(...retried))).toMatchObject({
						open: [],
						unclearItems: [],
					});
				}),
			);
		});

		it.each<[string, IDataObject[], IDataObject[], open: number[], unclear: number[]]>([
			[
				'the user id, then the e-mail',
				[{ user_id: 'g', city: 'A' }],
				[{ email: 'a@b.c', city: 'A' }],
				[],
				[],
			],
			[
				'another column',
				[{ user_id: 'g', city: 'A' }],
				[{ user_id: 'h', city: 'A' }],
				[],
				[],
			],
			['nothing but names', [{ user_id: 'g' }], [{ email: 'a@b.c' }], [], []],
			[
				'and the city',
				[{ user_id: 'g', city: 'A' }],
				[{ email: 'a@b.c', city: 'B' }],
				[0],
				[0],
			],
			['and a field more', [{ user_id: 'g' }], [{ email: 'a@b.c', city: 'B' }], [0], [0]],
			[
				'of one, who stands elsewhere',
				[{ user_id: 'g', city: 'A' }],
				[
					{ email: 'x@b.c', city: 'B' },
					{ user_id: 'g', city: 'A' },
				],
				[0],
				[],
			],
			[
				'of those that were sent',
				[{ user_id: 'g', city: 'A' }],
				[
					{ email: 'a@b.c', city: 'A' },
					{ email: 'b@b.c', city: 'B' },
				],
				[1],
				[],
			],
		])('%s', (_, before, now, open, unclear) => {
			const recalled = recall(contacts(...before), contacts(...now));
			expect(recalled.open.flatMap(({ items }) => items)).toEqual(open);
			expect(recalled.unclearItems).toEqual(unclear);
		});

		it('refuses those of an item whose list has moved', () => {
			const of = (...data: IDataObject[]): Batch => ({
				envelope: {},
				items: [0],
				entries: data.map((one, place) => ({ item: 0, place, data: one })),
			});
			const before = of({ user_id: 'g', city: 'A' }, { user_id: 'h', city: 'B' });
			const now = of({ email: 'h@b.c', city: 'B' });
			expect(recall(before, now).unclearItems).toEqual([0]);
		});

		it('is nothing that messages know', () => {
			const run = new Execution();
			accept(run.open(), sms('+1'));
			expect(openPhones(run.retry().open(), sms('+2'))).toEqual(['+2']);
		});
	});

	describe('of what is sent again', () => {
		const rejecting = (batch: Batch, named: boolean, ...at: number[]): Result[] =>
			resultsOf(batch).map((result, place) =>
				at.includes(place) ? { ...result, rejected: 'no', byOrder: !named } : result,
			);
		const after = (batch: Batch, results: Result[]): Execution => {
			const run = new Execution();
			run.open().accept(batch, { results });
			return run;
		};

		it('is what the answer names as rejected, when a person retries, once', () => {
			const batch = sms('+1', '+2');
			const run = after(batch, rejecting(batch, true, 1));
			for (const id of ['1', '2']) {
				run.id = id;
				expect(openPhones(run.open(), batch)).toEqual([]);
			}
			const memory = run.retry().open();
			expect(openPhones(memory, batch)).toEqual(['+2']);
			const again = { ...batch, entries: batch.entries.slice(1), items: [1] };
			memory.accept(again, { results: rejecting(batch, true, 1).slice(1) });
			// Retry On Fail of the retry.
			const { open, requests } = run.open().recall([batch]);
			expect(open).toEqual([]);
			expect(requests.flatMap(({ units }) => units)).toHaveLength(2);
			expect(openPhones(run.retry().open(), batch)).toEqual(['+2']);
		});

		it.each<[string, Batch, at: number[], named: boolean, held: boolean]>([
			['by its order alone', sms('+1', '+2'), [1], false, true],
			['by name, as one of two to that person', sms('+1', '+1'), [1], true, true],
			['by order, as everyone is', sms('+1', '+2'), [0, 1], false, false],
		])('is not one that is rejected %s', (_, batch, at, named, isHeld) => {
			const run = after(batch, rejecting(batch, named, ...at)).retry();
			expect(openPhones(run.open(), batch)).toHaveLength(isHeld ? 0 : at.length);
			expect(openPhones(run.open(smsSend, 'a', true), batch)).toHaveLength(at.length);
		});

		it('is not one that the answer calls valid as well, unless a person chooses so', () => {
			const batch = sms('+1', '+2');
			const results = rejecting(batch, true, 1).map((result) => ({
				...result,
				json: { ...result.json, valid: true },
			}));
			const run = after(batch, results).retry();
			expect(openPhones(run.open(), batch)).toEqual([]);
			expect(openPhones(run.open(smsSend, 'a', true), batch)).toEqual(['+2']);
		});

		it('is never one that was accepted in part', () => {
			const batch = sms('+1', '+2');
			const results = [...rejecting(batch, true, 1), resultsOf(batch)[1]!];
			const run = after(batch, results).retry();
			expect(openPhones(run.open(smsSend, 'a', true), batch)).toEqual([]);
		});

		it('is on demand everyone of whom an answer does not say who was rejected', () => {
			const batch = sms('+1', '+2');
			const results = [{ json: {}, items: [0, 1], rejected: 'somebody' }];
			const run = after(batch, results).retry();
			expect(openPhones(run.open(), batch)).toEqual([]);
			expect(openPhones(run.open(smsSend, 'a', true), batch)).toEqual(['+1', '+2']);
		});

		it('stays in the memory until it is sent', () => {
			const run = new Execution();
			run.open().keepUnknown(sms('+1', '+2'), failure);
			const memory = run.retry().open(smsSend, 'a', true);
			expect(openPhones(memory, sms('+1', '+2'))).toEqual(['+1', '+2']);
			expect(openPhones(run.open(), sms('+1', '+2'))).toEqual([]);
			accept(memory, sms('+1'));
			const { open, requests } = run
				.retry()
				.open()
				.recall([sms('+1', '+2')]);
			expect(open).toEqual([]);
			expect(requests.map(({ units, unknown }) => [units.length, !!unknown])).toEqual([
				[1, false],
				[1, true],
			]);
		});
	});

	describe('that was changed, or is another version’s', () => {
		const batch = sms('+1', '+2', '+3', '+4', '+5');
		const part = (...at: number[]): Batch => ({
			envelope: {},
			items: at,
			entries: at.map((one) => batch.entries[one]!),
		});
		/** What a failed execution has stored: accepted, rejected and unknown ones, and a doubt. */
		const stored = async (): Promise<Execution> => {
			const run = new Execution();
			await doubtOf(run.context);
			accept(run.open(), part(0, 1));
			run.open().keepUnknown(part(2), failure);
			const results = resultsOf(part(3)).map((one) => ({ ...one, rejected: 'no' }));
			run.open().accept(part(3), { results });
			return run;
		};
		const meaning = ({ open, requests }: Recalled) => [
			open.flatMap(({ items }) => items),
			requests.map(({ units, unknown }) => [units, unknown]),
			requests.flatMap(({ results }) => results).every(({ json }) => isObject(json)),
		];
		/** The places in some data. */
		const pathsIn = (value: unknown, path: string[] = []): string[][] =>
			typeof value !== 'object' || value === null
				? [path]
				: [
						path,
						...Object.entries(value).flatMap(([key, one]) =>
							pathsIn(one, [...path, key]),
						),
					];
		const cut = fc
			.nat()
			.map(
				(at) => (value: unknown) =>
					typeof value === 'string'
						? value.slice(0, at % (value.length + 1))
						: Array.isArray(value)
							? (value as unknown[]).slice(0, at % (value.length + 1))
							: undefined,
			);
		const change: fc.Arbitrary<(value: unknown) => unknown> = fc.oneof(
			fc.jsonValue().map((other) => () => other),
			cut,
			fc.constantFrom<(value: unknown) => unknown>(
				(value) => (Array.isArray(value) ? [...(value as unknown[])].reverse() : value),
				(value) =>
					Array.isArray(value)
						? [...(value as unknown[]), ...(value as unknown[])]
						: [value],
				(value) =>
					typeof value === 'string'
						? value.replace(/\d/, '7')
						: typeof value === 'number'
							? String(value)
							: null,
			),
		);

		it('is refused, or read to the same meaning', async () => {
			const whole = meaning((await stored()).open().recall([batch]));
			await fc.assert(
				fc.asyncProperty(fc.nat(), change, async (place, changed) => {
					const run = await stored();
					run.kept = JSON.parse(JSON.stringify(run.kept)) as IDataObject;
					const paths = pathsIn(run.kept).filter(({ length }) => length > 0);
					const path = paths[place % paths.length]!;
					const last = path.at(-1)!;
					const holder = path
						.slice(0, -1)
						.reduce<unknown>((value, key) => (value as IDataObject)[key], run.kept);
					// A key that is gone from the node's memory itself is one that was never there.
					(holder as IDataObject)[last] =
						(changed((holder as IDataObject)[last]) as IDataObject) ?? null;
					if ((await doubtOf(run.context)) !== undefined) return;
					expect(meaning(run.open().recall([batch]))).toEqual(whole);
				}),
				{ numRuns: runs(1000) },
			);
		});

		it('is refused where only its version tells', async () => {
			for (const key of ['crmMessagingAccepted', 'crmMessagingDoubt']) {
				const run = await stored();
				run.kept[key] = { ...(run.kept[key] as IDataObject), version: 2 };
				expect(await doubtOf(run.context)).toBe('unreadable');
			}
		});

		it.each([null, [], {}, 0, '', { 'a sms send 0': [] }, { version: 2 }, { version: 1 }])(
			'stays refused until all of it was sent again: %j',
			async (shape) => {
				for (const key of ['crmMessagingAccepted', 'crmMessagingDoubt']) {
					const run = (await stored()).retry();
					run.mode = 'trigger';
					run.kept[key] = shape;
					expect(await doubtOf(run.context)).toBe('unreadable');
					accept(run.open(smsSend, 'a', true), sms('+1'));
					run.retry().mode = 'trigger';
					expect(await doubtOf(run.context)).toBe('unreadable');
					settleDoubt(run.context);
					expect(await doubtOf(run.context)).toBeUndefined();
					run.runIndex = 1;
					expect(await doubtOf(run.context)).toBe('unreadable');
				}
			},
		);
	});

	it('is forgotten', () => {
		const run = new Execution();
		const memory = run.open();
		accept(memory, sms('+1'));
		expect(run.isEmpty).toBe(false);
		memory.forget();
		expect(run.isEmpty).toBe(true);
		expect(openPhones(run.open(), sms('+1'))).toEqual(['+1']);
	});
});
