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

describe('what a callback says of contacts', () => {
	it.each<[what: string, sent: IDataObject, told: IDataObject, is?: object, left?: object]>([
		['by user ID', { ...id, email: 'a@b.c' }, callback([{ ...id, email: 'x@b.c' }])],
		['by email in any case', { email: 'A@b.c' }, callback([{ user_id: null, email: 'a@B.c' }])],
		['by phone', { phone: '+34600123456' }, callback([parted])],
		['in any case of its keys', id, callback([{ userId: 'g-1' }])],
		['by a text that is a user ID', id, { valid_contacts: ['g-1'] }],
		['by a text that is an email', { email: 'g-2@b.c' }, { valid_contacts: ['G-2@b.c'] }],
		['by a text that is a number', { phone: '+34600' }, { valid_contacts: ['+34 600'] }],
		[
			'not if it contradicts',
			{ ...id, email: 'a@b.c' },
			callback([contradicting]),
			{ valid: null, reason: contactReason.notNamed },
			contradicting,
		],
		[
			'with its reasons, whatever its fields are called',
			id,
			{ failed_contacts: [noAddress] },
			{ valid: false, reason: 'a, b', bulk_id: 'job-1', contact: noAddress.contact },
		],
	])('is joined %s', (_, said, told, is = { bulk_id: 'job-1', valid: true }, ...others) => {
		// With another contact in question, only its names can join it.
		const { outcomes, left } = joinContacts(sent(said, { user_id: 'g-9' }), told, job, why);
		expect(outcomes[0]).toMatchObject(is);
		expect(left).toMatchObject(others);
	});

	it('is unknown if none came', () => {
		const said = { email: 'a@b.c' };
		const none = joinContacts(sent(said), null, job, why);
		expect(none.outcomes).toMatchObject([{ valid: null, callback: null, ...said }]);
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
	])('counts %j valid and %j failed of two that it does not name as %j', (valid, failed, is) => {
		const counts = { contacts_valid_count: valid, contacts_failed_count: failed };
		const said = JSON.parse(JSON.stringify(counts)) as IDataObject;
		const { outcomes } = joinContacts(sent({ email: 'a' }, { email: 'b' }), said, job, why);
		expect(outcomes).toMatchObject([
			{ valid: is, email: 'a' },
			{ valid: is, email: 'b' },
		]);
		expect(outcomes.map(({ reason }) => reason === undefined)).toEqual([is, is].map(Boolean));
	});

	it('reaches every contact, in whatever order, also the same one twice', () => {
		const ids = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 });
		forAll(ids, fc.func(fc.boolean()), (people, isValid) => {
			const named = (id: number) => ({ user_id: `g-${id}` });
			const told = [...new Set(people)].sort((one, other) => other - one);
			const valid = told.filter((id) => isValid(id)).map(named);
			const failed = told.filter((id) => !isValid(id)).map(named);
			const said = callback(valid, failed);
			const { outcomes, left } = joinContacts(sent(...people.map(named)), said, job, why);
			expect(outcomes.map((one) => one.valid)).toEqual(people.map((id) => isValid(id)));
			expect(left).toEqual([]);
		});
	});
});

describe('a callback that names no one, or counts otherwise', () => {
	const people = ['g-1', 'g-2', 'g-3'].map((user_id) => ({ user_id, email: `${user_id}@b.c` }));

	const bare = { valid: false };
	const because = (error: string) => ({ ...bare, error });
	it.each<[what: string, contacts: IDataObject[], said: Array<boolean | null>, left: number]>([
		['the only one', [{ _id: 'c-1', ...bare }], [false], 0],
		['as many that all are the same', [bare, bare], [false, false], 0],
		['as many, with ids of their own', [bare, { _id: 'c-2', ...bare }], [false, false], 1],
		['as many, one valid', [{ valid: true, reason: 'a' }, because('a')], [null, null], 2],
		['as many with reasons of their own', [because('a'), because('b')], [null, null], 2],
		['fewer', [bare], [null, null], 1],
		['more than the rest', [{ user_id: 'g-2', valid: true }, bare, bare], [null, true], 2],
		['the rest', [{ user_id: 'g-2', valid: true }, bare], [false, true], 0],
	])(
		'is joined without names where the order does not matter: %s',
		(_, contacts, said, others) => {
			const some = sent(...people.slice(0, said.length));
			const { outcomes, left } = joinContacts(some, { contacts }, job, why);
			expect(outcomes.map(({ valid }) => valid)).toEqual(said);
			expect(left).toHaveLength(others);
		},
	);

	it('is not known of those it calls valid, where it counts more failed ones than are left', () => {
		const [one, ...others] = people;
		const said = { ...callback(people), contacts_failed_count: 1 };
		const reason = 'The callback counts 1 failed contact, but names 0.';
		const { outcomes } = joinContacts(sent(...people), said, job, why);
		expect(outcomes).toMatchObject(people.map(() => ({ valid: null, reason })));
		const some = { ...callback(others), contacts_failed_count: 1 };
		const known = joinContacts(sent(...people), some, job, why).outcomes;
		expect(known.map(({ valid }) => valid)).toEqual([null, true, true]);
		const twice = { ...callback(others, [one!]), contacts_failed_count: 2 };
		const both = joinContacts(sent(one!, one!, ...others), twice, job, why).outcomes;
		expect(both.map(({ valid }) => valid)).toEqual([false, false, true, true]);
	});
});
