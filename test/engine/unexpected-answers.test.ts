import type { IDataObject } from 'n8n-workflow';
import { contactHint } from '../../nodes/CrmMessaging/catalogue/contacts';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { contactForm, contactsInJson, purchaseForm } from './import-forms';
import { linksOf, NodeRunner } from './node-runner';
import { hintText } from './sentences';

describe('the answer to a create request', () => {
	const node = new NodeRunner();
	const people = [{ user_id: 'g-1' }, { user_id: 'g-2' }];
	const contacts = contactForm(contactsInJson('={{ $json }}'));
	const purchase = purchaseForm(contactsInJson('={{ $json }}'));
	const hotel = {
		resource: 'hotel',
		operation: 'create',
		uuid: 'h-1',
		name: 'Aurora',
		itemsFrom: 'json',
		itemsJson: '[{ "language": "en", "data": { "text": "a" } }]',
	};
	const job = { _id: 'b-1', number_of_contacts: 2, number_of_purchase: 0, status: 'queued' };
	const sold = { ...job, number_of_contacts: 1, number_of_purchase: 1 };
	const counting = (number_of_contacts: unknown) => ({ ...job, number_of_contacts });
	const selling = (number_of_purchase: unknown) => ({ ...sold, number_of_purchase });
	const inHotel = (hotel_data: IDataObject) => ({ hotel_data: { uuid: 'h-1', ...hotel_data } });
	const forms = {
		contacts: { form: contacts, items: people, recipients: 'g-1, g-2 (items 0–1)' },
		purchase: { form: purchase, items: people.slice(0, 1), recipients: 'R-1 (item 0)' },
		hotel: { form: hotel, items: people.slice(0, 1), recipients: 'h-1 (item 0)' },
	};

	it.each<[name: keyof typeof forms, answer: object, hint?: Sentence]>([
		['contacts', job],
		['contacts', { _id: 'b-1' }],
		['contacts', { ...counting(null), error: null, errors: [] }],
		['contacts', counting('1'), contactHint.contactsMissing('1', '2')],
		['contacts', { ...job, _id: null }, contactHint.jobWithoutId()],
		['contacts', { bulk: { ...job, status: 'error' } }, contactHint.jobFailedAtOnce('error')],
		['contacts', { ...job, error: { message: 'invalid' } }, runHint.errorInAnswer('invalid')],
		['purchase', sold],
		['purchase', selling(0), contactHint.purchaseMissing()],
		['hotel', inHotel({ uuid: 'H-1', error: { en: 'a' }, status: { en: 'failed' } })],
		['hotel', inHotel({ uuid: 'h-2' }), contactHint.otherHotel('h-2')],
		['hotel', inHotel({ status: 'failed' }), contactHint.hotelFailed('{"status":"failed"}')],
	])(
		'adds a hint if it doesn’t match the request for the %s: %j',
		async (name, body, ...[hint]) => {
			const { form, items, recipients } = forms[name];
			node.service.faults.add({ action: { respond: { status: 201, body } } });
			const run = await node.run(form, { items });
			expect(run.status).toBe('success');
			expect(linksOf(run.output)).toEqual(items.map((_, index) => [index]));
			const named = hint && hintText({ ...hint, text: `${hint.text}: ${recipients}` });
			expect(run.hints).toMatchObject(named ? [{ message: named, type: 'danger' }] : []);
		},
	);
});
