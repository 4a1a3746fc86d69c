import type { IDataObject } from 'n8n-workflow';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { hintsOf, phoneOf, pushForm, smsToGuests } from './message-forms';
import { automatic, contactForm, purchaseForm } from './import-forms';
import { linksOf, NodeRunner } from './node-runner';
import { hintText } from './sentences';

/** Items with a phone number and a name each. */
const named = (...names: string[]): IDataObject[] =>
	names.map((name, at) => ({ name, phone: phoneOf(at + 1) }));
/** A value for the placeholder of `dear`, in each item. */
const withHotel = (items: IDataObject[]) => items.map((item) => ({ ...item, hotel: 'Aurora' }));
const dear = { messageHolder: '=Dear {{ $json.name }}, %{hotel}' };

describe('messages that differ', () => {
	const node = new NodeRunner();
	const texts = (): string[] => node.service.state.smsDeliveries.map(({ text }) => text);

	it('share a request, in which each delivery brings its whole text', async () => {
		const items = withHotel(named('Ana', '%{hotel}', '$&'));
		const run = await node.run({ ...smsToGuests, ...dear }, { items });
		const expected = ['Dear Ana, Aurora', 'Dear Aurora, Aurora', 'Dear $&, Aurora'];
		expect(node.bodies).toEqual([
			{
				sender: 'Aurora',
				message_holder: '%{message}',
				start_now: true,
				deliveries: expected.map((message, at) => ({
					phone_number: phoneOf(at + 1),
					multiple: false,
					replacements: { message },
				})),
			},
		]);
		expect(texts()).toEqual(expected);
		expect(run.output.map(({ json }) => json.text)).toEqual(expected);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(run.hints).toEqual([]);
	});

	it('go in requests of their own if they aren’t batched', async () => {
		const items = named(...Array.from({ length: 12 }, (_, at) => `guest ${at}`));
		const options = { batchDifferentMessages: false };
		const run = await node.run(
			{ ...smsToGuests, ...dear, options },
			{ items: withHotel(items) },
		);
		expect(node.bodies).toHaveLength(12);
		expect(node.bodies[0]).toMatchObject({ message_holder: 'Dear guest 0, %{hotel}' });
		expect(hintsOf(run)).toEqual([
			hintText(runHint.smallRequests('12 recipients', 'went', '12', 'Message')),
		]);
	});
});

describe('small requests', () => {
	const node = new NodeRunner();
	const items = Array.from({ length: 12 }, (_, at) => ({
		at,
		name: `n${at}`,
		user_id: `u-${at}`,
		time: `2031-01-${at + 10}T09:30:00Z`,
	}));
	const name = '={{ $json.name }}';
	const contact = contactForm({ ...automatic, origin: name });
	const toNames = pushForm({ recipientId: name, subject: name });
	const went = (because: string, what = '12 recipients') =>
		runHint.smallRequests(what, 'went', '12', because);

	it.each<[form: IDataObject, sentence: Sentence]>([
		[toNames, went('Subject')],
		[contact, went('Origin', '12 contacts')],
	])('have a hint that names their cause: %#', async (form, sentence) => {
		const run = await node.run(form, { items });
		expect(hintsOf(run)).toContain(hintText(sentence));
	});

	it('have it in the preview, too', async () => {
		const form = pushForm({
			recipientId: name,
			subject: name,
			options: { preview: 'messages' },
		});
		const run = await node.run(form, { items });
		const sentence = runHint.smallRequests('12 recipients', 'would go', '12', 'Subject');
		expect(hintsOf(run)).toContain(hintText(sentence));
	});

	const purchase = purchaseForm({ transactionCode: name });
	it.each<[why: string, form: IDataObject, count: number]>([
		['a person chose so', { ...contact, origin: 'pms', options: { batchSize: 1 } }, 12],
		['each is one thing, such as a purchase', purchase, 12],
	])('have none if %s', async (_, form, count) => {
		const run = await node.run(form, { items: items.slice(0, count) });
		expect(node.sent).toHaveLength(count);
		expect(hintsOf(run).join('\n')).not.toContain('requests, because');
	});
});
