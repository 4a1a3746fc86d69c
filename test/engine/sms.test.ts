import type { IDataObject } from 'n8n-workflow';
import { deliveries, hintsOf, jsonDeliveries, replacements } from './message-forms';
import { phoneOf, smsBody, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

const PHONE = '+34600123456';

describe('sending SMS', () => {
	const sms = new NodeRunner(smsForm());

	/** The deliveries of the first request, as they arrived. */
	const arrived = (): unknown => (sms.bodies[0] as IDataObject | undefined)?.deliveries;
	const texts = (): string[] => sms.service.state.smsDeliveries.map(({ text }) => text);

	it('sends every field of the form, phone numbers without spaces and signs, and gives one linked item for each delivery, with its recipient', async () => {
		const run = await sms.run(
			{
				sender: 'Aurora SPA',
				messageHolder: 'Dear %{first_name}, see you',
				...deliveries(
					{
						phoneNumber: '={{ $json.guest }}',
						multiple: true,
						...replacements({ first_name: 'Ana' }),
					},
					{ phoneNumber: '={{ $json.desk }}', ...replacements({ first_name: 'Ben' }) },
				),
			},
			{
				items: [
					{ guest: '+34 (600) 000-001', desk: phoneOf(2) },
					{ guest: phoneOf(3), desk: phoneOf(4) },
				],
			},
		);
		const [ana, ben] = [{ first_name: 'Ana' }, { first_name: 'Ben' }];
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
						{ phone_number: phoneOf(1), multiple: true, replacements: ana },
						{ phone_number: phoneOf(2), multiple: false, replacements: ben },
						{ phone_number: phoneOf(3), multiple: true, replacements: ana },
						{ phone_number: phoneOf(4), multiple: false, replacements: ben },
					],
				},
			},
		]);
		expect(run.output).toEqual(
			sms.service.state.smsDeliveries.map(({ delivery_id }, index) => ({
				json: { phone_number: phoneOf(index + 1), valid: true, delivery_id },
				pairedItem: [{ item: Math.floor(index / 2) }],
			})),
		);
		expect(run.output).toHaveLength(4);
		expect(run.hints).toEqual([]);
	});

	it.each<[what: string, startAt: string, sent: string, hints?: string[]]>([
		['a date without an offset', '2031-07-15T09:30:00', '2031-07-15T09:30:00+02:00'],
		[
			'a time that has passed, which is told',
			'2020-01-15T09:30:00Z',
			'2020-01-15T09:30:00Z',
			['Send At 2020-01-15T09:30:00Z has passed, so the service sends at once.'],
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
			expect(linksOf(run.output)).toEqual([[0]]);
			expect(hintsOf(run)).toEqual(hints);
		},
	);

	it('sends replacements as text, and an empty text given by hand as one', async () => {
		const messageHolder = 'Room %{room}, %{nights} nights%{note}, paid: %{paid}';
		const given = replacements({
			...{ room: '={{ $json.room }}', nights: '={{ $json.nights }}' },
			...{ note: '', paid: '={{ $json.paid }}' },
		});
		const items = [{ room: '007', nights: 2.5, paid: false }];
		await sms.run(
			{ messageHolder, ...deliveries({ phoneNumber: PHONE, ...given }) },
			{ items },
		);
		expect(arrived()).toMatchObject([
			{ replacements: { room: '007', nights: '2.5', note: '', paid: 'false' } },
		]);
		expect(texts()).toEqual(['Room 007, 2.5 nights, paid: false']);
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
					{ 'First Name': '$& %{room}', room: 13, phone: phoneOf(2) },
				],
			},
		);
		expect((arrived() as IDataObject[]).map((one) => one.replacements)).toEqual([
			{ 'First Name': 'Ana', room: '12' },
			{ 'First Name': '$& %{room}', room: '13' },
		]);
		expect(texts()).toEqual(['Ana: 12, Ana', '$& %{room}: 13, $& %{room}']);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
		expect(run.hints).toEqual([]);
	});

	it('reads deliveries as JSON: a list, or one as text', async () => {
		const list = [{ phone_number: PHONE, multiple: true, replacements: { n: 7, e: '' } }];
		const items = [{ list }, { list: JSON.stringify({ ...list[0], multiple: 'true' }) }];
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
		const byHand = deliveries({ phoneNumber: PHONE, ...replacements(given) });
		const asJson = jsonDeliveries([{ phone_number: PHONE, replacements: given }]);
		for (const form of [byHand, asJson]) await sms.run({ messageHolder, ...form });
		expect(texts()).toEqual(Array(2).fill('<__proto__> <constructor> <toString>'));
		for (const { rawBody } of sms.service.requests) {
			expect(rawBody).toContain('"__proto__":"<__proto__>"');
		}
	});

	it('hints once at a replacement that the message does not use, and sends it', async () => {
		const form = deliveries({ phoneNumber: PHONE, ...replacements({ name: 'Ana' }) });
		const run = await sms.run(form, { items: [{}, {}] });
		const delivery = { phone_number: PHONE, multiple: false, replacements: { name: 'Ana' } };
		expect(arrived()).toEqual([delivery, delivery]);
		expect(hintsOf(run)).toEqual([
			'The replacement “name” is not used: the message has no %{name}. (items 0–1)',
		]);
	});
});
