import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runHint, entryFailure, contactReason } from '../../../nodes/CrmMessaging/catalogue/runs';
import { hintOf } from '../../../nodes/CrmMessaging/engine/hints';
import { joinContacts } from '../../../nodes/CrmMessaging/callbacks/contacts';
import {
	outputOf,
	type RequestOutcomes,
	rangesOf,
	type SentContact,
	type SentRecord,
} from '../../../nodes/CrmMessaging/wait/outcome';

import { observed, shapes, unreadable } from './callback-shapes';

const job = { _id: 'job-1' };
const why = 'Nobody called.';
const sent = (...said: IDataObject[]): SentContact[] =>
	said.map((one, item) => ({ item, said: one }));
const callback = (valid: IDataObject[], failed: IDataObject[] = []): IDataObject => ({
	contacts_valid_count: valid.length,
	contacts_failed_count: failed.length,
	valid_contacts: valid,
	failed_contacts: failed,
});
const summary = { contacts_valid_count: 1, contacts_failed_count: 0 };

describe('what a callback says of contacts', () => {
	it.each<[by: string, sent: IDataObject, told: IDataObject]>([
		['user id', { user_id: 'g-1', email: 'a@b.c' }, { user_id: 'g-1', email: 'other@b.c' }],
		['user id, be it a number', { user_id: 'g-1' }, { user_id: 'g-1' }],
		[
			'e-mail address, whatever its case',
			{ email: 'A@b.c' },
			{ user_id: null, email: 'a@B.c' },
		],
		['phone', { phone: '+34600123456' }, { phone_countrycode: '34', phone_number: 600123456 }],
	])('is joined by %s', (_, said, told) => {
		const { outcomes, left } = joinContacts(sent(said), callback([told]), job, why);
		expect(outcomes).toMatchObject([{ bulk_id: 'job-1', valid: true, callback: summary }]);
		expect(left).toEqual([]);
	});

	it('is not joined where it contradicts, and is given beside', () => {
		const told = { user_id: 'g-2', email: 'a@b.c' };
		const { outcomes, left } = joinContacts(
			sent({ user_id: 'g-1', email: 'a@b.c' }),
			callback([told]),
			job,
			why,
		);
		expect(outcomes).toMatchObject([{ user_id: 'g-1', valid: null }]);
		expect(outcomes[0]!.reason).toBe(contactReason.notNamed);
		expect(left).toMatchObject([told]);
	});

	it('says why a contact failed', () => {
		const failed = { contact: { user_id: 'g-1' }, errors: ['no address', 'no name'] };
		const { outcomes } = joinContacts(
			sent({ user_id: 'g-1' }),
			callback([], [failed]),
			job,
			why,
		);
		expect(outcomes).toMatchObject([{ valid: false, reason: 'no address, no name' }]);
	});

	it('holds for all, where it names none and none failed', () => {
		const { outcomes } = joinContacts(sent({ email: 'a@b.c' }), { ...summary }, job, why);
		expect(outcomes).toMatchObject([{ valid: true, email: 'a@b.c' }]);
	});

	it.each([
		[1, undefined, null],
		[1, null, null],
		[1, '', null],
		[0, 0, null],
		[0, 1, null],
		[1, 1, null],
		[2, 0, true],
		[undefined, 0, true],
		[null, 0, null],
		[0, 2, false],
		[undefined, 2, null],
	])('counts %j valid and %j failed of two that it does not name as %j', (valid, failed, is) => {
		const counts = { contacts_valid_count: valid, contacts_failed_count: failed };
		const said = JSON.parse(JSON.stringify(counts)) as IDataObject;
		const { outcomes } = joinContacts(sent({ email: 'a' }, { email: 'b' }), said, job, why);
		expect(outcomes.map((one) => one.valid)).toEqual([is, is]);
		expect(outcomes.map(({ reason }) => reason === undefined)).toEqual([is, is].map(Boolean));
	});

	it('says what became of a contact and of which job it is, whatever its fields are called', () => {
		const contact = { user_id: 'g-1', valid: true, bulk_id: 'of the guest' };
		const failed = { contact, error: 'no phone' };
		const said = callback([], [failed]);
		const { outcomes } = joinContacts(sent({ user_id: 'g-1' }), said, job, why);
		expect(outcomes).toMatchObject([{ valid: false, bulk_id: 'job-1', contact }]);
	});

	it('is unknown where none came', () => {
		const { outcomes } = joinContacts(sent({ email: 'a@b.c' }), null, job, why);
		expect(outcomes).toMatchObject([{ valid: null, callback: null, email: 'a@b.c' }]);
	});

	it('reaches every contact, in whatever order, also the same one twice', () => {
		const ids = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 });
		fc.assert(
			fc.property(ids, fc.func(fc.boolean()), (people, isValid) => {
				const contacts = sent(...people.map((id) => ({ user_id: `g-${id}` })));
				const told = [...new Set(people)].sort((one, other) => other - one);
				const [valid, failed] = [true, false].map((kind) =>
					told.filter((id) => isValid(id) === kind).map((id) => ({ user_id: `g-${id}` })),
				);
				const { outcomes, left } = joinContacts(
					contacts,
					callback(
						valid!,
						failed!.map((contact) => ({ contact, error: 'no' })),
					),
					job,
					why,
				);
				expect(outcomes.map((one) => one.valid)).toEqual(people.map((id) => isValid(id)));
				expect(left).toEqual([]);
			}),
		);
	});
});

