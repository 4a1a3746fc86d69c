import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	outputOfCallback,
	readCallback,
	readForm,
} from '../../../nodes/CrmMessaging/callbacks/callback';
import { withResults } from '../../../nodes/CrmMessaging/callbacks/results';
import { contactReason } from '../../../nodes/CrmMessaging/catalogue/runs';
import { isObject } from '../../../nodes/CrmMessaging/fields/values';
import { recipientNamed } from '../../../nodes/CrmMessaging/engine/recipient';
import { contactIdentity } from '../../../nodes/CrmMessaging/service/fields/contact';
import { ODD_CALLBACKS, ODD_FORMS } from '../../../playground/service/odd-answers';
import { rowOf, forAll } from './rule';

/** The service's callback for contacts, as observed. */
const callback = (valid: IDataObject[], failed: IDataObject[] = []) => ({
	contacts_valid_count: valid.length,
	contacts_failed_count: failed.length,
	valid_contacts: valid,
	failed_contacts: failed.map((contact) => ({ contact, error: 'no address' })),
});

const people = ['g-1', 'g-2'].map((user_id) => ({ user_id, email: `${user_id}@b.c` }));
const [ana, eva] = people as IDataObject[] as [IDataObject, IDataObject];
const head = { account_id: '42', timestamp: 1533909631, token: 'a'.repeat(50) };
const itemsOf = (body: IDataObject) => outputOfCallback(readCallback(body), 'contact');

describe('a callback', () => {
	it('becomes an item for each contact, valid ones first, with everything else', () => {
		const body = { ...head, ...callback([ana], [eva]) };
		const { valid_contacts, failed_contacts, ...rest } = body;
		expect(itemsOf(body)).toEqual([
			{ valid: true, reason: null, ...ana, callback: rest },
			{ valid: false, reason: 'no address', ...eva, callback: rest },
		]);
		expect(outputOfCallback(readCallback(body), 'callback')).toEqual([body]);
	});

	it.each<[reason: string, entry: object]>([
		['a, b', { errors: ['a', 'b'] }],
		['a, b', { error: 'a', errors: [{ error: 'b' }] }],
		['{"email":["b"]}', { errors: { email: ['b'] } }],
		['', { error: null }],
	])('shows the reason “%s” of a failed contact', (reason, entry) => {
		const body = { failed_contacts: [{ contact: ana, line: 2, ...entry }] };
		expect(itemsOf(body)).toEqual([{ valid: false, reason, ...ana, line: 2, callback: {} }]);
	});

	it('shows each result, even if a contact has fields with reserved names', () => {
		const contact = { ...ana, valid: true, reason: 'holiday', callback: 'at noon' };
		expect(itemsOf({ failed_contacts: [{ contact, error: 'no' }] })).toEqual([
			{ ...ana, valid: false, reason: 'no', contact, callback: {} },
		]);
	});

	it.each(Object.entries(ODD_CALLBACKS))('is never valid without a reason: %s', (_, change) => {
		const answer = change({ ...head, ...callback([ana]) });
		const body: IDataObject = isObject(answer) ? answer : { body: answer as string };
		const items = itemsOf(body);
		expect(items.length).toBeGreaterThan(0);
		for (const { reason } of items) expect(reason).toEqual(expect.stringMatching(/./));
		const { valid_contacts, failed_contacts, ...rest } = body;
		for (const key of Object.keys(rest)) {
			expect(JSON.stringify(items)).toContain(JSON.stringify(key));
		}
	});

	it.each<[reason: string, change: object]>([
		['reports a failure: {"error":"no credit"}', { error: 'no credit' }],
		['reports a failure: {"status":"failed"}', { status: 'failed' }],
		['reports a failure', { success: 'false' }],
		['contacts_failed_count is 3 instead of 0', { contacts_failed_count: 3 }],
		['contacts_valid_count is "all" instead of 1', { contacts_valid_count: 'all' }],
		[
			'purchase is {"transaction_code":"T1","valid":false,"error":"UUID unknown"} instead of',
			{ purchase: { transaction_code: 'T1', valid: false, error: 'UUID unknown' } },
		],
		['as failed', { valid_contacts: [{ ...ana, valid: false }] }],
		['as failed', { failed_contacts: [{ contact: { user_id: 'g-1' } }] }],
		['as documented', { valid_contacts: ['g-1'] }],
	])('leaves its contacts unknown for the reason “%s”', (reason, change) => {
		const [item] = itemsOf({ ...callback([ana]), contacts_failed_count: undefined, ...change });
		expect(item).toMatchObject({ valid: null });
		expect(item!.reason).toContain(reason);
	});

	it('with other keys keeps its results, and shows the keys', () => {
		const [item] = itemsOf({ ...callback([ana]), event: 'done' });
		const reason = contactReason.alsoHolds({ json: '{"event":"done"}' });
		expect(item).toMatchObject({ valid: true, reason });
	});
});

