import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { messageHint } from '../../../nodes/CrmMessaging/catalogue/messages';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { purchaseUpsert } from '../../../nodes/CrmMessaging/actions/purchase/upsert.operation';
import { smsSend } from '../../../nodes/CrmMessaging/actions/sms/send.operation';
import { doubtOf, acknowledgeResend } from '../../../nodes/CrmMessaging/engine/doubt';
import { Memory, type Recalled } from '../../../nodes/CrmMessaging/engine/memory';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { Call, type Output, type Row } from '../../../nodes/CrmMessaging/engine/row';
import { settle } from '../../../nodes/CrmMessaging/engine/outcomes';
import { isObject } from '../../../nodes/CrmMessaging/fields/values';
import type { Failure } from '../../../nodes/CrmMessaging/service/failure';
import { runs } from '../../property-runs';
import { rowOf, rowsOf } from './rows';

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
		return new Memory(this.context, operation, account, again);
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

/** SMS, one an item; the recipients stand in order of the items. */
const sms = (...phones: string[]): Row[] =>
	rowsOf(
		phones.map((phone_number) => ({ phone_number })),
		smsSend.recipientOf,
	);
/** Rows that are all of one item. */
const ofOneItem = (rows: Row[]): Row[] =>
	rows.map((row, position) => Object.assign(row, { items: [0], position }));
const smsOfOneItem = (...phones: string[]): Row[] => ofOneItem(sms(...phones));
const contactsOf = (...bodies: IDataObject[]): Row[] => rowsOf(bodies, contactUpsert.recipientOf);
const purchase = (code: string, [item, ...more]: number[], contacts = 0): Row => {
	const envelope = { purchase: { transaction_code: code } };
	const recipient = purchaseUpsert.asWhole!.recipientOf(envelope);
	const parts = Array.from({ length: contacts }, (_, position) => rowOf(item!, {}, { position }));
	const row = rowOf(item!, {}, { envelope, recipient, parts });
	return Object.assign(row, { items: [item, ...more] });
};
const failure: Failure = { kind: 'outcomeUnknown', message: '', advice: '', outcomeUnknown: true };
const giveBody = (row: Row): void => row.give(row.body);

/** Keeps what the service accepted; it says of each row what is given, its body otherwise. */
function accept(memory: Memory, rows: Row[], answer: (row: Row, at: number) => void = giveBody) {
	rows.forEach(answer);
	keep(memory, Object.assign(new Call({}, rows), { hints: ['hint'] }));
}
function keep(memory: Memory, call: Call): void {
	settle(call);
	memory.keep(call);
}
/** Keeps what the service may have accepted. */
function keepUnknown(memory: Memory, rows: Row[]): void {
	for (const row of rows) Object.assign(row, { status: 'unknown', failure });
	memory.keep(Object.assign(new Call({}, rows), { failure }));
}
/** What is still to be sent of rows, after an earlier try. */
function openOf(memory: Memory, rows: Row[]): Row[] {
	memory.recall(rows);
	return rows.filter(({ status }) => status === 'ready');
}
const openPhones = (memory: Memory, rows: Row[]): unknown[] =>
	openOf(memory, rows).map(({ body }) => body.phone_number);
const rowsIn = ({ calls }: Recalled): Row[] => calls.flatMap(({ rows }) => [...rows]);
const outputsIn = (recalled: Recalled): Output[] =>
	rowsIn(recalled).flatMap(({ outputs }) => [...outputs]);
const phonesIn = (recalled: Recalled): unknown[] =>
	outputsIn(recalled).map(({ json }) => json.phone_number);