describe('what a callback says in another shape', () => {
	const people = ['g-1', 'g-2', 'g-3'].map((user_id) => ({ user_id, email: `${user_id}@b.c` }));

	it.each(Object.entries(shapes))('is the same: %s', (_, shaped) => {
		for (const valid of [0, 1, 2, 3]) {
			const said = shaped(observed(people.slice(0, valid), people.slice(valid)));
			const { outcomes, left } = joinContacts(sent(...people), said, job, why);
			expect(outcomes.map((one) => [one.user_id, one.valid])).toEqual(
				people.map(({ user_id }, at) => [user_id, at < valid]),
			);
			expect(left).toEqual([]);
		}
	});

	it.each(unreadable)('is not known of: %s', (_, said) => {
		const { outcomes } = joinContacts(sent(...people.slice(0, 2)), said, job, why);
		expect(outcomes).toMatchObject([{ valid: null }, { valid: null }]);
		for (const { reason } of outcomes) expect(reason).toMatch(/^The callback /);
	});

	const bare = { valid: false };
	it.each<[what: string, contacts: IDataObject[], said: Array<boolean | null>, left: number]>([
		['the only one', [{ _id: 'c-1', ...bare }], [false], 0],
		['as many that all are the same', [bare, bare], [false, false], 0],
		['as many, with ids of their own', [bare, { _id: 'c-2', ...bare }], [false, false], 1],
		['as many of which one is not', [{ valid: true }, bare], [null, null], 2],
		['fewer', [bare], [null, null], 1],
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

	it('is joined to a contact that it names by a text alone', () => {
		const failed_contacts = ['g-1', 'G-2@b.c', '+34 600 123 456'];
		const contacts = sent({ user_id: 'g-1' }, { email: 'g-2@b.c' }, { phone: '+34600123456' });
		const { outcomes, left } = joinContacts(contacts, { failed_contacts }, job, why);
		expect(outcomes.map(({ valid }) => valid)).toEqual([false, false, false]);
		expect(left).toEqual([]);
	});

	it('is not known of those it calls valid, where it counts more failed ones than are left', () => {
		const [one, ...others] = people;
		const said = { ...observed(people), contacts_failed_count: 1 };
		const reason = 'The callback counts 1 failed contact, but names 0.';
		const { outcomes } = joinContacts(sent(...people), said, job, why);
		expect(outcomes).toMatchObject(people.map(() => ({ valid: null, reason })));
		const some = { ...observed(others), contacts_failed_count: 1 };
		const known = joinContacts(sent(...people), some, job, why).outcomes;
		expect(known.map(({ valid }) => valid)).toEqual([null, true, true]);
		const twice = { ...observed(others, [one!]), contacts_failed_count: 2 };
		const both = joinContacts(sent(one!, one!, ...others), twice, job, why).outcomes;
		expect(both.map(({ valid }) => valid)).toEqual([false, false, true, true]);
	});
});

describe('the output of a run that waited', () => {
	const record: SentRecord = {
		perItem: true,
		rejected: 'stays',
		inputCount: 5,
		results: [
			{ json: { _id: 'job-1', status: 'queued' }, items: [[0, 1]], mailbox: 'one' },
			{
				json: { _id: 'job-2' },
				items: [
					[1, 1],
					[3, 4],
				],
				mailbox: 'other',
			},
		],
		errors: [{ item: 2, json: { error: { message: 'no' } } }],
	};
	const contactsOfOther = [
		{ item: 1, said: { user_id: 'c' } },
		{ item: 3, said: { user_id: 'd' } },
	];
	const ofOne = callback([{ user_id: 'b' }, { user_id: 'a' }, { user_id: 'stranger' }]);
	const requests: RequestOutcomes = new Map([
		[
			'one',
			{
				contacts: sent({ user_id: 'a' }, { user_id: 'b' }),
				callback: ofOne,
				whyMissing: '',
			},
		],
		['other', { contacts: contactsOfOther, callback: null, whyMissing: why }],
	]);

	it('has one item for each input item at its place, and what is of nobody at the end', () => {
		const { items, hints } = outputOf(record, requests);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ user_id: 'a', valid: true, bulk_id: 'job-1' },
			{
				contacts: [
					{ user_id: 'b', valid: true },
					{ user_id: 'c', valid: null },
				],
			},
			{ error: { message: 'no' } },
			{ user_id: 'd', valid: null, reason: why, callback: null },
			{ _id: 'job-2', reason: why, callback: null },
			{ bulk_id: 'job-1', unmatchedContacts: [{ user_id: 'stranger' }] },
		]);
		expect(Object.keys(items[2]!.json)).toEqual(['error']);
		expect(items.slice(0, 5).map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
		expect(hints).toHaveLength(1);
	});

	it('has one item for each bulk job, with the whole callback, where the person wants it so', () => {
		const { items } = outputOf({ ...record, perItem: false }, requests);
		expect(items.map(({ json }) => json)).toEqual([
			{ _id: 'job-1', status: 'queued', callback: ofOne },
			{ _id: 'job-2', reason: why, callback: null },
			{ error: { message: 'no' } },
		]);
	});

	it('keeps an error that only leads what it says, also where a part was accepted', () => {
		const errors = [{ item: 0, json: { error: { message: 'no' } } }];
		const { items } = outputOf({ ...record, errors }, requests);
		expect(Object.keys(items[0]!.json)).toEqual(['error', 'details']);
		expect(items[0]!.json.details).toMatchObject({ contacts: [{ user_id: 'a' }] });
	});
});

