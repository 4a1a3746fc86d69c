import type { IDataObject } from 'n8n-workflow';
import { deliveries, jsonDeliveries, replacements, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

const PHONE = '+34600123456';

describe('sending SMS', () => {
	const sms = new NodeRunner(smsForm());

	/** The deliveries of the first request, as they arrived. */
	const arrived = (): unknown => (sms.bodies[0] as IDataObject | undefined)?.deliveries;
	const ids = (): string[] => sms.service.state.smsDeliveries.map((one) => one.delivery_id);

	it('sends every field of the form and gives one item for each delivery, with its recipient', async () => {
		const run = await sms.run({
			sender: 'Aurora SPA',
			messageHolder: 'Dear %{first_name}, see you',
			...deliveries(
				{ phoneNumber: PHONE, multiple: true, ...replacements({ first_name: 'Ana' }) },
				{ phoneNumber: '+447700900123', ...replacements({ first_name: 'Ben' }) },
			),
		});
		expect(sms.sent).toEqual([
			{
				method: 'POST',
				path: '/v2/account/aurora-hotels/sms/deliveries',
				query: {},
				body: {
					sender: 'Aurora SPA',
					message_holder: 'Dear %{first_name}, see you',
					start_now: true,
					deliveries: [
						{
							phone_number: PHONE,
							multiple: true,
							replacements: { first_name: 'Ana' },
						},
						{
							phone_number: '+447700900123',
							multiple: false,
							replacements: { first_name: 'Ben' },
						},
					],
				},
			},
		]);
		const [first, second] = ids();
		expect(run.output).toEqual([
			{
				json: { phone_number: PHONE, valid: true, delivery_id: first },
				pairedItem: [{ item: 0 }],
			},
			{
				json: { phone_number: '+447700900123', valid: true, delivery_id: second },
				pairedItem: [{ item: 0 }],
			},
		]);
		expect(run.hints).toEqual([]);
	});

	it('links each delivery to its own input item when items bring several', async () => {
		const run = await sms.run(
			deliveries({ phoneNumber: '={{ $json.guest }}' }, { phoneNumber: '={{ $json.desk }}' }),
			{
				items: [
					{ guest: '+34600000001', desk: '+34600000002' },
					{ guest: '+34600000003', desk: '+34600000004' },
				],
			},
		);
		expect(sms.bodies).toHaveLength(1);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual([
			'+34600000001',
			'+34600000002',
			'+34600000003',
			'+34600000004',
		]);
		expect(run.output.map(({ json }) => json.delivery_id)).toEqual(ids());
		expect(linksOf(run.output)).toEqual([[0], [0], [1], [1]]);
	});

	it.each([
		['winter time', '2031-01-15T09:30:00', '2031-01-15T09:30:00+01:00'],
		['summer time', '2031-07-15T09:30:00', '2031-07-15T09:30:00+02:00'],
		['the hour that spring skips', '2031-03-30T02:30:00', '2031-03-30T03:30:00+02:00'],
		['a date alone', '2031-01-15', '2031-01-15T00:00:00+01:00'],
		['an offset of its own', '2031-01-15T09:30:00+05:30', '2031-01-15T09:30:00+05:30'],
		['UTC', '2031-01-15T09:30:00Z', '2031-01-15T09:30:00Z'],
		['a space instead of T', '2031-01-15 09:30', '2031-01-15T09:30:00+01:00'],
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
	])('schedules %s in the time zone of the workflow', async (_, startAt, start_at) => {
		const run = await sms.run(
			{ schedule: 'at', startAt },
			{ settings: { timezone: 'Europe/Madrid' } },
		);
		expect(sms.bodies).toEqual([
			{
				sender: 'Aurora',
				message_holder: 'Your room is ready',
				start_now: false,
				start_at,
				deliveries: [{ phone_number: PHONE, multiple: false, replacements: {} }],
			},
		]);
		expect(run.output.map(({ json }) => json.valid)).toEqual([true]);
		expect(linksOf(run.output)).toEqual([[0]]);
		expect(run.hints).toEqual([]);
	});

	it('says that a time which has passed means at once, and sends', async () => {
		const run = await sms.run({ schedule: 'at', startAt: '2020-01-15T09:30:00Z' });
		expect(sms.bodies).toMatchObject([{ start_now: false, start_at: '2020-01-15T09:30:00Z' }]);
		expect(run.output).toHaveLength(1);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'Send At 2020-01-15T09:30:00Z has passed, so the service sends at once.',
		]);
	});

	it.each(['+34 600 12 34 56', '+34 (600) 123-456', ' +34.600.123.456 '])(
		'takes the spaces and signs out of the phone number “%s”',
		async (phoneNumber) => {
			const run = await sms.run(deliveries({ phoneNumber }));
			expect(arrived()).toEqual([{ phone_number: PHONE, multiple: false, replacements: {} }]);
			expect(run.output[0]!.json.phone_number).toBe(PHONE);
		},
	);

	it('sends replacements as text, and an empty text given by hand as one', async () => {
		const run = await sms.run(
			{
				messageHolder: 'Room %{room}, %{nights} nights%{note}, paid: %{paid}',
				...deliveries({
					phoneNumber: PHONE,
					...replacements({
						room: '={{ $json.room }}',
						nights: '={{ $json.nights }}',
						note: '',
						paid: '={{ $json.paid }}',
					}),
				}),
			},
			{ items: [{ room: '007', nights: 2.5, paid: false }] },
		);
		expect(arrived()).toEqual([
			{
				phone_number: PHONE,
				multiple: false,
				replacements: { room: '007', nights: '2.5', note: '', paid: 'false' },
			},
		]);
		expect(sms.service.state.smsDeliveries[0]!.text).toBe('Room 007, 2.5 nights, paid: false');
		expect(run.hints).toEqual([]);
	});

	it('takes from the input item what the message names, and nothing else', async () => {
		const run = await sms.run(
			{
				messageHolder: '%{First Name}: %{room}, %{First Name}',
				replacementsFrom: 'item',
				...deliveries({ phoneNumber: '={{ $json.phone }}' }),
			},
			{
				items: [
					{ 'First Name': 'Ana', room: 12, phone: PHONE, secret: 'x' },
					{ 'First Name': '$& %{room}', room: 13, phone: '+34600123457' },
				],
			},
		);
		expect(arrived()).toEqual([
			{
				phone_number: PHONE,
				multiple: false,
				replacements: { 'First Name': 'Ana', room: '12' },
			},
			{
				phone_number: '+34600123457',
				multiple: false,
				replacements: { 'First Name': '$& %{room}', room: '13' },
			},
		]);
		expect(sms.service.state.smsDeliveries.map(({ text }) => text)).toEqual([
			'Ana: 12, Ana',
			'$& %{room}: 13, $& %{room}',
		]);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
		expect(run.hints).toEqual([]);
	});

	it.each<[string, unknown]>([
		[
			'a list as text',
			`[{"phone_number": "${PHONE}", "multiple": true, "replacements": {"n": 7, "e": ""}}]`,
		],
		[
			'one delivery as text',
			`{"phone_number": "${PHONE}", "multiple": "true", "replacements": {"n": "7", "e": ""}}`,
		],
		['an expression that gives a list', '={{ $json.list }}'],
		['an expression that gives one', '={{ $json.list[0] }}'],
	])('reads deliveries as JSON: %s', async (_, deliveriesJson) => {
		const delivery = { phone_number: PHONE, multiple: true, replacements: { n: 7, e: '' } };
		const run = await sms.run(
			{ messageHolder: 'No. %{n}%{e}', ...jsonDeliveries(deliveriesJson) },
			{ items: [{ list: [delivery] }] },
		);
		expect(arrived()).toEqual([
			{ phone_number: PHONE, multiple: true, replacements: { n: '7', e: '' } },
		]);
		expect(run.output).toEqual([
			{
				json: { phone_number: PHONE, valid: true, delivery_id: ids()[0] },
				pairedItem: [{ item: 0 }],
			},
		]);
	});

	it('leaves %%{name} to the service, which prints it, and asks for no replacement', async () => {
		const run = await sms.run({ messageHolder: 'Reply with %%{code}' });
		expect(sms.bodies).toMatchObject([{ message_holder: 'Reply with %%{code}' }]);
		expect(sms.service.state.smsDeliveries[0]!.text).toBe('Reply with %{code}');
		expect(run.output).toHaveLength(1);
	});

	it('takes names that JavaScript uses itself as plain names', async () => {
		const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
		const texts = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
		const messageHolder = names.map((name) => `%{${name}}`).join(' ');
		const byHand = deliveries({ phoneNumber: PHONE, ...replacements(texts) });
		await sms.run({ messageHolder, ...byHand });
		await sms.run({
			messageHolder,
			...jsonDeliveries([{ phone_number: PHONE, replacements: texts }]),
		});
		expect(sms.service.state.smsDeliveries.map(({ text }) => text)).toEqual(
			Array(2).fill('<__proto__> <constructor> <toString> <hasOwnProperty>'),
		);
		for (const { rawBody } of sms.service.requests) {
			expect(rawBody).toContain('"__proto__":"<__proto__>"');
		}
	});

	it('hints once at a replacement that the message does not use, and sends it', async () => {
		const run = await sms.run(
			deliveries({ phoneNumber: PHONE, ...replacements({ name: 'Ana' }) }),
			{ items: [{}, {}] },
		);
		expect(arrived()).toEqual([
			{ phone_number: PHONE, multiple: false, replacements: { name: 'Ana' } },
			{ phone_number: PHONE, multiple: false, replacements: { name: 'Ana' } },
		]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'The replacement “name” is not used: the message has no %{name}.',
		]);
	});
});
