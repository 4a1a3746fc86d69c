import { contactReason } from '../../../nodes/CrmMessaging/catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { readReport, outputOfCallback } from '../../../nodes/CrmMessaging/callbacks/report';
import { callback as observed, shapes, unreadable } from './callback-shapes';
import { processorTime } from '../../processor-time';

const callback = { account_id: '42', contacts_valid_count: 1 };
const contactsOf = (lists: object) => readReport({ ...callback, ...lists }).contacts;
const failed = (entry: object) => contactsOf({ failed_contacts: [entry] })[0];

describe('a callback', () => {
	it.each<IDataObject>([
		{ contacts_failed_count: 0 },
		{ transaction_code: 'R-1' },
		{ valid_contacts: [], purchase: {} },
		{ contacts_valid_count: 1, data: { contacts_failed_count: 3 } },
	])('is one unchanged item if it has only counts or a purchase: %j', (body) => {
		expect(outputOfCallback(body, 'contact')).toEqual([body]);
	});

	it.each<[body: IDataObject, contacts: object[]]>([
		[{ user_id: 'g-1', valid: 'true' }, [{ user_id: 'g-1', valid: true }]],
		[{ body: [{ valid: true }, { valid: false }] }, [{ valid: true }, { valid: false }]],
		[{ contacts: ['g-1'], data: { valid_contacts: ['g-2'] } }, [{ contact: 'g-2' }]],
	])('has its contacts found in %j', (body, contacts) => {
		expect(outputOfCallback(body, 'contact')).toMatchObject(contacts);
	});

	it('becomes an item for each contact, accepted ones first', () => {
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

	it('shows each contact’s result, even if the contact has fields with reserved names', () => {
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
		[{ user_id: 'g-1', email: 'a' }, [undefined]],
		['id-7', []],
	])('with the contacts %j becomes items for %j', (valid_contacts, contacts) => {
		expect(contactsOf({ valid_contacts }).map(({ contact }) => contact)).toEqual(contacts);
	});

	it('uses its list of all contacts only if all are objects and other lists are empty', () => {
		const [one, other] = [{ user_id: 'g-1' }, { user_id: 'g-2', valid: true }];
		expect(contactsOf({ contacts: [other] })).toMatchObject([other]);
		expect(contactsOf({ contacts: [other, 'g-1'] })).toEqual([]);
		const contacts = [one, other];
		expect(contactsOf({ valid_contacts: [one], contacts })).toEqual([
			{ valid: true, ...one, callback: { ...callback, contacts } },
		]);
	});

	it('is found in a wrapped object only if no other object has counts', () => {
		const counts = { contacts_valid_count: 0, contacts_failed_count: 3 };
		const reason = 'The callback counts 3 failed contacts, but names 0.';
		expect(outputOfCallback({ data: counts }, 'contact')).toMatchObject([{ reason }]);
		const several = { data: counts, more: counts };
		expect(outputOfCallback(several, 'contact')).not.toMatchObject([{ reason }]);
	});

	it.each<[entry: object, reason: string]>([
		[
			{ error: 'a', errors: { email: 'b', phone: ['c', 'd'] } },
			'a, email: b, phone: c, phone: d',
		],
		[{ error: 7 }, '7'],
		[{ error: null }, ''],
	])('reads from %j the reason %j', (entry, reason) => {
		expect(failed(entry)).toStrictEqual({ valid: false, reason, callback });
	});

	const people = ['g-1', 'g-2', 'g-3', 'g-4'].map((user_id) => ({
		user_id,
		email: `${user_id}@b.c`,
	}));
	const splits = [0, 1, 4].map((valid) => [valid, 4 - valid]);
	const idOf = ({ user_id, 'User-Id': other }: IDataObject) => user_id ?? other;

	it.each(Object.entries(shapes))('has the same contacts in every shape: %s', (_, shaped) => {
		for (const [valid = 0, failed = 0] of splits) {
			const reported = observed(people.slice(0, valid), people.slice(valid, valid + failed));
			const items = outputOfCallback(shaped(reported), 'contact');
			expect(items.map((item) => [idOf(item), item.valid, item.reason])).toEqual([
				...people.slice(0, valid).map(({ user_id }) => [user_id, true, undefined]),
				...people
					.slice(valid, valid + failed)
					.map(({ user_id }) => [user_id, false, 'no address']),
			]);
			expect(outputOfCallback(shaped(reported), 'callback')).toEqual([shaped(reported)]);
		}
	});

	it('keeps its data next to the contacts at the same path', () => {
		const reported = {
			event: 'done',
			data: { ...callback, note: 'x', contacts: [{ user_id: 'g-1', valid: true }] },
		};
		expect(outputOfCallback(reported, 'contact')).toEqual([
			{
				valid: true,
				user_id: 'g-1',
				callback: { event: 'done', data: { ...callback, note: 'x' } },
			},
		]);
		expect(
			outputOfCallback({ ...observed([], people.slice(0, 1)), contacts: [7] }, 'contact'),
		).toMatchObject([{ valid: false, callback: { contacts: [7] } }]);
	});

	it.each(unreadable)('without a readable result explains so in its items: %s', (_, reported) => {
		for (const item of outputOfCallback(reported, 'contact')) {
			if (item.valid === true) continue;
			expect(item.reason).toMatch(/^The callback (doesn’t|names no|counts)/);
		}
		expect(JSON.stringify(outputOfCallback(reported, 'contact'))).toContain('"reason"');
		expect(outputOfCallback(reported, 'callback')).toEqual([reported]);
	});

	it('has an item for failed contacts that it counts but doesn’t name', () => {
		const reported = { ...observed(people.slice(0, 1)), contacts_failed_count: 3 };
		const missing = {
			valid: false,
			reason: 'The callback counts 3 failed contacts, but names 0.',
		};
		expect(outputOfCallback(reported, 'contact')).toMatchObject([{ valid: true }, missing]);
		const none = { contacts_valid_count: 0, contacts_failed_count: 3 };
		expect(outputOfCallback(none, 'contact')).toEqual([{ ...none, ...missing }]);
		const nothing = { contacts_valid_count: 2, contacts_failed_count: 0 };
		expect(outputOfCallback(nothing, 'contact')).toEqual([nothing]);
	});

	it.each<[reported: IDataObject, valid: boolean | null, reason: string | undefined]>([
		[{ valid: true, errors: ['no phone'] }, false, 'no phone'],
		[{ Valid: 'TRUE' }, true, undefined],
		[{ valid: true, error: null, errors: [] }, true, undefined],
		[{ valid: false, reason: 'no phone' }, false, 'no phone'],
		[{ isValid: 'false' }, false, ''],
		[{ valid: {} }, null, contactReason.noVerdict],
	])('reads the contact %j of a flat list', (reported, valid, reason) => {
		const [item] = outputOfCallback({ contacts: [{ user_id: 'g-1', ...reported }] }, 'contact');
		expect(item).toMatchObject({ user_id: 'g-1', valid });
		expect(item!.reason).toBe(reason);
		expect(item).not.toHaveProperty('contact');
	});

	it('is read in linear time', () => {
		const elapsed = processorTime();
		const many = (count: number, value: (index: number) => unknown) =>
			Object.fromEntries(
				Array.from({ length: count }, (_, index) => [`k${index}`, value(index)]),
			);
		outputOfCallback(many(50_000, () => ({ valid_contacts: [] })) as IDataObject, 'contact');
		outputOfCallback({ data: many(50_000, String) }, 'contact');
		outputOfCallback({ contacts: '['.repeat(500_000) }, 'contact');
		expect(elapsed()).toBeLessThan(3000);
	});
});
