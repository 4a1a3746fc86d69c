import { DateTime } from 'luxon';
import { guests, jsonDeliveries, phoneOf, pushForm, smsToGuests } from './message-forms';
import { errorsIn, hintsOf, linksOf, NodeRunner } from './node-runner';
import { expectLeftOut, expectStopped, type Refusal } from './one-wrong-item';

describe('before the first message is sent,', () => {
	const node = new NodeRunner(smsToGuests);
	/** Three messages to guest 1, two of them equal, and one to guest 2. */
	const twice = [1, 2, 1, 1].map((guest, at) => ({
		phone: phoneOf(guest),
		text: at === 2 ? 'Other' : 'Hello',
	}));
	const messageHolder = '={{ $json.text }}';

	describe('Skip Duplicates', () => {
		it('leaves out a message that its recipient gets earlier in the run, and links that one', async () => {
			const options = { skipDuplicates: true, maxMessages: 3 };
			const run = await node.run({ messageHolder, options }, { items: twice });
			expect(node.phones).toEqual([1, 2, 1].map(phoneOf));
			expect(linksOf(run.output)).toEqual([[0, 3], [1], [2]]);
			expect(hintsOf(run)).toEqual([
				`Several different messages go to 1 recipient (${phoneOf(1)}). If that’s wrong, check the recipient’s expression.`,
				'Left out 1 message (item 3), because the recipient gets the same text earlier in the run. To send such messages too, turn “Skip Duplicates” off.',
			]);
		});

		const sending = { parallelRequests: 1, batchSize: 1, skipDuplicates: true };
		it('leaves out the same moment in another zone, and a text with blanks around it', async () => {
			const items = [
				{ at: '2099-01-01T10:00:00Z', text: 'Hello' },
				{ at: '2099-01-01T12:00:00+02:00', text: 'Hello ' },
			].map((item) => ({ ...item, phone: phoneOf(1) }));
			const form = { messageHolder, schedule: 'at', startAt: '={{ $json.at }}' };
			const run = await node.run({ ...form, options: sending }, { items });
			expect(linksOf(run.output)).toEqual([[0, 1]]);
			expect(hintsOf(run)).toEqual([
				'Left out 1 message (item 1), because the recipient gets the same text earlier in the run. To send such messages too, turn “Skip Duplicates” off.',
			]);
		});

		const onError = 'continueErrorOutput';
		it('has one outcome for a message and its repeats', async () => {
			const [long, [first]] = ['a'.repeat(161), guests(1)];
			const items = [first!, first!].map((item) => ({ ...item, text: long }));
			const options = { options: sending };
			const refused = await node.run({ messageHolder, ...options }, { items, onError });
			node.service.faults.add({ action: { respond: { status: 400 } } });
			const failed = await node.run(options, { items, onError });
			for (const run of [refused, failed]) {
				expect([run.output, linksOf(run.errorOutput)]).toEqual([[], [[0], [1]]]);
				const [one, other] = errorsIn(run.errorOutput);
				expect([one!.outcome, other!.outcome]).toEqual(['notSent', 'notSent']);
			}
			node.service.faults.add({ action: 'processThenReset' });
			const unknown = await node.run(options, { items, onError });
			const errors = errorsIn(unknown.errorOutput).map(({ outcome }) => outcome);
			expect([unknown.output, errors]).toEqual([[], ['unknown', 'unknown']]);
		});

		it('is suggested by a hint if it’s off, and by a warning in the preview', async () => {
			const run = await node.run({ messageHolder }, { items: [...twice, twice[1]!] });
			expect(node.phones).toHaveLength(5);
			expect(hintsOf(run)).toContain(
				'The same recipient gets the same text again in 2 messages (items 3–4). To leave such messages out, set the option “Skip Duplicates”.',
			);
			const options = { preview: 'messages' };
			const preview = await node.run({ messageHolder, options }, { items: twice });
			const warned = preview.output.map(({ json }) => json.warnings !== undefined);
			expect(warned).toEqual([false, false, false, true]);
		});
	});

	describe('a recipient of different messages', () => {
		const texts = ['Room 1', 'Room 2', 'Room 3'].map((text, at) => ({
			phone: phoneOf(at + 1),
			text,
		}));

		it('is a danger if all messages of a run go there, and none of two or with equal texts', async () => {
			const form = { messageHolder, phoneNumber: phoneOf(1) };
			const danger = `All 3 messages of this run go to ${phoneOf(1)}, and their texts differ. If that’s wrong, check the recipient’s expression. It may read the first item only, as .first() does.`;
			const run = await node.run(form, { items: texts });
			expect(run.hints).toMatchObject([{ message: danger, type: 'danger' }]);
			const preview = { ...form, options: { preview: 'messages' } };
			const [first] = (await node.run(preview, { items: texts })).output;
			expect(first!.json.warnings).toEqual([
				`All 3 messages of this run go to ${phoneOf(1)}, and their texts differ.`,
			]);
			const two = await node.run(form, { items: texts.slice(1) });
			expect(two.hints).toMatchObject([{ type: 'warning' }]);
			const equal = await node.run({ ...form, messageHolder: 'Hello' }, { items: texts });
			expect(hintsOf(equal).join()).not.toContain('differ');
		});

		it('is judged before Test Recipient, which marks messages for later as well', async () => {
			const startAt = '2099-01-01T10:00:00Z';
			const form = { messageHolder, options: { testRecipient: phoneOf(9) } };
			const right = await node.run({ ...form, schedule: 'at', startAt }, { items: texts });
			expect(hintsOf(right).join()).not.toContain('differ');
			expect(right.output[0]!.json).toMatchObject({ start_at: startAt, test: true });
			const wrong = await node.run({ ...form, phoneNumber: phoneOf(1) }, { items: texts });
			expect(hintsOf(wrong).join()).toContain(
				`All 3 messages of this run go to ${phoneOf(1)}`,
			);
		});
	});

	describe('Test Recipient', () => {
		it('gets the first three messages, and no one else gets any', async () => {
			const number = { testRecipient: '699 000 001', defaultCountryCode: '+34' };
			const options = { ...number, maxMessages: 4 };
			const run = await node.run({ options }, { items: guests(5) });
			expect(node.phones).toEqual(Array(3).fill('+34699000001'));
			expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
			const sent = { phone_number: '+34699000001', test: true, valid: true };
			expect(run.output.map(({ json }) => json)).toMatchObject([sent, sent, sent]);
			expect(hintsOf(run)).toEqual([
				'This is a test: 3 of 5 messages to +34699000001, and nothing to anyone else. Remove the option “Test Recipient” to send to the recipients.',
				'Phone numbers completed with Default Country Code: 1, for example “699 000 001” to +34699000001. If one is from another country, write it with + and its code.',
			]);
		});

		it('isn’t confused with a guest who has the same number', async () => {
			node.service.faults.add({ after: 1, action: { respond: { status: 400 } } });
			const sending = { parallelRequests: 1, batchSize: 1 };
			const [one, guest] = [1, 2].map(phoneOf);
			const form = { messageHolder: '=Hello {{ $json.phone }}' };
			const options = { ...sending, testRecipient: guest };
			const failed = await node.run({ ...form, options }, { items: guests(2) });
			expect(node.phones).toEqual([guest]);
			const again = await node.retry(failed, { options });
			expect([again.status, node.phones]).toEqual(['success', [guest, guest]]);
			const real = await node.retry(failed, { options: sending });
			expect(real.status).toBe('success');
			const { smsDeliveries } = node.service.state;
			expect(smsDeliveries.slice(2)).toMatchObject([
				{ phone_number: one, text: `Hello ${one}` },
				{ phone_number: guest, text: `Hello ${guest}` },
			]);
		});

		it('has the recipient type of push notifications', async () => {
			const form = pushForm({ recipientType: 'user_id', recipientId: 'ana' });
			const run = await node.run({ ...form, options: { testRecipient: 'me' } });
			expect(run.output[0]!.json).toMatchObject({ user_id: 'me', test: true });
		});
	});

	it('an SMS that needs several parts leaves out all recipients of its item', async () => {
		const to = (guest: number, name: string) => ({
			phone_number: phoneOf(guest),
			replacements: { name },
		});
		const long = 'a'.repeat(161);
		const lists = [[to(1, 'Ana'), to(2, long), to(3, long)], [to(4, 'Ben')], [to(5, long)]];
		const items = lists.map((list) => ({ list }));
		const form = { messageHolder: '%{name}', ...jsonDeliveries('={{ $json.list }}') };
		const tooLong = (guest: number): Refusal => [
			`Message to ${phoneOf(guest)} is 2 SMS long`,
			'tooManySegments',
		];
		await expectStopped(node, form, items, { 0: tooLong(2), 2: tooLong(5) });
		await expectLeftOut(node, form, items, { 0: tooLong(2), 2: tooLong(5) });
		expect(node.phones).toEqual([phoneOf(4)]);
	});

	describe('a time that has passed', () => {
		const { now } = DateTime;
		const iso = (time: DateTime) =>
			time.startOf('second').toISO({ suppressMilliseconds: true })!;
		const scheduled = (...times: DateTime[]) =>
			times.map((time, at) => ({ phone: phoneOf(at + 1), at: iso(time.toUTC()) }));
		const form = { schedule: 'at', startAt: '={{ $json.at }}' };

		it('is one mistake of all items if it is fixed', async () => {
			const fixed = { schedule: 'at', startAt: '2020-01-01T10:00' };
			const { error } = await node.run(fixed, { items: guests(3) });
			expect(error?.message).toMatch(/has passed \[items 0–2\]$/);
			expect(error?.description).toMatch(/This run sent nothing\.$/);
		});

		it('is a hint if an expression returns it, with a count and the first items', async () => {
			const items = scheduled(...[-2, 1, -27].map((days) => now().plus({ days })));
			const run = await node.run(form, { items });
			const times = `${items[0]!.at}, ${items[2]!.at}`;
			expect(hintsOf(run)).toEqual([
				`Send At (${times}) has passed for 2 messages (items 0, 2). The service sends such a message immediately. To have it sent later, enter a later time.`,
			]);
			expect(run.output.map(({ json }) => json.start_at)).toEqual(items.map(({ at }) => at));
			const options = { preview: 'messages' };
			const preview = await node.run({ ...form, options }, { items });
			const late = [`Send At (${times}) has passed for 2 messages (items 0, 2).`];
			expect(preview.output.map(({ json }) => [json.schedule, json.warnings])).toEqual(
				items.map(({ at }, item) => [at, item === 1 ? undefined : late]),
			);
		});

		it('stops the run if an expression returns one more than a month ago', async () => {
			const items = scheduled(now().plus({ days: 1 }), now().minus({ days: 32 }));
			const refusal: Refusal = [`Send At: “${items[1]!.at}” has passed`, 'timePassed'];
			await expectStopped(node, form, items, { 1: refusal });
			await expectLeftOut(node, form, items, { 1: refusal });
			expect(node.phones).toEqual([phoneOf(1)]);
		});

		it('doesn’t matter for messages that were sent before a retry', async () => {
			node.service.faults.add({ after: 1, action: { respond: { status: 400 } } });
			const items = [2010, 2040].map((year, at) => {
				return { phone: phoneOf(at + 1), at: `${year}-01-01T00:00:00Z` };
			});
			const options = { parallelRequests: 1, batchSize: 1 };
			const again = await node.retry(await node.run({ options }, { items }), form);
			expect([again.status, node.phones]).toEqual(['success', [1, 2].map(phoneOf)]);
		});
	});
});
