import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import {
	wrongMessage,
	messageHint,
	messageWarning,
} from '../../nodes/CrmMessaging/catalogue/messages';
import { inField } from './sentences';
import { multiple } from '../../nodes/CrmMessaging/service/fields/message';
import {
	guests,
	hintsOf,
	jsonDeliveries,
	phoneOf,
	placeholderValues,
	recipients,
	smsToGuests,
} from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';
import { failedItem } from './what-became';

describe('before the first message is sent,', () => {
	const node = new NodeRunner(smsToGuests);
	const phones = (): string[] =>
		node.service.state.smsDeliveries.map(({ phone_number }) => phone_number);
	const messageHolder = '={{ $json.text }}';

	describe('an SMS that needs several parts', () => {
		const items = ['short', 'ž'.repeat(71), 'a'.repeat(161), 'end'].map((text, at) => ({
			text,
			phone: phoneOf(at + 1),
		}));
		const sentence = (guest: number) =>
			inField(
				`Message to ${phoneOf(guest)}`,
				wrongMessage.tooManySegments(2, multiple.label),
			);

		it('stops the run before the first is sent', async () => {
			await expectStopped(node, { messageHolder }, sentence(2), { items, item: 1, wrong: 2 });
		});

		it('with Continue is the error of its item, and the others are sent', async () => {
			const run = await node.run(
				{ messageHolder },
				{ items, onError: 'continueErrorOutput' },
			);
			expect(phones()).toEqual([1, 4].map(phoneOf));
			expect(run.errorOutput).toEqual(
				[1, 2].map((at) => failedItem(at, items[at]!, sentence(at + 1))),
			);
			expect(linksOf(run.output)).toEqual([[0], [3]]);
		});

		it('fails its whole item, whichever of its recipients it is for', async () => {
			const form = recipients(
				{ phoneNumber: phoneOf(1) },
				{ phoneNumber: phoneOf(2), ...placeholderValues({ text: 'ž'.repeat(71) }) },
			);
			const run = await node.run(
				{ messageHolder: '%{text}', ...form },
				{ items: [{ text: 'short' }] },
			);
			expect(run.error?.message).toBe(`${sentence(2).text} [item 0]`);
			expect(node.bodies).toEqual([]);
		});

		it('goes out where it may: by the switch, or by the recipient’s own key', async () => {
			const allowed = await node.run({ messageHolder, multiple: true }, { items });
			expect(allowed.hints).toEqual([]);
			const phone_number = phoneOf(7);
			const one = {
				messageHolder: 'a'.repeat(161),
				...jsonDeliveries({ phone_number, multiple: true }),
			};
			expect((await node.run(one)).status).toBe('success');
			expect(phones()).toEqual([1, 2, 3, 4, 7].map(phoneOf));
		});
	});

	it('each item has its own options, also where one was read before', async () => {
		const options = { multiple: '={{ $json.long }}' };
		const items = [true, false, true].map((long, at) => ({ phone: phoneOf(at + 1), long }));
		await node.run({ options }, { items });
		const [{ deliveries }] = node.bodies as [{ deliveries: IDataObject[] }];
		expect(deliveries.map(({ multiple }) => multiple)).toEqual([true, false, true]);
	});

	describe('a time that has passed', () => {
		const { now } = DateTime;
		const iso = (time: DateTime) =>
			time.startOf('second').toISO({ suppressMilliseconds: true })!;
		const scheduled = (...times: DateTime[]) =>
			times.map((time, at) => ({ phone: phoneOf(at + 1), at: iso(time.toUTC()) }));
		const form = { schedule: 'at', startAt: '={{ $json.at }}' };

		it.each(['2020-01-15T09:30:00Z', iso(now().toUTC().minus({ minutes: 1 }))])(
			'stops where it is fixed: %s',
			async (startAt) => {
				const sentence = inField(
					'Send At',
					wrongMessage.timePassed(`“${startAt}”`, 'has passed'),
				);
				const options = { items: guests(2), wrong: 2, place: 'items 0–1' };
				await expectStopped(node, { schedule: 'at', startAt }, sentence, options);
			},
		);

		it('is a hint where an expression gives it, with a count and the first items', async () => {
			const items = scheduled(
				now().minus({ days: 2 }),
				now().plus({ days: 1 }),
				now().minus({ days: 27 }),
			);
			const run = await node.run(form, { items });
			expect(hintsOf(run)).toEqual([
				hintOf(
					messageHint.sentNow(
						`Send At ${items[0]!.at} and other times have`,
						'2 messages (items 0, 2)',
					),
				).message,
			]);
			expect(run.output.map(({ json }) => json.start_at)).toEqual(items.map(({ at }) => at));
			const options = { preview: 'messages' };
			const preview = await node.run({ ...form, options }, { items });
			const late = [messageWarning.sentNow('Send At')];
			expect(preview.output.map(({ json }) => [json.schedule, json.warnings])).toEqual(
				items.map(({ at }, item) => [at, item === 1 ? [] : late]),
			);
		});

		it('stops where an expression gives one more than a month past', async () => {
			const items = scheduled(now().plus({ days: 1 }), now().minus({ days: 32 }));
			const sentence = inField(
				'Send At',
				wrongMessage.timePassed(`“${items[1]!.at}”`, 'passed more than a month ago'),
			);
			await expectStopped(node, form, sentence, { items, item: 1 });
			const run = await node.run(form, { items, onError: 'continueErrorOutput' });
			expect(phones()).toEqual([phoneOf(1)]);
			expect(run.errorOutput).toEqual([failedItem(1, items[1]!, sentence)]);
		});

		it.each([
			[[2010, 2040], 'success', [1, 2]],
			[[2040, 2010], 'error', [1]],
		])(
			'matters for what is still to be sent: a retry of %j',
			async (years, status, reached) => {
				node.service.faults.add({ after: 1, action: { respond: { status: 400 } } });
				const items = years.map((year, at) => ({
					phone: phoneOf(at + 1),
					at: `${year}-01-01T00:00:00Z`,
				}));
				const options = { parallelRequests: 1, batchSize: 1, maxTries: 1 };
				const failed = await node.run({ options }, { items });
				expect([failed.status, phones()]).toEqual(['error', [phoneOf(1)]]);
				const nodes = failed.workflow.nodes.map((one) =>
					one.name === 'Node under test'
						? { ...one, parameters: { ...one.parameters, ...form } }
						: one,
				);
				const again = await node.engine.runWorkflow(
					{ ...failed.workflow, nodes },
					{ retryOf: failed, credential: node.credential, observe: 'Node under test' },
				);
				expect([again.status, phones()]).toEqual([status, reached.map(phoneOf)]);
			},
		);
	});
});
