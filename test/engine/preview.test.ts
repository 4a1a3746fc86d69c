import { account } from './running-service';
import { deliveries, pushForm, replacements, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

const PHONE = '+34600123456';
const hint = 'This is a preview: nothing was sent. Remove the option Preview to send.';
const previewed = { options: { preview: true } };

describe('a preview', () => {
	const node = new NodeRunner();
	const holdsSecret = (value: unknown): boolean =>
		[account.accountSecret, account.masterSecret].some((secret) =>
			JSON.stringify(value).includes(secret),
		);

	it('gives the exact requests of SMS that sending would make, and sends nothing', async () => {
		const parameters = smsForm({
			messageHolder: 'Dear %{name}, %%{x}',
			schedule: 'at',
			startAt: '2031-07-15T09:30:00',
			...deliveries({
				phoneNumber: '={{ $json.phone }}',
				...replacements({ name: '={{ $json.name }}' }),
			}),
		});
		const items = [
			{ phone: PHONE, name: 'Ana' },
			{ phone: '+34600123457', name: 'Łukasz' },
			{ phone: '+34600123458', name: '$& %{name}' },
		];
		const options = { items, settings: { timezone: 'Europe/Madrid' } };
		const run = await node.run(
			{ ...parameters, options: { preview: true, batchSize: 2 } },
			options,
		);
		expect(node.service.requests).toEqual([]);
		expect(run.hints.map(({ message }) => message)).toEqual([hint]);
		expect(linksOf(run.output)).toEqual([[0, 1], [2]]);
		expect(holdsSecret(run.data)).toBe(false);

		await node.run({ ...parameters, options: { batchSize: 2 } }, options);
		const sent = node.service.requests;
		expect(run.output.map(({ json }) => json)).toEqual([
			{
				method: 'POST',
				url: `${node.service.url}/v2/account/aurora-hotels/sms/deliveries`,
				body: sent[0]!.body,
				deliveries: 2,
				segments: 2,
				messages: [
					{
						phone_number: PHONE,
						text: 'Dear Ana, %{x}',
						encoding: 'GSM-7',
						units: 16,
						segments: 1,
					},
					{
						phone_number: '+34600123457',
						text: 'Dear Łukasz, %{x}',
						encoding: 'UCS-2',
						units: 17,
						segments: 1,
					},
				],
			},
			{
				method: 'POST',
				url: `${node.service.url}/v2/account/aurora-hotels/sms/deliveries`,
				body: sent[1]!.body,
				deliveries: 1,
				segments: 1,
				messages: [
					{
						phone_number: '+34600123458',
						text: 'Dear $& %{name}, %{x}',
						encoding: 'GSM-7',
						units: 25,
						segments: 1,
					},
				],
			},
		]);
		expect(node.service.state.smsDeliveries.map(({ text }) => text)).toEqual([
			'Dear Ana, %{x}',
			'Dear Łukasz, %{x}',
			'Dear $& %{name}, %{x}',
		]);
	});

	it.each([
		['160 GSM characters', 'a'.repeat(160), 'GSM-7', 160, 1],
		['161 GSM characters', 'a'.repeat(161), 'GSM-7', 161, 2],
		['306 GSM characters', 'a'.repeat(306), 'GSM-7', 306, 2],
		['307 GSM characters', 'a'.repeat(307), 'GSM-7', 307, 3],
		['euro signs, which count two', '€'.repeat(80), 'GSM-7', 160, 1],
		['euro signs that no part splits', '€'.repeat(153), 'GSM-7', 306, 3],
		['70 characters with one beyond GSM', `${'a'.repeat(69)}ł`, 'UCS-2', 70, 1],
		['71 characters with one beyond GSM', `${'a'.repeat(70)}ł`, 'UCS-2', 71, 2],
		['emoji that no part splits', '😀'.repeat(67), 'UCS-2', 134, 3],
		['an empty text', '', 'GSM-7', 0, 1],
	])('counts %s after substitution', async (_, text, encoding, units, segments) => {
		const run = await node.run(
			{
				...smsForm({
					messageHolder: '%{text}',
					...deliveries({
						phoneNumber: PHONE,
						...replacements({ text: '={{ $json.t }}' }),
					}),
				}),
				...previewed,
			},
			{ items: [{ t: text }] },
		);
		expect(node.service.requests).toEqual([]);
		expect(run.output.map(({ json }) => json)).toMatchObject([
			{ segments, messages: [{ phone_number: PHONE, text, encoding, units, segments }] },
		]);
	});

	it('gives the exact request of push notifications', async () => {
		const run = await node.run({
			...pushForm({ additionalFields: { alert: '', badge: 0 } }),
			...previewed,
		});
		expect(node.service.requests).toEqual([]);
		expect(run.output).toEqual([
			{
				json: {
					method: 'POST',
					url: `${node.service.url}/v2/account/aurora-hotels/push/deliveries`,
					body: {
						app_id: 'guest-app',
						subject: 'Aurora',
						message_holder: 'Your room is ready',
						start_now: true,
						alert: '',
						badge: 0,
						deliveries: [{ device_id: 'phone-1', replacements: {} }],
					},
					deliveries: 1,
				},
				pairedItem: [{ item: 0 }],
			},
		]);
		expect(run.hints.map(({ message }) => message)).toEqual([hint]);
		expect(holdsSecret(run.data)).toBe(false);
	});

	it('needs no master secret', async () => {
		const credential = { ...node.credential, masterSecret: '' };
		const run = await node.run({ ...smsForm(), ...previewed }, { credential });
		expect(run.output.map(({ json }) => json.deliveries)).toEqual([1]);
		expect(node.service.requests).toEqual([]);
	});

	it('checks items as sending does', async () => {
		const run = await node.run({ ...smsForm(deliveries({ phoneNumber: '+0' })), ...previewed });
		expect(run.status).toBe('error');
		expect(run.output).toEqual([]);
		expect(node.service.requests).toEqual([]);
	});
});
