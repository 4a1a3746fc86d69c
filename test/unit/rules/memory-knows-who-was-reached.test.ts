import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runHint } from '../../../nodes/CrmMessaging/catalogue/runs';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { purchaseUpsert } from '../../../nodes/CrmMessaging/actions/purchase/upsert.operation';
import { smsSend } from '../../../nodes/CrmMessaging/actions/sms/send.operation';
import { Call, readyOf, type Row } from '../../../nodes/CrmMessaging/engine/row';
import {
	Execution,
	accept,
	keep,
	keepUnknown,
	ofOneItem,
	openOf,
	outputsIn,
	purchase,
	sms,
	smsOfOneItem,
} from './memory-bench';
import { rowOf } from './rows';

describe('the memory of a run', () => {
	it('restores all data of an output, and the output shared by a request', () => {
		const run = new Execution();
		const verdict = { rejected: 'no', unclear: true, request: 'r' };
		const [one, other, last] = ofOneItem(sms('+1', '+2', '+3'));
		one!.give({ id: 1 }, verdict);
		one!.give({ id: 2 });
		const call = new Call({}, [one!, other!, last!]);
		call.share({ id: 3 }, { unclear: true });
		call.doubts = [runHint.answerAlsoHolds({ json: '{}' })];
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
		expect(now.map(({ status, id }) => [status, id])).toEqual(
			[last, other, one].map((row) => [row!.status, row!.id]),
		);
	});

	it('restores requests of recipients no longer in the input, ordered by item and position', () => {
		const run = new Execution();
		const rows = smsOfOneItem('+1', '+2', '+3');
		for (const index of [2, 0, 1]) accept(run.open(), [rows[index]!]);
		accept(run.open(), sms('+4', '+5').slice(1));
		accept(run.open(), smsOfOneItem('+6'));
		const now = sms('+7');
		expect(outputsIn(run.open().recall(now))).toMatchObject([
			{ json: { phone_number: '+1' }, items: [0] },
			{ json: { phone_number: '+6' }, items: [0] },
			{ json: { phone_number: '+2' }, items: [0] },
			{ json: { phone_number: '+3' }, items: [0] },
			{ json: { phone_number: '+5' }, items: [1] },
		]);
		expect(now.map(({ status }) => status)).toEqual(['ready']);
	});

	it('counts recipients that were accepted before the form changed', () => {
		const run = new Execution();
		accept(run.open(), sms('+1', '+2'));
		keepUnknown(run.open(), sms('+4'));
		const beforeChange = (parameters: INodeParameters) => {
			run.parameters = { ...run.parameters, ...parameters };
			return run.open().recall(sms('+1', '+3', '+4', '+5')).acceptedBeforeChange;
		};
		// A field with its default, or one that the form lacks, is no change.
		expect(beforeChange({ schedule: 'now', options: {}, unknown: 'x' })).toBe(0);
		expect(beforeChange({ options: { batchSize: 2 } })).toBe(1);
		run.parameters = { sender: 'Other' };
		accept(run.open(), sms('+3'));
		expect(beforeChange({})).toBe(1);
	});

	it('is separate for each account, operation and round of a loop', () => {
		const run = new Execution();
		accept(run.open(), sms('+1'));
		const other = { ...smsSend, operation: 'other' };
		expect(openOf(run.open(other), sms('+1'))).toHaveLength(1);
		expect(openOf(run.open(smsSend, 'another account'), sms('+1'))).toHaveLength(1);
		run.runIndex = 1;
		expect(openOf(run.open(), sms('+1'))).toHaveLength(1);
		run.runIndex = 0;
		expect(openOf(run.open(), sms('+1'))).toEqual([]);
	});

	describe('of an agent', () => {
		const text = (content: string, ...phones: string[]): Row[] =>
			sms(...phones).map((row) => Object.assign(row, { text: content }));
		const agent = (): Execution => Object.assign(new Execution(), { type: 'crmMessagingTool' });

		it('returns the shared results of a request for some of its recipients, too', () => {
			const run = agent();
			const call = new Call({}, text('a', '+1', '+2', '+3'));
			call.rows[0]!.give({ delivery_id: 'own' });
			call.share({ delivery_id: 'd' });
			keep(run.open(), call);
			run.runIndex = 1;
			const now = text('a', '+1', '+2');
			const { calls } = run.open().recall(now);
			expect(calls).toMatchObject([{ shared: [{ json: { delivery_id: 'd' } }] }]);
			expect(now.map(({ status, id }) => [status, id])).toEqual([
				['accepted', 'own'],
				['accepted', 'd'],
			]);
			run.runIndex = 2;
			const own = run.open().recall(text('a', '+1'));
			expect(own.calls).toMatchObject([{ shared: [] }]);
		});

		it('sends a message once, however many calls ask for it in parallel, and with any pauses', async () => {
			const call = fc.record({
				phones: fc.subarray(['+1', '+2', '+3'], { minLength: 1 }),
				pauses: fc.nat(4),
				isRefused: fc.boolean(),
			});
			await fc.assert(
				fc.asyncProperty(fc.array(call, { maxLength: 6 }), async (calls) => {
					const run = agent();
					run.id = `claims-${Math.random()}`;
					const accepted: string[] = [];
					const make = async ({ phones, pauses, isRefused }: (typeof calls)[number]) => {
						const memory = run.open();
						const rows = text('a', ...phones);
						const pause = async () => await new Promise(setImmediate);
						for (let left = pauses; left > 0; left--) await pause();
						await memory.recallAndClaim(rows);
						const open = readyOf(rows);
						await pause();
						if (open.length > 0 && !isRefused) {
							accept(memory, [...open]);
							accepted.push(...open.map(({ body }) => body.phone_number as string));
						}
						memory.close();
						return (
							open.length === 0 ||
							isRefused ||
							open.every((row) => row.status === 'accepted')
						);
					};
					expect(await Promise.all(calls.map(make))).not.toContain(false);
					expect(new Set(accepted).size).toBe(accepted.length);
					const asked = calls.filter(({ isRefused }) => !isRefused);
					expect([...accepted].sort()).toEqual(
						[...new Set(asked.flatMap(({ phones }) => phones))].sort(),
					);
				}),
			);
		});

		it('reports only the recipients of this call, and that they were skipped', () => {
			const run = agent();
			accept(run.open(), text('a', '+1', '+2', '+3'), (row, index) =>
				row.give(row.body, index === 2 ? { rejected: 'no' } : {}),
			);
			accept(run.open(), text('b', '+1'));
			const recalled = run.open().recall(text('a', '+3', '+1'));
			expect(recalled.calls).toHaveLength(1);
			expect(outputsIn(recalled)).toMatchObject([
				{ json: { phone_number: '+1', skipped: 'acceptedBefore' }, items: [1] },
				{ json: { phone_number: '+3', skipped: 'rejectedBefore' }, items: [0] },
			]);
		});

		it('recognizes contacts only if all their data is equal, in any order of fields', () => {
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

		it('recognizes a purchase only if all its data is equal', () => {
			const run = agent();
			const open = (row: Row) => openOf(run.open(purchaseUpsert), [row]).length;
			accept(run.open(purchaseUpsert), [purchase('R-1', [0], 1)], () => undefined);
			expect(open(purchase('R-1', [0], 1))).toBe(0);
			expect(open(purchase('R-1', [0], 2))).toBe(1);
			const forAnother = purchase('R-1', [0], 1);
			forAnother.parts![0]!.body.user_id = 'another';
			expect(open(forAnother)).toBe(1);
		});
	});
});
