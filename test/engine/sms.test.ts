import type { IDataObject } from 'n8n-workflow';
import {
	jsonDeliveries,
	phoneOf,
	placeholderValues,
	recipients,
	smsForm,
	smsToGuests,
} from './message-forms';
import { hintsOf, linksOf, NodeRunner } from './node-runner';

const PHONE = '+34600123456';

describe('sending SMS', () => {
	const sms = new NodeRunner(smsForm());

	/** The deliveries of the first request, as they arrived. */
	const arrived = (): unknown => (sms.bodies[0] as IDataObject | undefined)?.deliveries;

	it('sends and returns nothing if there are no items', async () => {
		const run = await sms.run({}, { items: [] });
		expect([run.status, run.output, sms.bodies]).toEqual(['success', [], []]);
	});

	it('reaches one recipient per input item, and fills the placeholders from its fields', async () => {
		const run = await sms.run(
			{
				sender: 'Aurora SPA',
				phoneNumber: '={{ $json.guest }}',
				messageHolder: 'Dear %{First Name}, %{hotel} awaits you in room %{room}',
				...placeholderValues({ hotel: 'the Aurora' }),
				multiple: true,
			},
			{
				items: [
					{ guest: '+34 (600) 000-001', 'First Name': 'Ana', room: 2.5, secret: 'x' },
					{ guest: phoneOf(2), 'First Name': '$& {a b}', room: '013', hotel: 'x' },
				],
			},
		);
		const [hotel, multiple] = ['the Aurora', true];
		const guest = (at: number, name: string, room: string) => ({
			phone_number: phoneOf(at),
			multiple,
			replacements: { hotel, 'First Name': name, room },
		});
		expect(sms.sent).toEqual([
			{
				method: 'POST',
				path: '/v2/account/aurora-hotels/sms/deliveries',
				query: {},
				body: {
					sender: 'Aurora SPA',
					message_holder: 'Dear %{First Name}, %{hotel} awaits you in room %{room}',
					start_now: true,
					deliveries: [guest(1, 'Ana', '2.5'), guest(2, '$& {a b}', '013')],
				},
			},
		]);
		expect(sms.texts).toEqual([
			'Dear Ana, the Aurora awaits you in room 2.5',
			'Dear $& {a b}, the Aurora awaits you in room 013',
		]);
		expect(run.output).toEqual(
			sms.service.state.smsDeliveries.map(({ delivery_id, text }, item) => ({
				json: { phone_number: phoneOf(item + 1), text, valid: true, delivery_id },
				pairedItem: { item },
			})),
		);
		expect(run.hints).toEqual([]);
	});

	it('reaches several recipients of an item, each with their own values', async () => {
		const ana = { phoneNumber: phoneOf(1), ...placeholderValues({ name: 'Ana' }) };
		const form = {
			messageHolder: 'Dear %{name}, room %{room}',
			...recipients(ana, { phoneNumber: '={{ $json.desk }}' }),
		};
		const run = await sms.run(form, { items: [{ desk: phoneOf(2), name: 'Ben', room: 1 }] });
		expect(arrived()).toMatchObject([
			{ phone_number: phoneOf(1), replacements: { name: 'Ana', room: '1' } },
			{ phone_number: phoneOf(2), replacements: { name: 'Ben', room: '1' } },
		]);
		expect(run.output.map(({ json }) => json.text)).toEqual(sms.texts);
		expect(linksOf(run.output)).toEqual([[0], [0]]);
	});

	it('is scheduled in the workflow’s zone, with a hint for a day alone', async () => {
		const settings = { timezone: 'Europe/Madrid' };
		const startAt = '={{ ["2031-07-15"] }}';
		const run = await sms.run({ schedule: 'at', startAt }, { settings });
		const start_at = '2031-07-15T00:00:00+02:00';
		expect(sms.bodies).toMatchObject([{ start_now: false, start_at }]);
		expect(hintsOf(run)).toEqual([
			'Days in Send At without a time, which means 00:00: “2031-07-15”. Add a time, such as 10:00.',
		]);
	});

	it('reads recipients from JSON, and missing placeholder values from the item', async () => {
		const list = [{ phone_number: PHONE, multiple: true, replacements: { n: 7, e: '' } }];
		const other = { ...list[0], multiple: 'true', replacements: { e: '', n: null } };
		const items = [
			{ list, n: 8 },
			{ list: JSON.stringify(other), n: 7 },
		];
		const messageHolder = 'No. %{n}%{e}';
		const form = {
			messageHolder,
			...jsonDeliveries('={{ $json.list }}'),
			...placeholderValues({ e: 'not this one' }),
		};
		const run = await sms.run(form, { items });
		const sent = { phone_number: PHONE, multiple: true, replacements: { n: '7', e: '' } };
		expect(arrived()).toEqual([sent, sent]);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual([PHONE, PHONE]);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
	});
});

/** Items with a phone number and a name each. */
const named = (...names: string[]): IDataObject[] =>
	names.map((name, at) => ({ name, phone: phoneOf(at + 1) }));
/** A value for the placeholder of `dear`, in each item. */
const withHotel = (items: IDataObject[]) => items.map((item) => ({ ...item, hotel: 'Aurora' }));
const dear = { messageHolder: '=Dear {{ $json.name }}, %{hotel}' };

describe('different messages', () => {
	const node = new NodeRunner();

	it('share a request, with the whole text in each delivery', async () => {
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
		expect(node.texts).toEqual(expected);
		expect(run.output.map(({ json }) => json.text)).toEqual(expected);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(run.hints).toEqual([]);
	});

	it('each have their own sender, in a request for each sender', async () => {
		const items = withHotel(named('Ana', 'Ben', 'Eva')).map((item, at) => ({
			...item,
			sender: ['Aurora', 'Bar'][at % 2],
		}));
		await node.run({ ...smsToGuests, ...dear, sender: '={{ $json.sender }}' }, { items });
		const arrived = node.service.state.smsDeliveries.map(({ sender, text }) => [sender, text]);
		expect(arrived.sort()).toEqual([
			['Aurora', 'Dear Ana, Aurora'],
			['Aurora', 'Dear Eva, Aurora'],
			['Bar', 'Dear Ben, Aurora'],
		]);
		expect(node.bodies).toHaveLength(2);
	});
});
