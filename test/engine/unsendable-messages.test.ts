import { DateTime } from 'luxon';
import { messageHint, messageWarning } from '../../nodes/CrmMessaging/catalogue/messages';
import { guests, hintsOf, jsonDeliveries, phoneOf, smsToGuests } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectLeftOut, expectStopped, type Refusal } from './one-wrong-item';
import { hintText } from './sentences';

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
		const tooLong = (guest: number): Refusal => [
			`Message to ${phoneOf(guest)} is 2 SMS long`,
			'tooManySegments',
		];

		it('stops the run, or is left out', async () => {
			const wrong = { items, item: 1, wrong: 2 };
			await expectStopped(node, { messageHolder }, tooLong(2), wrong);
			await expectLeftOut(node, { messageHolder }, items, { 1: tooLong(2), 2: tooLong(3) });
			expect(phones()).toEqual([1, 4].map(phoneOf));
		});

		it('leaves out all recipients of its item', async () => {
			const to = (name: string, at: number) => ({
				phone_number: phoneOf(at),
				replacements: { name },
			});
			const lists = [[to('Ana', 1), to('a'.repeat(161), 2), to('Zoë', 3)], [to('Ben', 4)]];
			const form = {
				messageHolder: '%{name}',
				...jsonDeliveries('={{ $json.guests }}'),
			};
			const items = lists.map((list) => ({ guests: list }));
			await expectLeftOut(node, form, items, { 0: tooLong(2) });
			expect(phones()).toEqual([phoneOf(4)]);
		});

		it('is sent if it may be: by the switch, or by the recipient’s own key', async () => {
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

	describe('a time that has passed', () => {
		const { now } = DateTime;
		const iso = (time: DateTime) =>
			time.startOf('second').toISO({ suppressMilliseconds: true })!;
		const scheduled = (...times: DateTime[]) =>
			times.map((time, at) => ({ phone: phoneOf(at + 1), at: iso(time.toUTC()) }));
		const form = { schedule: 'at', startAt: '={{ $json.at }}' };

		it('stops if it is fixed', async () => {
			const startAt = iso(now().toUTC().minus({ minutes: 1 }));
			const refusal: Refusal = [`Send At: “${startAt}” has`, 'timePassed'];
			const options = { items: guests(2), wrong: 2, place: 'items 0–1' };
			await expectStopped(node, { ...form, startAt }, refusal, options);
		});

		it('is a hint if an expression returns it, with a count and the first items', async () => {
			const items = scheduled(...[-2, 1, -27].map((days) => now().plus({ days })));
			const run = await node.run(form, { items });
			const times = `${items[0]!.at}, ${items[2]!.at}`;
			expect(hintsOf(run)).toEqual([
				hintText(messageHint.sentNow('Send At', '2 messages (items 0, 2)', times)),
			]);
			expect(run.output.map(({ json }) => json.start_at)).toEqual(items.map(({ at }) => at));
			const options = { preview: 'messages' };
			const preview = await node.run({ ...form, options }, { items });
			const late = [messageWarning.sentNow('Send At')];
			expect(preview.output.map(({ json }) => [json.schedule, json.warnings])).toEqual(
				items.map(({ at }, item) => [at, item === 1 ? [] : late]),
			);
		});

		it('stops if an expression returns one more than a month past', async () => {
			const items = scheduled(now().plus({ days: 1 }), now().minus({ days: 32 }));
			const where = `Send At: “${items[1]!.at}” passed more than a month ago`;
			await expectStopped(node, form, [where, 'timePassed'], { items, item: 1 });
			await expectLeftOut(node, form, items, { 1: [where, 'timePassed'] });
			expect(phones()).toEqual([phoneOf(1)]);
		});

		it('doesn’t matter for what was sent before a retry', async () => {
			node.service.faults.add({ after: 1, action: { respond: { status: 400 } } });
			const items = [2010, 2040].map((year, at) => {
				return { phone: phoneOf(at + 1), at: `${year}-01-01T00:00:00Z` };
			});
			const options = { parallelRequests: 1, batchSize: 1, maxTries: 1 };
			const again = await node.retry(await node.run({ options }, { items }), form);
			expect([again.status, phones()]).toEqual(['success', [1, 2].map(phoneOf)]);
		});
	});
});