describe('where a callback does not say what happened to a contact', () => {
	const recordOf = (rejected: SentRecord['rejected'], perItem = true): SentRecord => ({
		perItem,
		rejected,
		inputCount: 3,
		errors: [],
		results: [{ json: { _id: 'job-1' }, items: [[0, 2]], mailbox: 'one' }],
	});
	const contacts = sent({ user_id: 'a' }, { user_id: 'b' }, { user_id: 'c' });
	const called = (body: IDataObject | null): RequestOutcomes =>
		new Map([['one', { contacts, callback: body, whyMissing: why }]]);
	const said = callback([{ user_id: 'b' }]);
	const requests = called(said);
	const keys = 'contacts_valid_count, contacts_failed_count';
	const failureOf = (name: string) =>
		entryFailure.contactNotReported(`the contact ${name}`, keys);

	it('its item says so, and so does a hint, unless it is to fail', () => {
		const { items, hints, stopped } = outputOf(recordOf('stays'), requests);
		const reason = contactReason.notNamed;
		expect(items.map(({ json }) => json)).toMatchObject([
			{ user_id: 'a', valid: null, reason },
			{ user_id: 'b', valid: true },
			{ user_id: 'c', valid: null, reason },
		]);
		expect(hints).toEqual([runHint.contactsNotReported('2 contacts: a, c (items 0, 2)')]);
		expect(stopped).toBeUndefined();
	});

	it.each(['fails', 'leaves'] as const)('it is an error of its item that %s', (rejected) => {
		const { items } = outputOf(recordOf(rejected), requests);
		expect(items.map(({ json }) => (json.error as IDataObject | undefined)?.message)).toEqual([
			`${failureOf('a').text} [item 0]`,
			undefined,
			`${failureOf('c').text} [item 2]`,
		]);
		const error = { code: 'contactNotReported', outcome: 'unknown', recipients: ['a'] };
		expect(items[0]!.json).toMatchObject({ error, details: { contacts: [{ valid: null }] } });
	});

	it('it stops the workflow, and what it holds is named', () => {
		const { stopped } = outputOf(recordOf('stops'), requests);
		const { code, text, advice } = failureOf('a');
		expect(stopped).toMatchObject({
			first: { items: [0], failure: { code, message: text, advice } },
			outcomes: {
				accepted: [{ recipient: 'b' }],
				unknown: [{ recipient: 'a' }, { recipient: 'c' }],
			},
		});
	});

	it.each(unreadable)(
		'it is never green where rejected contacts are to fail: %s',
		(_, unread) => {
			const { stopped } = outputOf(recordOf('stops'), called(unread));
			expect(stopped?.first.failure.kind).toBe('outcomeUnknown');
		},
	);

	it('a bulk job says whose', () => {
		const { items } = outputOf(recordOf('stays', false), requests);
		expect(items[0]!.json).toMatchObject({
			callback: said,
			reason: hintOf(runHint.contactsNotReported('2 contacts: a, c')).message,
		});
	});

	it('is the reason of no contact that was not called back', () => {
		for (const rejected of ['stays', 'stops'] as const) {
			const { items, stopped } = outputOf(recordOf(rejected), called(null));
			expect(items.map(({ json }) => json.reason)).toEqual([why, why, why]);
			expect(stopped).toBeUndefined();
		}
	});
});

describe('indices as ranges', () => {
	it('are the same indices', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.nat(50)), (given) => {
				const items = given.sort((one, other) => one - other);
				const back = rangesOf(items).flatMap(([first, last]) =>
					Array.from({ length: last - first + 1 }, (_, at) => first + at),
				);
				expect(back).toEqual(items);
			}),
		);
	});
});