describe('the memory of a run', () => {
	it('leaves out whom the service took, and keeps what it brought', () => {
		const run = new Execution();
		accept(run.open(), sms('+1', '+2'));
		const rows = sms('+1', '+2', '+3');
		const again = run.open().recall(rows);
		expect(rows.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'ready']);
		expect(rows[2]).toEqual(sms('+1', '+2', '+3')[2]);
		expect(again.calls.map(({ hints }) => hints)).toEqual([['hint']]);
		expect(rowsIn(again)).toEqual(rows.slice(0, 2));
		expect(rows.map(({ outputs }) => outputs)).toEqual([
			[{ json: { phone_number: '+1' }, items: [0] }],
			[{ json: { phone_number: '+2' }, items: [1] }],
			[],
		]);
		expect(again.acceptedBeforeChange).toBe(0);
	});

	it('links it to the items it comes from now', () => {
		const run = new Execution();
		accept(run.open(), sms('+1', '+2'));
		const rows = sms('+2', '+3', '+1');
		const recalled = run.open().recall(rows);
		expect(rows.map(({ status }) => status)).toEqual(['accepted', 'ready', 'accepted']);
		expect(outputsIn(recalled).map(({ items }) => items)).toEqual([[2], [0]]);
		expect(rowsIn(recalled)).toEqual([rows[2], rows[0]]);
	});

	it('links each recipient of one item to the item he stands in now', () => {
		const run = new Execution();
		accept(run.open(), smsOfOneItem('+1', '+2'));
		const told = (rows: Row[]) =>
			rowsIn(run.open().recall(rows)).map(({ item, position, outputs }) => [
				item,
				position,
				outputs,
			]);
		expect(told(sms('+3', '+2', '+1'))).toEqual([
			[2, 0, [{ json: { phone_number: '+1' }, items: [2] }]],
			[1, 0, [{ json: { phone_number: '+2' }, items: [1] }]],
		]);
		expect(told(smsOfOneItem('+2', '+3', '+1'))).toEqual([
			[0, 2, [{ json: { phone_number: '+1' }, items: [0] }]],
			[0, 0, [{ json: { phone_number: '+2' }, items: [0] }]],
		]);
	});

	it('gives requests in the order of what they held, in whichever they ended', () => {
		const run = new Execution();
		const rows = smsOfOneItem('+1', '+2', '+3');
		for (const at of [2, 0, 1]) accept(run.open(), [rows[at]!]);
		accept(run.open(), sms('+4', '+5').slice(1));
		accept(run.open(), smsOfOneItem('+6'));
		expect(phonesIn(run.open().recall([]))).toEqual(['+1', '+6', '+2', '+3', '+5']);
	});

	it('keeps the links of whom nobody asks for any more', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		const recalled = run.open().recall(sms('+2'));
		expect(outputsIn(recalled)).toEqual([{ items: [0], json: { phone_number: '+1' } }]);
	});

	it('keeps all that an output says, and what is of the whole request', () => {
		const run = new Execution();
		const verdict = { rejected: 'no', unclear: true, byOrder: true, request: 'r' };
		const [one, other, last] = ofOneItem(sms('+1', '+2', '+3'));
		one!.give({ id: 1 }, verdict);
		one!.give({ id: 2 });
		const call = new Call({}, [one!, other!, last!]);
		call.share({ id: 3 }, { unclear: true });
		call.doubts = [messageHint.linkedByOrder()];
		keep(run.open(), call);
		const now = sms('+3', '+2', '+1');
		const recalled = run.retry().open().recall(now);
		expect(now.map(({ outputs }) => outputs)).toEqual([
			[],
			[],
			[
				{ json: { id: 1 }, items: [2], ...verdict },
				{ json: { id: 2 }, items: [2] },
			],
		]);
		expect(recalled.calls).toMatchObject([
			{ shared: [{ json: { id: 3 }, items: [2, 1, 0], unclear: true }], doubts: call.doubts },
		]);
		expect(now.map(({ status, hold, id }) => [status, hold, id])).toEqual(
			[last, other, one].map((row) => [row!.status, row!.hold, row!.id]),
		);
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
		keepUnknown(run.open(), sms('+1'));
		const kept = run.open();
		expect(openPhones(kept, sms('+1', '+2'))).toEqual(['+2']);
		expect(kept.recall(sms('+1')).calls).toMatchObject([
			{ failure, rows: [{ status: 'unknown', failure, outputs: [] }], shared: [] },
		]);
		accept(kept, sms('+2'));
		const again = run.open(smsSend, 'a', true);
		const rows = sms('+1', '+2');
		expect(openPhones(again, rows)).toEqual(['+1']);
		expect(rows.map(({ earlier }) => earlier)).toEqual(['unknown', undefined]);
	});

	it('counts whom a change of the form leaves out, and whom it does not', () => {
		const run = new Execution();
		accept(run.open(), sms('+1', '+2'));
		keepUnknown(run.open(), sms('+4'));
		run.parameters = { sender: 'Other' };
		accept(run.open(), sms('+3'));
		expect(run.open().recall(sms('+1', '+3', '+4', '+5')).acceptedBeforeChange).toBe(1);
	});

	it('takes a field that stands as the form begins for no change', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		run.parameters = { sender: 'Aurora', schedule: 'now', options: {}, unknown: 'x' };
		expect(run.open().recall(sms('+1')).acceptedBeforeChange).toBe(0);
		run.parameters = { ...run.parameters, options: { maxTries: 2 } };
		expect(run.open().recall(sms('+1')).acceptedBeforeChange).toBe(1);
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
		accept(open(), [purchase('R-1', [0, 1])], (row) => {
			for (const item of row.items) row.give({ _id: 'b' }, {}, [item]);
		});
		const itemsIn = (recalled: Recalled) => outputsIn(recalled).map(({ items }) => items);
		for (const contacts of [0, 1, 2]) {
			const rows = [purchase('R-1', [0, 1], contacts), purchase('R-2', [2], contacts)];
			expect(itemsIn(open().recall(rows))).toEqual([[0], [1]]);
			expect(rows.map(({ status }) => status)).toEqual(['accepted', 'ready']);
		}
		const moved = purchase('R-1', [3, 4, 1]);
		expect(itemsIn(open().recall([moved]))).toEqual([[3, 4], [1]]);
		expect(moved.status).toBe('accepted');
	});

	it('links what came of joined contacts to their items of now, the first one first', () => {
		const run = new Execution();
		const joined = (item: number, ...more: number[]): Row => {
			const [row] = contactsOf({ user_id: 'g' });
			return Object.assign(row!, { items: [item, ...more] });
		};
		accept(run.open(contactUpsert), [joined(0, 2)]);
		const now = joined(2, 5);
		run.open(contactUpsert).recall([now]);
		expect(now.outputs.map(({ items }) => items)).toEqual([[2, 5]]);
	});

	it('links what is of the whole request to all its items of now', () => {
		const run = new Execution();
		const call = new Call({}, [purchase('R-1', [0, 1])]);
		call.share({ _id: 'b' });
		keep(run.open(purchaseUpsert), call);
		const { calls } = run.open(purchaseUpsert).recall([purchase('R-1', [3, 4, 1])]);
		expect(calls).toMatchObject([{ shared: [{ items: [3, 4, 1] }], rows: [{ id: 'b' }] }]);
	});

	describe('of an agent', () => {
		const text = (said: string, ...phones: string[]): Row[] =>
			sms(...phones).map((row) => Object.assign(row, { text: said }));
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

		it('sends the same to the same one once, also where a call asks for it twice', () => {
			const run = agent();
			accept(run.open(), text('a', '+1'));
			expect(openPhones(run.open(), text('a', '+1', '+1'))).toEqual([]);
		});

		it('tells of what this call asks for alone, and that nothing was sent now', () => {
			const run = agent();
			accept(run.open(), text('a', '+1', '+2', '+3'), (row, at) =>
				row.give(row.body, at === 2 ? { rejected: 'no' } : {}),
			);
			accept(run.open(), text('b', '+1'));
			const recalled = run.open().recall(text('a', '+3', '+1'));
			expect(recalled.calls).toHaveLength(1);
			expect(outputsIn(recalled)).toMatchObject([
				{ json: { phone_number: '+1', skipped: 'acceptedBefore' }, items: [1] },
				{ json: { phone_number: '+3', skipped: 'rejectedBefore' }, items: [0] },
			]);
		});

		it('knows contacts by all that is said of them, in any order of their fields', () => {
			const run = agent();
			const contact = (body: IDataObject, origin = 'web'): Row[] => {
				const recipient = contactUpsert.recipientOf!(body);
				return [rowOf(0, body, { envelope: { origin }, recipient })];
			};
			const open = (rows: Row[]) => openOf(run.open(contactUpsert), rows).length;
			accept(
				run.open(contactUpsert),
				contact({ user_id: 'g', email: 'a@b.c' }),
				() => undefined,
			);
			expect(open(contact({ email: 'a@b.c', user_id: 'g' }))).toBe(0);
			expect(open(contact({ user_id: 'g', email: 'b@b.c' }))).toBe(1);
			expect(open(contact({ user_id: 'g', email: 'a@b.c' }, 'chat'))).toBe(1);
		});

		it('knows a purchase by all that is said of it', () => {
			const run = agent();
			const open = (row: Row) => openOf(run.open(purchaseUpsert), [row]).length;
			accept(run.open(purchaseUpsert), [purchase('R-1', [0], 1)], () => undefined);
			expect(open(purchase('R-1', [0], 1))).toBe(0);
			expect(open(purchase('R-1', [0], 2))).toBe(1);
		});
	});

	describe('of contacts whose names are changed', () => {
		/** What is open and unclear of rows of now, of which those before were accepted. */
		const recall = (before: Row[], now: Row[]): { open: number[]; unclear: number[] } => {
			const run = new Execution();
			accept(run.open(contactUpsert), before);
			const { unclearItems } = run.retry().open(contactUpsert).recall(now);
			const open = now.filter(({ status }) => status === 'ready');
			return { open: open.map(({ item }) => item), unclear: unclearItems };
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
					expect(recall(contactsOf(...sent), contactsOf(...retried))).toEqual({
						open: [],
						unclear: [],
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
			expect(recall(contactsOf(...before), contactsOf(...now))).toEqual({ open, unclear });
		});

		it('refuses those of an item whose list has moved', () => {
			const list = [
				{ user_id: 'g', city: 'A' },
				{ user_id: 'h', city: 'B' },
			];
			const before = ofOneItem(contactsOf(...list));
			const now = ofOneItem(contactsOf({ email: 'h@b.c', city: 'B' }));
			expect(recall(before, now).unclear).toEqual([0]);
		});

		it('is nothing that messages know', () => {
			const run = new Execution();
			accept(run.open(), sms('+1'));
			expect(openPhones(run.retry().open(), sms('+2'))).toEqual(['+2']);
		});
	});

	describe('of what is sent again', () => {
		/** An execution whose answer rejects some of the rows. */
		const after = (rows: Row[], at: number[], verdict: object = {}, more = {}): Execution => {
			const run = new Execution();
			accept(run.open(), rows, (row, place) => {
				const rejected = at.includes(place) ? { rejected: 'no', ...verdict } : {};
				row.give({ ...row.body, ...more }, rejected);
			});
			return run;
		};
		const both = () => sms('+1', '+2');

		it('is what the answer names as rejected, when a person retries, once', () => {
			const run = after(both(), [1]);
			for (const id of ['1', '2']) {
				run.id = id;
				expect(openPhones(run.open(), both())).toEqual([]);
			}
			const memory = run.retry().open();
			const [sent, again] = both();
			expect(openOf(memory, [sent!, again!])).toEqual([again]);
			expect([sent!.earlier, again!.earlier]).toEqual([undefined, 'rejected']);
			accept(memory, [again!], (row) => row.give(row.body, { rejected: 'no' }));
			// Retry On Fail of the retry.
			const recalled = run.open().recall(both());
			expect(rowsIn(recalled).map(({ status }) => status)).toEqual(['accepted', 'rejected']);
			expect(phonesIn(recalled)).toEqual(['+1', '+2']);
			expect(openPhones(run.retry().open(), both())).toEqual(['+2']);
		});

		it.each<[string, phones: string[], at: number[], byOrder: boolean, held: boolean]>([
			['by its order alone', ['+1', '+2'], [1], true, true],
			['by name, as one of two to that person', ['+1', '+1'], [1], false, true],
			['by order, as everyone is', ['+1', '+2'], [0, 1], true, false],
		])('is not one that is rejected %s', (_, phones, at, byOrder, isHeld) => {
			const run = after(sms(...phones), at, { byOrder }).retry();
			expect(openPhones(run.open(), sms(...phones))).toHaveLength(isHeld ? 0 : at.length);
			const again = run.open(smsSend, 'a', true);
			expect(openPhones(again, sms(...phones))).toHaveLength(at.length);
		});

		it('is not one that the answer calls valid as well, unless a person chooses so', () => {
			const run = after(both(), [1], {}, { valid: true }).retry();
			expect(openPhones(run.open(), both())).toEqual([]);
			expect(openPhones(run.open(smsSend, 'a', true), both())).toEqual(['+2']);
		});

		it('is never one that was accepted in part', () => {
			const rows = both();
			giveBody(rows[1]!);
			const run = after(rows, [1]).retry();
			expect(openPhones(run.open(smsSend, 'a', true), both())).toEqual([]);
		});

		it('is on demand everyone of whom an answer does not say who was rejected', () => {
			const run = new Execution();
			const call = new Call({}, both());
			call.share({}, { rejected: 'somebody' });
			keep(run.open(), call);
			run.retry();
			expect(openPhones(run.open(), both())).toEqual([]);
			expect(openPhones(run.open(smsSend, 'a', true), both())).toEqual(['+1', '+2']);
		});

		it('is told, if nobody asks for it any more', () => {
			const run = after(both(), [1]).retry();
			const { left, calls } = run.open().recall(sms('+1'));
			expect(left).toMatchObject([{ status: 'rejected', body: {}, items: [1] }]);
			expect(calls.flatMap(({ rows }) => rows)).toHaveLength(1);
		});

		it('stays in the memory until it is sent', () => {
			const run = new Execution();
			keepUnknown(run.open(), both());
			const memory = run.retry().open(smsSend, 'a', true);
			const [one, other] = both();
			expect(openOf(memory, [one!, other!])).toEqual([one, other]);
			expect(openPhones(run.open(), both())).toEqual([]);
			accept(memory, [one!]);
			const now = both();
			const { calls } = run.retry().open().recall(now);
			expect(now.map(({ status }) => status)).toEqual(['accepted', 'unknown']);
			expect(calls.map(({ rows, failure: why }) => [rows.length, !!why])).toEqual([
				[1, false],
				[1, true],
			]);
		});
	});

	describe('that was changed, or is another version’s', () => {
		const all = () => sms('+1', '+2', '+3', '+4', '+5');
		/** What a failed execution has stored: accepted, rejected and unknown ones, and a doubt. */
		const stored = async (): Promise<Execution> => {
			const run = new Execution();
			await doubtOf(run.context);
			const [a, b, c, d] = all();
			accept(run.open(), [a!, b!]);
			keepUnknown(run.open(), [c!]);
			accept(run.open(), [d!], (row) => row.give(row.body, { rejected: 'no' }));
			return run;
		};
		/** What is recalled, but for the outputs: they are kept as they are, whatever they say. */
		const meaning = (memory: Memory) => {
			const rows = all();
			const recalled = memory.recall(rows);
			return [
				[...rows, ...rowsIn(recalled)].map((row) => [
					row.items,
					row.position,
					row.recipient,
					row.status,
					row.failure,
					row.outputs.map(({ json: _, ...link }) => link),
				]),
				recalled.calls.map(({ rows: { length }, failure: why }) => [length, why]),
				outputsIn(recalled).every(({ json }) => isObject(json)),
			];
		};
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
			const whole = meaning((await stored()).open());
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
					expect(meaning(run.open())).toEqual(whole);
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
					acknowledgeResend(run.context);
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
