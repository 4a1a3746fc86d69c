import { contactsIn, outputOfCallback } from '../../../nodes/CrmMessaging/callback/output';

const callback = { account_id: '42', contacts_valid_count: 1 };
const contactsOf = (lists: object) => contactsIn({ ...callback, ...lists });
const failed = (entry: object) => contactsOf({ failed_contacts: [entry] })[0];

describe('a callback', () => {
	it('is one item as it is', () => {
		const body = { ...callback, valid_contacts: [{ email: 'a' }] };
		expect(outputOfCallback(body, 'callback')).toEqual([body]);
	});

	it('is one item, too, where it names no contact', () => {
		const body = { ...callback, valid_contacts: [], purchase: { transaction_code: 'R-1' } };
		expect(outputOfCallback(body, 'contact')).toEqual([body]);
		expect(outputOfCallback({ ...body, failed_contacts: ['id-9'] }, 'contact')).toHaveLength(1);
	});

	it('is an item for each contact, those that were taken first', () => {
		const failed_contacts = [
			{ contact: { email: 'b' }, error: 'no phone', line: 2 },
			{ contact: 'id-8' },
			'id-9',
		];
		const valid_contacts = [{ email: 'a' }, 'id-7'];
		expect(contactsOf({ failed_contacts, valid_contacts })).toEqual([
			{ valid: true, email: 'a', callback },
			{ valid: true, contact: 'id-7', callback },
			{ valid: false, reason: 'no phone', email: 'b', line: 2, callback },
			{ valid: false, reason: '', contact: 'id-8', callback },
			{ valid: false, reason: '', contact: 'id-9', callback },
		]);
	});

	it('says what became of a contact, whatever its account calls its fields', () => {
		const contact = { email: 'b', valid: true, reason: 'holiday', callback: 'at noon' };
		const failed_contacts = [{ contact, error: 'no phone' }];
		const valid_contacts = [{ email: 'a', valid: false }, { reason: 'holiday' }];
		expect(contactsOf({ failed_contacts, valid_contacts })).toEqual([
			{ valid: true, email: 'a', contact: valid_contacts[0], callback },
			{ valid: true, reason: 'holiday', callback },
			{ valid: false, reason: 'no phone', email: 'b', contact, callback },
		]);
	});

	it.each([
		[{ 3: 'id-7', 5: 'id-8' }, ['id-7', 'id-8']],
		['id-7', []],
		[undefined, []],
	])('with the contacts %j has the items %j', (valid_contacts, contacts) => {
		expect(contactsOf({ valid_contacts }).map(({ contact }) => contact)).toEqual(contacts);
	});

	it.each<[entry: object, reason: string]>([
		[{ error: 'a' }, 'a'],
		[{ errors: ['a', null, { message: 'b' }] }, 'a, b'],
		[{ error: 'a', errors: { email: 'b', phone: ['c', 'd'] } }, 'a, email: b, phone: c, d'],
		[{ error: { error: 'a', message: 'b' } }, 'a'],
		[{ error: { error: null, message: { message: 7 } } }, '7'],
		[{ error: null }, ''],
	])('says of %j that the reason is %j', (entry, reason) => {
		expect(failed(entry)).toStrictEqual({ valid: false, reason, callback });
	});
});
