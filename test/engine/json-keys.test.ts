import { contactForm, contactsInJson } from './import-forms';
import { jsonDeliveries } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectStopped, type Refusal } from './one-wrong-item';
import { sms } from './text-forms';

describe('JSON', () => {
	const node = new NodeRunner();

	describe('of a contact in JSON', () => {
		const json = (value: unknown) => contactForm(contactsInJson(value));

		it.each([
			['first_name', 'name_first'],
			['firstName', 'name_first'],
			['postcode', 'zip'],
			['Email', 'email'],
			['phoneCountrycode', 'phone_countrycode'],
		])('can’t have a key that is nearly known: %s', async (key, near) => {
			const refusal: Refusal = [`Contacts (JSON), 1, ${key}`, 'nearKey', near];
			await expectStopped(node, json([{ gender: 'male', [key]: 'x' }]), refusal);
		});

		it('may have custom fields, also like a field that it has', async () => {
			const sent = { email: 'a@b.example', room: 1, mail: 'b', loyalty_points: 3, id: 5 };
			await node.run(json([sent]));
			expect(node.bodies).toMatchObject([{ contacts: [sent] }]);
		});

		it('has errors with its keys', async () => {
			await expectStopped(node, json([{ room: 1 }]), [
				'Contacts (JSON), 1',
				'unidentified',
				'user_id',
			]);
		});

		it('of recipients has keys near a known one as an error', async () => {
			const form = sms(jsonDeliveries([{ phoneNumber: '+34600123456' }]));
			const refusal: Refusal = [
				'Recipients (JSON), 1, phoneNumber',
				'unknownKey',
				'Did you mean phone_number?',
			];
			await expectStopped(node, form, refusal);
		});
	});
});
