import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { smsSend } from '../../../nodes/CrmMessaging/actions/sms/send.operation';
import { doubtOf, acknowledgeResend } from '../../../nodes/CrmMessaging/engine/remember/doubt';
import type { Memory } from '../../../nodes/CrmMessaging/engine/remember/memory';
import { Call, type Row } from '../../../nodes/CrmMessaging/engine/row';
import { isObject } from '../../../nodes/CrmMessaging/fields/values';
import { runs } from '../../property-runs';
import {
	Execution,
	accept,
	contactsOf,
	giveBody,
	keep,
	openOf,
	openPhones,
	keepUnknown,
	outputsIn,
	rowsIn,
	sms,
} from './memory-bench';
import { forAll } from './rule';

describe('the memory of a run', () => {
	describe('of contacts, which a second import updates', () => {
		const named = fc.record({
			user_id: fc.constantFrom('g', 'h'),
			city: fc.option(fc.constantFrom('A', 'B'), { nil: undefined }),
		});

		it('leaves out each that was sent as it is now, once, and sends a changed one', () => {
			const lists = fc.tuple(fc.array(named), fc.array(named));
			forAll(lists, ([before, now]) => {
				const run = new Execution();
				accept(run.open(contactUpsert), contactsOf(...before));
				const rows = contactsOf(...now);
				const recalled = run.retry().open(contactUpsert).recall(rows);
				const left = before.map((contact) => JSON.stringify(contact));
				const isOpen = now.map((contact) => {
					const at = left.indexOf(JSON.stringify(contact));
					if (at >= 0) left.splice(at, 1);
					return at < 0;
				});
				const open = rows.filter(({ status }) => status === 'ready');
				expect(open).toHaveLength(isOpen.filter(Boolean).length);
				// Each contact comes out once, and none that no item has.
				expect(outputsIn(recalled)).toHaveLength(rows.length - open.length);
			});
		});
	});

	describe('when a person retries', () => {
		/** An execution in which the service rejected some of the rows. */
		const after = (rows: Row[], rejectedAt: number[]): Execution => {
			const run = new Execution();
			accept(run.open(), rows, (row, index) => {
				row.give(row.body, rejectedAt.includes(index) ? { rejected: 'no' } : {});
			});
			return run;
		};
		const both = () => sms('+1', '+2');

		it('resends to recipients that the response names as rejected, once per retry', () => {
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
			expect(rowsIn(recalled).map(({ status, body }) => [body.phone_number, status])).toEqual(
				[
					['+1', 'accepted'],
					['+2', 'rejected'],
				],
			);
			expect(openPhones(run.retry().open(), both())).toEqual(['+2']);
		});

		it('reports a rejected recipient that is no longer in the input', () => {
			const run = after(both(), [1]).retry();
			const { left, calls } = run.open().recall(sms('+1'));
			expect(left).toMatchObject([{ status: 'rejected', body: {}, items: [1] }]);
			expect(calls.flatMap(({ rows }) => rows)).toHaveLength(1);
		});

		it('holds unconfirmed requests until they are resent', () => {
			const run = new Execution();
			keepUnknown(run.open(), both());
			const memory = run.retry().open(smsSend, 'a', true);
			const [one, other] = both();
			expect(openOf(memory, [one!, other!])).toEqual([one, other]);
			expect(openPhones(run.open(), both())).toEqual([]);
			accept(memory, [other!]);
			const now = both();
			const { calls } = run.retry().open().recall(now);
			expect(now.map(({ status }) => status)).toEqual(['unknown', 'accepted']);
			expect(calls.map(({ rows, failure: why }) => [rows.length, !!why])).toEqual([
				[1, true],
				[1, false],
			]);
		});

		const inPart = () => {
			const [one, other] = both();
			giveBody(other!);
			return after([one!, other!], [1]);
		};
		const unread = () => {
			const run = new Execution();
			const call = new Call({}, both());
			call.share({}, { unclear: true });
			keep(run.open(), call);
			return run;
		};

		const [one, two] = [['+1'], ['+1', '+2']];

		it.each<[string, run: Execution, phones: string[], onRetry: string[], onDemand: string[]]>([
			['one of several', after(both(), [1]), two, ['+2'], ['+2']],
			['one of two messages', after(sms('+1', '+1'), [1]), ['+1', '+1'], one, one],
			['every one', after(both(), [0, 1]), two, two, two],
			['in part', inPart(), two, [], []],
			['or not, as can’t be read', unread(), two, [], two],
		])(
			'knows whether to resend to a recipient rejected %s',
			(_, run, phones, onRetry, onDemand) => {
				expect(openPhones(run.open(smsSend, 'a', true), sms(...phones))).toEqual(onDemand);
				expect(openPhones(run.retry().open(), sms(...phones))).toEqual(onRetry);
			},
		);
	});

	it('is in doubt for good once the retried execution couldn’t be read', async () => {
		const run = new Execution().retry();
		const read = jest.fn().mockRejectedValueOnce(new Error('The database does not answer'));
		const check = async () =>
			await doubtOf({
				...run.context,
				additionalData: { hooks: { retryOf: '1' } },
				getExecutionDataById: read,
			} as unknown as IExecuteFunctions);
		await expect(check()).rejects.toThrow('does not answer');
		read.mockResolvedValue({ resultData: { runData: {}, lastNodeExecuted: 'Before' } });
		run.retry();
		expect(await check()).toBe('cutShort');
	});

	describe('that was changed, or stored by another version', () => {
		const all = () => sms('+1', '+2', '+3', '+4', '+5');
		const stored = async (): Promise<Execution> => {
			const run = new Execution();
			await doubtOf(run.context);
			const [a, b, c, d] = all();
			accept(run.open(), [a!, b!]);
			keepUnknown(run.open(), [c!]);
			accept(run.open(), [d!], (row) => row.give(row.body, { rejected: 'no' }));
			return run;
		};
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
		/** A copy of stored data with one of its values changed. */
		const withChange = (
			data: IDataObject,
			place: number,
			changed: (value: unknown) => unknown,
		): IDataObject => {
			const text = JSON.stringify(data);
			let values = 0;
			JSON.parse(text, () => values++);
			let index = 0;
			// The last value is the data itself. A key that is missing was never stored.
			return JSON.parse(text, (_, value: unknown) =>
				index++ === place % (values - 1) ? (changed(value) ?? null) : value,
			) as IDataObject;
		};
		const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
		const change: fc.Arbitrary<(value: unknown) => unknown> = fc.oneof(
			fc.jsonValue().map((other) => () => other),
			fc.constantFrom<(value: unknown) => unknown>(
				(value) => listed(value).reverse(),
				(value) => [...listed(value), ...listed(value)],
				(value) => (typeof value === 'string' ? value.replace(/\d/, '7') : String(value)),
			),
		);

		it('is refused, or read with the same meaning', async () => {
			const whole = meaning((await stored()).open());
			await fc.assert(
				fc.asyncProperty(fc.nat(), change, async (place, changed) => {
					const run = await stored();
					run.nodeContext = withChange(run.nodeContext, place, changed);
					if ((await doubtOf(run.context)) !== undefined) return;
					expect(meaning(run.open())).toEqual(whole);
				}),
				{ numRuns: runs(1000) },
			);
		});

		it('is refused if a recipient changed or an output is missing', async () => {
			const changes: Array<(call: { text: string; outputs: unknown[] }) => unknown> = [
				(call) => (call.text = call.text.replace('+1', '+9')),
				(call) => call.outputs.pop(),
			];
			for (const change of changes) {
				const run = (await stored()).retry();
				const { rows } = run.nodeContext.crmMessagingAccepted as { rows: IDataObject[] };
				change(rows[0] as never);
				expect(await doubtOf(run.context)).toBe('unreadable');
			}
		});

		const another = (own: IDataObject) => ({ ...own, version: 2 });
		const shapes = [null, [], {}, '', { 'a sms send 0': [] }, { version: 1 }];

		it.each(['crmMessagingAccepted', 'crmMessagingDoubt'])(
			'stays refused until the resend is acknowledged: %s',
			async (key) => {
				for (const shape of [...shapes, another]) {
					const run = (await stored()).retry();
					run.mode = 'trigger';
					const own = run.nodeContext[key] as IDataObject;
					run.nodeContext[key] = typeof shape === 'function' ? shape(own) : shape;
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
});
