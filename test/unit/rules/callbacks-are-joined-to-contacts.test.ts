import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { contactReason } from '../../../nodes/CrmMessaging/catalogue/runs';
import { joinContacts } from '../../../nodes/CrmMessaging/callbacks/contacts';
import { callback, sent } from './callback-shapes';
import { forAll } from './rule';

const job = { _id: 'job-1' };
const why = 'No one called.';

const id = { user_id: 'g-1' };
const parted = { phone_countrycode: '34', phone_number: 600123456 };
const contradicting = { user_id: 'g-2', email: 'a@b.c' };
const noAddress = { contact: { ...id, valid: true, bulk_id: 'own' }, errors: ['a', 'b'] };

describe('a contact’s result in a callback', () => {
	it.each<
		[how: string, contact: IDataObject, reported: IDataObject, expected?: object, left?: object]
	>([
		['by user ID', { ...id, email: 'a@b.c' }, callback([{ ...id, email: 'x@b.c' }])],
		['by email in any case', { email: 'A@b.c' }, callback([{ user_id: null, email: 'a@B.c' }])],
		['by phone', { phone: '+34600123456' }, callback([parted])],
		['with keys in any case', id, callback([{ userId: 'g-1' }])],
		['by a text that is a user ID', id, { valid_contacts: ['g-1'] }],
		['by a text that is an email', { email: 'g-2@b.c' }, { valid_contacts: ['G-2@b.c'] }],
		['by a text that is a number', { phone: '+34600' }, { valid_contacts: ['+34 600'] }],
		[
			'not if another field contradicts',
			{ ...id, email: 'a@b.c' },
			callback([contradicting]),
			{ valid: null, reason: contactReason.notNamed },
			contradicting,
		],
		[
			'with its reasons, even if the contact has fields with reserved names',
			id,
			{ failed_contacts: [noAddress] },
			{ valid: false, reason: 'a, b', bulk_id: 'job-1', contact: noAddress.contact },
		],
	])(
		'is joined %s',
		(_, contact, reported, expected = { bulk_id: 'job-1', valid: true }, ...expectedLeft) => {
			// With a second contact, only an identifier can join the first.
			const { outcomes, left } = joinContacts(
				sent(contact, { user_id: 'g-9' }),
				reported,
				job,
				why,
			);
			expect(outcomes[0]).toMatchObject(expected);
			expect(left).toMatchObject(expectedLeft);
		},
	);

	it('is unknown for contacts that a callback counts as valid, but doesn’t list', () => {
		const reported = { ...callback([{ user_id: 'b' }]), contacts_valid_count: 3 };
		const contacts = ['a', 'b', 'c'].map((user_id) => ({ user_id }));
		const { outcomes } = joinContacts(sent(...contacts), reported, job, why);
		expect(outcomes.map(({ valid }) => valid)).toEqual([null, true, null]);
	});

	it('is joined in order if the same contact was sent and reported twice', () => {
		const reported = callback([1, 2].map((_id) => ({ ...id, _id })));
		const { outcomes, left } = joinContacts(sent(id, id), reported, job, why);
		expect(outcomes.map(({ _id }) => _id)).toEqual([1, 2]);
		expect(left).toEqual([]);
	});

	it('is unknown without a callback', () => {
		const contact = { email: 'a@b.c' };
		const none = joinContacts(sent(contact), null, job, why);
		expect(none.outcomes).toMatchObject([{ valid: null, callback: null, ...contact }]);
	});

	it.each([
		[1, undefined, null],
		[0, 0, null],
		[0, 1, null],
		[2, 0, true],
		[undefined, 0, true],
		[null, 0, null],
		[0, 2, false],
		[undefined, 2, null],
	])(
		'with only counts for two contacts, %j valid and %j failed, is %j',
		(valid, failed, expected) => {
			const counts = { contacts_valid_count: valid, contacts_failed_count: failed };
			const reported = JSON.parse(JSON.stringify(counts)) as IDataObject;
			const { outcomes } = joinContacts(
				sent({ email: 'a' }, { email: 'b' }),
				reported,
				job,
				why,
			);
			expect(outcomes).toMatchObject([
				{ valid: expected, email: 'a' },
				{ valid: expected, email: 'b' },
			]);
			expect(outcomes.map(({ reason }) => reason === undefined)).toEqual(
				[expected, expected].map(Boolean),
			);
		},
	);

	it('is joined to every contact in any order, also to a duplicate', () => {
		const ids = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 });
		forAll(ids, fc.func(fc.boolean()), (people, isValid) => {
			const named = (id: number) => ({ user_id: `g-${id}` });
			const reportedIds = [...new Set(people)].sort((one, other) => other - one);
			const valid = reportedIds.filter((id) => isValid(id)).map(named);
			const failed = reportedIds.filter((id) => !isValid(id)).map(named);
			const reported = callback(valid, failed);
			const { outcomes, left } = joinContacts(sent(...people.map(named)), reported, job, why);
			expect(outcomes.map((one) => one.valid)).toEqual(people.map((id) => isValid(id)));
			expect(left).toEqual([]);
		});
	});
});

describe('a callback without names, or with contradicting counts', () => {
	const people = ['g-1', 'g-2', 'g-3'].map((user_id) => ({ user_id, email: `${user_id}@b.c` }));

	const bare = { valid: false };
	const because = (error: string) => ({ ...bare, error });
	it.each<[what: string, contacts: IDataObject[], valid: Array<boolean | null>, left: number]>([
		['the only one', [{ _id: 'c-1', ...bare }], [false], 0],
		['as many, all the same', [bare, bare], [false, false], 0],
		['as many, with different IDs', [bare, { _id: 'c-2', ...bare }], [false, false], 1],
		['as many, one valid', [{ valid: true, reason: 'a' }, because('a')], [null, null], 2],
		['as many, with different reasons', [because('a'), because('b')], [null, null], 2],
		['fewer', [bare], [null, null], 1],
		['more than the rest', [{ user_id: 'g-2', valid: true }, bare, bare], [null, true], 2],
		['exactly the rest', [{ user_id: 'g-2', valid: true }, bare], [false, true], 0],
	])(
		'is joined without names if the order doesn’t matter: %s',
		(_, contacts, expected, leftCount) => {
			const sentContacts = sent(...people.slice(0, expected.length));
			const { outcomes, left } = joinContacts(sentContacts, { contacts }, job, why);
			expect(outcomes.map(({ valid }) => valid)).toEqual(expected);
			expect(left).toHaveLength(leftCount);
		},
	);

	it('leaves its valid contacts unknown if it counts more failed ones than remain', () => {
		const [one, ...others] = people;
		const tooMany = { ...callback(people), contacts_failed_count: 1 };
		const reason = 'The callback counts 1 failed contact, but names 0.';
		const { outcomes } = joinContacts(sent(...people), tooMany, job, why);
		expect(outcomes).toMatchObject(people.map(() => ({ valid: null, reason })));
		const matching = { ...callback(others), contacts_failed_count: 1 };
		const known = joinContacts(sent(...people), matching, job, why).outcomes;
		expect(known.map(({ valid }) => valid)).toEqual([null, true, true]);
		const twice = { ...callback(others, [one!]), contacts_failed_count: 2 };
		const both = joinContacts(sent(one!, one!, ...others), twice, job, why).outcomes;
		expect(both.map(({ valid }) => valid)).toEqual([false, false, true, true]);
	});
});