describe('a form', () => {
	it.each<[form: string, body: object]>([
		['token=01&timestamp=15', { token: '01', timestamp: '15' }],
		['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
		['a[0][tags][]=x&a[0][tags][]=y', { a: [{ tags: ['x', 'y'] }] }],
		['a[]=&b[]=&b[]=', { a: [], b: ['', ''] }],
		['a[__proto__][b]=x', { a: JSON.parse('{"__proto__":{"b":"x"}}') as object }],
		[`a${'[b]'.repeat(33)}=x`, { [`a${'[b]'.repeat(33)}`]: 'x' }],
		['a=1&a=%20x+y', { a: ['1', ' x y'] }],
	])('may have any notation: %s', (form, body) => {
		expect(JSON.stringify(readForm(form))).toBe(JSON.stringify(body));
	});

	it.each(Object.entries(ODD_FORMS))('comes out whole if it can’t be read: %s', (_, form) => {
		const body = readForm(form);
		const [item, ...others] = itemsOf(body);
		expect(item).toMatchObject({ valid: null, reason: contactReason.noContacts, ...body });
		expect(others).toEqual([]);
	});
});

describe('a contact that was sent', () => {
	const join = (contacts: IDataObject[], body: IDataObject): IDataObject[] => {
		const rows = contacts.map((contact, item) => {
			const json = { ...contact, bulk_id: 'job-1' };
			const recipient = recipientNamed(contactIdentity(contact));
			return rowOf(item, {}, { recipient, outcome: { is: 'accepted', results: [{ json }] } });
		});
		const called = withResults(rows, readCallback(body)).rows;
		return called.map(({ outcome }) => ('results' in outcome ? outcome.results![0]!.json : {}));
	};
	const noOne = { user_id: 'g-9' };

	it.each<[how: string, contact: IDataObject, reported: IDataObject, valid?: boolean | null]>([
		['by user ID', { ...ana, email: 'x@b.c' }, { user_id: 'g-1' }],
		['by email in any case', { email: 'A@b.c' }, { user_id: null, email: 'a@B.c' }],
		['by phone', { phone: '+34600' }, { phone_countrycode: '34', phone_number: 600 }],
		['not if another name contradicts', ana, { user_id: 'g-2', email: ana.email }, null],
		['not by what isn’t its name', ana, { contact: 'g-1' }, null],
	])('is found %s', (_, contact, reported, valid = true) => {
		const outcomes = join([contact, noOne], callback([reported]));
		expect(outcomes).toMatchObject([{ bulk_id: 'job-1', valid }, { valid: null }]);
		const left = valid === null ? [{ ...reported, valid: true, reason: null }] : undefined;
		for (const one of outcomes) {
			expect((one.callback as IDataObject).unmatchedContacts).toEqual(left);
		}
	});

	it('isn’t known if it is shown as valid and as failed, as is another with its email', () => {
		const shared = { email: 'x@b.c' };
		const contacts = [shared, { user_id: 'u', ...shared }];
		const outcomes = join(contacts, callback([contacts[1]!], [shared]));
		const reason = 'The callback shows this contact as valid and as failed.';
		expect(outcomes).toMatchObject(contacts.map(() => ({ valid: null, reason })));
	});

	it('is found in any order, also if it was sent twice', () => {
		const ids = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 });
		forAll(ids, fc.func(fc.boolean()), (people, isValid) => {
			const named = (id: number) => ({ user_id: `g-${id}` });
			const reported = [...new Set(people)].sort((one, other) => other - one);
			const valid = reported.filter((id) => isValid(id)).map(named);
			const failed = reported.filter((id) => !isValid(id)).map(named);
			const outcomes = join(people.map(named), callback(valid, failed));
			expect(outcomes.map((one) => one.valid)).toEqual(people.map((id) => isValid(id)));
		});
	});
});
