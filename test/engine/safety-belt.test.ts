import { messageHint, wrongMessage } from '../../nodes/CrmMessaging/catalogue/messages';
import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
import { guests, hintsOf, phoneOf, pushForm, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { hintText } from './sentences';

describe('the safety belt of messages', () => {
	const node = new NodeRunner(smsToGuests);
	const phones = (): string[] =>
		node.service.state.smsDeliveries.map(({ phone_number }) => phone_number);
	/** Three messages to guest 1, two of them equal, and one to guest 2. */
	const twice = [1, 2, 1, 1].map((guest, at) => ({
		phone: phoneOf(guest),
		text: at === 2 ? 'Other' : 'Hello',
	}));
	const messageHolder = '={{ $json.text }}';

	describe('Max Messages', () => {
		it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
			'stops before the first message if there are more: %s',
			async (onError) => {
				const { code, text, advice } = wrongMessage.tooManyMessages('2', '3 messages');
				const options = { maxMessages: 2 };
				const run = await node.run({ options }, { items: guests(3), onError });
				expect(run.error).toMatchObject({
					code,
					message: `Max Messages ${text} [items 0–2]`,
					description: `${advice} ${closing.nothingSent}`,
				});
				expect(node.bodies).toEqual([]);
			},
		);

		it('stops the others of a wrong item, too', async () => {
			const wrong = { ...guests(1)[0]!, phone: 'none' };
			const { code } = wrongMessage.tooManyMessages('1', '2 messages');
			const run = await node.run(
				{ options: { maxMessages: 1 } },
				{ items: [wrong, ...guests(2)], onError: 'continueRegularOutput' },
			);
			expect(node.bodies).toEqual([]);
			expect(run.error).toMatchObject({ code });
		});

		it('doesn’t count what isn’t sent', async () => {
			const options = { maxMessages: 3, skipDuplicates: true };
			const run = await node.run({ messageHolder, options }, { items: twice });
			expect(run.status).toBe('success');
		});
	});

	describe('Skip Duplicates', () => {
		it('leaves out a text that its recipient gets earlier in the run, and marks it', async () => {
			const options = { skipDuplicates: true };
			const run = await node.run({ messageHolder, options }, { items: twice });
			expect(phones()).toEqual([1, 2, 1].map(phoneOf));
			expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);
			expect(run.output.at(-1)!.json).toEqual({
				phone_number: phoneOf(1),
				text: 'Hello',
				skipped: 'repeated',
			});
			expect(hintsOf(run)).toEqual([
				hintText(messageHint.repeatsLeftOut('1 message (item 3)')),
			]);
		});

		it('is a hint if it’s off, and a warning in the preview', async () => {
			const run = await node.run({ messageHolder }, { items: [...twice, twice[1]!] });
			expect(phones()).toHaveLength(5);
			const hint = messageHint.repeatsSent('2 messages (items 3–4)');
			expect(hintsOf(run)).toEqual([hintText(hint)]);
			const options = { preview: 'messages' };
			const preview = await node.run({ messageHolder, options }, { items: twice });
			expect(preview.output.map(({ json }) => (json.warnings as unknown[]).length)).toEqual([
				0, 0, 0, 1,
			]);
		});

		it('compares recipient and subject of push notifications, too', async () => {
			const options = { skipDuplicates: true };
			const form = pushForm({
				subject: '={{ $json.s }}',
				recipientId: '={{ $json.id }}',
				options,
			});
			const items = ['Ax', 'Bx', 'Ay', 'Ax'].map((text) => ({ s: text[0], id: text[1] }));
			const run = await node.run(form, { items });
			expect(node.service.state.pushDeliveries).toHaveLength(3);
			expect(run.output.map(({ json }) => json.skipped)).toEqual([
				...Array<undefined>(3),
				'repeated',
			]);
		});
	});

	describe('Test Recipient', () => {
		it('sends the first three to one recipient, and nothing to others', async () => {
			const number = { testRecipient: '699 000 001', defaultCountryCode: '+34' };
			const options = { ...number, maxMessages: 4 };
			const run = await node.run({ options }, { items: guests(5) });
			expect(phones()).toEqual(Array(3).fill('+34699000001'));
			expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
			const sent = { phone_number: '+34699000001', test: true, valid: true };
			expect(run.output.map(({ json }) => json)).toMatchObject([sent, sent, sent]);
			expect(hintsOf(run)).toEqual([
				'This is a test: 3 of 5 messages to +34699000001, and nothing to anyone else. Remove the option “Test Recipient” to send to the recipients.',
				'1 phone number was completed with Default Country Code, for example “699 000 001” to +34699000001.',
			]);
		});

		it('is kept apart from the message of a guest with the same number', async () => {
			node.service.faults.add({ after: 1, action: { respond: { status: 400 } } });
			const sending = { parallelRequests: 1, batchSize: 1, batchDifferentMessages: false };
			const [one, guest] = [1, 2].map(phoneOf);
			const form = { messageHolder: '=Hello {{ $json.phone }}' };
			const options = { ...sending, testRecipient: guest };
			const failed = await node.run({ ...form, options }, { items: guests(2) });
			expect(phones()).toEqual([guest]);
			const again = await node.retry(failed, { options });
			expect([again.status, phones()]).toEqual(['success', [guest, guest]]);
			const real = await node.retry(failed, { options: sending });
			expect(real.status).toBe('success');
			const { smsDeliveries } = node.service.state;
			expect(smsDeliveries.slice(2)).toMatchObject([
				{ phone_number: one, text: `Hello ${one}` },
				{ phone_number: guest, text: `Hello ${guest}` },
			]);
		});

		it('has the type of push recipients', async () => {
			const form = pushForm({ recipientType: 'user_id', recipientId: 'ana' });
			const run = await node.run({ ...form, options: { testRecipient: 'me' } });
			expect(run.output[0]!.json).toMatchObject({ user_id: 'me', test: true });
		});
	});

	it.each([
		[{ maxMessages: 0 }, 'Max Messages must be a whole number of at least 1'],
		[{ maxMessages: null }, 'Max Messages is empty'],
		[{ testRecipient: 'x' }, 'Test Recipient: “x” isn’t a phone number'],
	])('is checked before anything is sent: %j', async (options, says) => {
		const run = await node.run({ options }, { items: guests(1) });
		expect(run.error?.message).toContain(says);
		expect(run.error?.message).toMatch(/ \[item 0\]$/);
		expect(run.error?.description).toMatch(/Nothing was sent\.$/);
		expect(node.bodies).toEqual([]);
	});
});
