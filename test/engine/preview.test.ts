import { account } from './running-service';
import { deliveries, hintsOf, phoneOf, pushBody, pushForm } from './message-forms';
import { replacements, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

const hint = 'This is a preview: nothing was sent. Remove the option Preview to send.';
const previewed = { options: { preview: true } };

describe('a preview', () => {
	const node = new NodeRunner();
	const holdsSecret = (value: unknown): boolean =>
		[account.accountSecret, account.masterSecret].some((secret) =>
			JSON.stringify(value).includes(secret),
		);

	it('gives the exact requests of SMS that sending would make, with texts and parts, and sends nothing', async () => {
		const parameters = smsForm({
			messageHolder: 'Dear %{name}, %%{x}',
			schedule: 'at',
			startAt: '2031-07-15T09:30:00',
			...deliveries({
				phoneNumber: '={{ $json.phone }}',
				...replacements({ name: '={{ $json.name }}' }),
			}),
		});
		const names = ['Ana', 'Łukasz', '$& %{name}', '€'.repeat(153)];
		const items = names.map((name, index) => ({ name, phone: phoneOf(index + 1) }));
		const options = { items, settings: { timezone: 'Europe/Madrid' } };
		const run = await node.run(
			{ ...parameters, options: { preview: true, batchSize: 3 } },
			options,
		);
		expect(node.service.requests).toEqual([]);
		expect(hintsOf(run)).toEqual([hint]);
		expect(linksOf(run.output)).toEqual([[0, 1, 2], [3]]);
		expect(holdsSecret(run.data)).toBe(false);

		await node.run({ ...parameters, options: { batchSize: 3 } }, options);
		const texts = node.service.state.smsDeliveries.map(({ text }) => text);
		expect(texts).toEqual(names.map((name) => `Dear ${name}, %{x}`));
		const message = (index: number, encoding: string, units: number, segments: number) => ({
			...{ phone_number: phoneOf(index + 1), text: texts[index], encoding, units, segments },
		});
		const request = (index: number) => ({
			method: 'POST',
			url: `${node.service.url}/v2/account/aurora-hotels/sms/deliveries`,
			body: node.bodies[index],
		});
		expect(run.output.map(({ json }) => json)).toEqual([
			{
				...{ ...request(0), deliveries: 3, segments: 3 },
				messages: [
					message(0, 'GSM-7', 16, 1),
					message(1, 'UCS-2', 17, 1),
					message(2, 'GSM-7', 25, 1),
				],
			},
			// A euro sign counts two, and braces count two as well.
			{
				...{ ...request(1), deliveries: 1, segments: 3 },
				messages: [message(3, 'GSM-7', 319, 3)],
			},
		]);
	});

	it('gives the exact request of push notifications', async () => {
		const additionalFields = { silentPush: true, badge: 0 };
		const run = await node.run({ ...pushForm({ additionalFields }), ...previewed });
		expect(node.service.requests).toEqual([]);
		expect(run.output).toEqual([
			{
				json: {
					method: 'POST',
					url: `${node.service.url}/v2/account/aurora-hotels/push/deliveries`,
					body: pushBody([{ device_id: 'phone-1' }], { alert: '', badge: 0 }),
					deliveries: 1,
				},
				pairedItem: [{ item: 0 }],
			},
		]);
		expect(hintsOf(run)).toEqual([hint]);
		expect(holdsSecret(run.data)).toBe(false);
	});

	it('needs no master secret, and checks items as sending does', async () => {
		const credential = { ...node.credential, masterSecret: '' };
		const run = await node.run({ ...smsForm(), ...previewed }, { credential });
		expect(run.output.map(({ json }) => json.deliveries)).toEqual([1]);
		const wrong = smsForm(deliveries({ phoneNumber: '+0' }));
		const refused = await node.run({ ...wrong, ...previewed }, { credential });
		expect([refused.status, refused.output]).toEqual(['error', []]);
		expect(node.service.requests).toEqual([]);
	});
});
