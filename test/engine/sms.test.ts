import type { IDataObject } from 'n8n-workflow';
import { valueHint } from '../../nodes/CrmMessaging/catalogue/values';
import { messageHint } from '../../nodes/CrmMessaging/catalogue/messages';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { recipients, hintsOf, jsonDeliveries, placeholderValues } from './message-forms';
import { phoneOf, smsBody, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

const PHONE = '+34600123456';

describe('sending SMS', () => {
	const sms = new NodeRunner(smsForm());

	/** The deliveries of the first request, as they arrived. */
	const arrived = (): unknown => (sms.bodies[0] as IDataObject | undefined)?.deliveries;
	const texts = (): string[] => sms.service.state.smsDeliveries.map(({ text }) => text);

	it('goes to one recipient per input item, whose fields the placeholders take', async () => {
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
					{ guest: '+34 (600) 000-001', 'First Name': 'Ana', room: 12, secret: 'x' },
					{ guest: phoneOf(2), 'First Name': '$& {room}', room: '013', hotel: 'x' },
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
					deliveries: [guest(1, 'Ana', '12'), guest(2, '$& {room}', '013')],
				},
			},
		]);
		const [first, second] = [
			'Dear Ana, the Aurora awaits you in room 12',
			'Dear $& {room}, the Aurora awaits you in room 013',
		];
		expect(texts()).toEqual([first, second]);
		expect(run.output).toEqual(
			sms.service.state.smsDeliveries.map(({ delivery_id, text }, item) => ({
				json: { phone_number: phoneOf(item + 1), text, valid: true, delivery_id },
				pairedItem: { item },
			})),
		);
		expect(run.hints).toEqual([]);
	});

	it('goes to several recipients of an item, each with values of its own', async () => {
		const run = await sms.run(
			{
				messageHolder: 'Dear %{name}, room %{room}',
				...recipients(
					{ phoneNumber: '={{ $json.guest }}', ...placeholderValues({ name: 'Ana' }) },
					{ phoneNumber: '={{ $json.desk }}' },
				),
			},
			{
				items: [
					{ guest: phoneOf(1), desk: phoneOf(2), name: 'Ben', room: 1 },
					{ guest: phoneOf(3), desk: phoneOf(4), name: 'Eva', room: 2 },
				],
			},
		);
		expect(arrived()).toEqual(
			[
				['Ana', '1'],
				['Ben', '1'],
				['Ana', '2'],
				['Eva', '2'],
			].map(([name, room], at) => ({
				phone_number: phoneOf(at + 1),
				multiple: false,
				replacements: { name, room },
			})),
		);
		expect(run.output.map(({ json }) => json.text)).toEqual(texts());
		expect(linksOf(run.output)).toEqual([[0], [0], [1], [1]]);
	});

	it.each<[what: string, startAt: string, sent: string, hints?: string[]]>([
		['a date without an offset', '2031-07-15T09:30:00', '2031-07-15T09:30:00+02:00'],
		['a date with dots', '15.7.2031 9:30', '2031-07-15T09:30:00+02:00'],
		[
			'a date without a time, which is told',
			'2031-07-15',
			'2031-07-15T00:00:00+02:00',
			['Send At “2031-07-15” has no time, so it means 00:00.'],
		],
		[
			'a time that no clock shows, which is told',
			'2031-03-30T02:30',
			'2031-03-30T03:30:00+02:00',
			[
				hintOf(
					valueHint.timeSkipped(
						'“2031-03-30T02:30”',
						'Europe/Madrid',
						'2031-03-30T03:30:00+02:00',
					),
				).message,
			],
		],
		[
			'a date of an expression',
			"={{ DateTime.fromISO('2031-01-15T09:30:00', { zone: 'Asia/Tokyo' }) }}",
			'2031-01-15T09:30:00+09:00',
		],
		[
			'a JavaScript date',
			"={{ new Date('2031-01-15T09:30:00Z') }}",
			'2031-01-15T10:30:00+01:00',
		],
	])(
		'is scheduled at %s in the time zone of the workflow',
		async (_, startAt, start_at, hints = []) => {
			const settings = { timezone: 'Europe/Madrid' };
			const run = await sms.run({ schedule: 'at', startAt }, { settings });
			expect(sms.bodies).toEqual([smsBody([PHONE], { start_now: false, start_at })]);
			expect(run.output).toMatchObject([{ json: { start_at }, pairedItem: { item: 0 } }]);
			expect(hintsOf(run)).toEqual(hints);
		},
	);

	it('sends placeholder values as text, and an empty text given by hand as one', async () => {
		const messageHolder = 'Room %{room}, %{nights} nights%{note}, paid: %{paid}';
		const given = placeholderValues({
			room: '={{ $json.room }}',
			nights: '={{ $json.nights }}',
			note: '',
			paid: '={{ $json.paid }}',
		});
		const items = [{ room: '007', nights: 2.5, paid: false }];
		await sms.run({ messageHolder, phoneNumber: PHONE, ...given }, { items });
		expect(arrived()).toMatchObject([
			{ replacements: { room: '007', nights: '2.5', note: '', paid: 'false' } },
		]);
		expect(texts()).toEqual(['Room 007, 2.5 nights, paid: false']);
	});

	it('takes an empty field for an empty text, and says so', async () => {
		const items = [
			{ name: '', phone: PHONE },
			{ name: 'Ben', phone: phoneOf(2) },
		];
		const form = { messageHolder: 'Dear %{name}', phoneNumber: '={{ $json.phone }}' };
		const run = await sms.run(form, { items: [...items, ...items] });
		expect(texts().slice(0, 2)).toEqual(['Dear ', 'Dear Ben']);
		expect(hintsOf(run)).toContain(
			hintOf(messageHint.blankPlaceholder('name', '2 messages (items 0, 2)')).message,
		);
	});

	it('reads recipients as JSON: a list, or one as text; what they lack is in the item', async () => {
		const list = [{ phone_number: PHONE, multiple: true, replacements: { n: 7, e: '' } }];
		const other = { ...list[0], multiple: 'true', replacements: { e: '' } };
		const items = [
			{ list, n: 8 },
			{ list: JSON.stringify(other), n: 7 },
		];
		const messageHolder = 'No. %{n}%{e}';
		const run = await sms.run(
			{ messageHolder, ...jsonDeliveries('={{ $json.list }}') },
			{ items },
		);
		const sent = { phone_number: PHONE, multiple: true, replacements: { n: '7', e: '' } };
		expect(arrived()).toEqual([sent, sent]);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual([PHONE, PHONE]);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
	});

	it('takes names that JavaScript uses itself as plain names', async () => {
		const names = ['__proto__', 'constructor', 'toString'];
		const given = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
		const messageHolder = names.map((name) => `%{${name}}`).join(' ');
		const byHand = { phoneNumber: PHONE, ...placeholderValues(given) };
		const asJson = jsonDeliveries([{ phone_number: PHONE, replacements: given }]);
		for (const form of [byHand, asJson]) await sms.run({ messageHolder, ...form });
		expect(texts()).toEqual(Array(2).fill('<__proto__> <constructor> <toString>'));
		for (const { rawBody } of sms.service.requests) {
			expect(rawBody).toContain('"__proto__":"<__proto__>"');
		}
	});

	it('reads numbers as tables have them, and stops at those that a table has ruined', async () => {
		const options = { defaultCountryCode: '+49' };
		const run = (...numbers: Array<string | number>) => {
			const items = numbers.map((phone) => ({ phone }));
			return sms.run({ phoneNumber: '={{ $json.phone }}', options }, { items });
		};
		const read = await run("'0170/1234567", 15123456789, '+49 0170 1234568', '+34600123456');
		const sent = ['+491701234567', '+4915123456789', '+491701234568', '+34600123456'];
		expect(sms.service.state.smsDeliveries.map((one) => one.phone_number)).toEqual(sent);
		expect(hintsOf(read)).toContain(
			'2 phone numbers were completed with Default Country Code, for example “0170/1234567” to +491701234567.',
		);
		for (const ruined of ['01701234567.0', '4.47E+11', 447700900123, '+4917012']) {
			const stopped = await run(PHONE, ruined);
			expect(stopped.error?.message).toContain(`To: “${ruined}”`);
			expect(stopped.error?.message).toContain('[item 1]');
		}
		expect(sms.service.state.smsDeliveries).toHaveLength(sent.length);
	});

	it('hints once at a placeholder value that the message does not use, and sends it', async () => {
		const form = { phoneNumber: PHONE, ...placeholderValues({ name: 'Ana' }) };
		const run = await sms.run(form, { items: [{}, {}] });
		const delivery = { phone_number: PHONE, multiple: false, replacements: { name: 'Ana' } };
		expect(arrived()).toEqual([delivery, delivery]);
		expect(hintsOf(run)).toEqual([
			`${hintOf(messageHint.unusedPlaceholderValue('name')).message} (items 0–1)`,
			expect.stringContaining('Skip Duplicates'),
		]);
	});
});
