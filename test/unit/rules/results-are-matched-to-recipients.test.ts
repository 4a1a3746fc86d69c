import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	pairResults,
	type Naming,
	phoneNaming,
	targetNaming,
} from '../../../nodes/CrmMessaging/actions/messages/pairResults';
import {
	isSameRecipient,
	type Recipient,
	recipientNamed,
} from '../../../nodes/CrmMessaging/engine/recipient';
import { rowsOf } from './rows';
import { forAll } from './rule';

const namesOf = ({ device_id, user_id }: IDataObject) => recipientNamed({ device_id, user_id });
const naming = (several: boolean): Naming => ({
	keys: ['device_id', 'user_id'],
	namesOf,
	toldBy: namesOf,
	several,
});
const names = fc.constantFrom('a', 'b', 'c', 'd');
const target = fc.oneof(
	names.map((device_id): IDataObject => ({ device_id })),
	names.map((user_id): IDataObject => ({ user_id })),
);
const targets = fc.array(target, { minLength: 1, maxLength: 5 });
const result = fc.oneof(target, fc.record({ device_id: names, user_id: names }), fc.constant({}));

describe('the results in a response', () => {
	const placed = fc.array(
		fc.record({ result, place: fc.option(fc.nat(4), { nil: undefined }) }),
		{ maxLength: 6 },
	);

	it('are never matched to a recipient they contradict, and none is lost', () => {
		forAll(targets, placed, fc.boolean(), (list, some, several) => {
			const inside = some.filter(({ place }) => (place ?? 0) < list.length);
			const rows = rowsOf(list);
			const pairing = pairResults(inside, rows, naming(several));
			pairing.results.forEach((one, index) => {
				const owner = namesOf(pairing.rows[index]!.body);
				expect(isSameRecipient(owner, namesOf(one))).not.toBe(false);
			});
			const all = [...pairing.results, ...pairing.left];
			expect(all).toHaveLength(inside.length);
			expect(new Set(all)).toEqual(new Set(inside.map((one) => one.result)));
			const answered = new Set(pairing.rows);
			expect(pairing.open).toEqual(rows.filter((row) => !answered.has(row)));
		});
	});

	it('are matched to their recipients in any order, if each names its own', () => {
		const devices = fc.uniqueArray(names, { minLength: 1 });
		const shuffled = devices.chain((ids) =>
			fc.tuple(
				fc.constant(ids),
				fc.shuffledSubarray(ids, { minLength: ids.length }),
				fc.boolean(),
			),
		);
		forAll(shuffled, ([ids, order, hasPlaces]) => {
			const answer = order.map((device_id, index) => ({
				result: { device_id, delivery_id: `d-${device_id}` },
				place: hasPlaces ? index : undefined,
			}));
			const rows = rowsOf(ids.map((device_id) => ({ device_id })));
			const { results, rows: owners, placed } = pairResults(answer, rows, naming(true));
			expect(results.map(({ device_id }) => device_id)).toEqual(
				owners.map(({ body }) => body.device_id),
			);
			expect(placed).toEqual(ids.map(() => false));
			expect(results).toHaveLength(ids.length);
		});
	});

	it('are matched by position if all name their recipient, even if two name the same', () => {
		forAll(targets, fc.boolean(), (list, hasPlaces) => {
			const placed = list.map((one, index) => ({
				result: { ...one, delivery_id: `d-${index}` },
				place: hasPlaces ? index : undefined,
			}));
			const rows = rowsOf(list);
			const pairing = pairResults(placed, rows, naming(true));
			expect(pairing.results).toEqual(placed.map((one) => one.result));
			expect(pairing.rows).toEqual(rows);
			expect(pairing).toMatchObject({ left: [], open: [] });
			expect(pairing.placed).toEqual(list.map(() => false));
		});
	});

	it('are not matched by order once one of them is out of order', () => {
		const rows = rowsOf([{ device_id: 'a' }, { user_id: 'x' }, { user_id: 'y' }]);
		const answer = [{ device_id: 'q' }, { device_id: 'a' }, { device_id: 'r' }];
		const placed = answer.map((one, place) => ({ result: one, place }));
		const { results, left, open } = pairResults(placed, rows, naming(true));
		expect(results).toEqual([answer[1]]);
		expect(left).toEqual([answer[0], answer[2]]);
		expect(open).toEqual(rows.slice(1));
	});
});

describe('the recipient that a result names', () => {
	const phones = ['+34600123456', '+447700900123', '+15551234567', '+445551234567'];
	const phone = phoneNaming(rowsOf(phones.map((phone_number) => ({ phone_number })))).toldBy;

	it.each<[IDataObject, string | undefined]>([
		[{ phone_number: '+34 600 12-34-56' }, '34600123456'],
		[{ to: '0034600123456' }, '34600123456'],
		[{ msisdn: 34600123456 }, '34600123456'],
		[{ Recipient: '600123456' }, '34600123456'],
		[{ destination: 'tel:+34600123456' }, '34600123456'],
		[{ contact: { phone_countrycode: '+34', phone_number: '600123456' } }, '34600123456'],
		[{ to: [{ phoneNumber: '+447700900123' }] }, '447700900123'],
		[{ to: { number: '07700900123' } }, '447700900123'],
		[{ recipient: 'Ana', phone: '+34600123456' }, '34600123456'],
		// Two numbers end with it, so it matches neither.
		[{ to: '5551234567' }, '5551234567'],
		[{ to: '+99911122233' }, '99911122233'],
		[{ to: 'Ana', number: 1, recipient: null, phone: '', tel: true }, undefined],
		[{ sender: { phone: '+34600123456' }, from: '+34600123456' }, undefined],
		[{ to: ['+34600123456', '+447700900123'] }, undefined],
		[{ delivery_id: '34600123456' }, undefined],
	])('is found by phone in %j', (data, name) => {
		expect(phone(data)).toEqual(name === undefined ? {} : { phone: name });
	});

	const { toldBy: target } = targetNaming(
		rowsOf([{ device_id: 'a' }, { user_id: 'x' }, { contact_id: 'c' }, { user_id: '7' }]),
	);

	it.each<[IDataObject, Recipient]>([
		[{ device_id: 'a' }, { device_id: 'a' }],
		[
			{ deviceId: 'q', userId: 'x' },
			{ device_id: 'q', user_id: 'x' },
		],
		[
			{ device: { id: 'q' }, user: { id: 7 } },
			{ device_id: 'q', user_id: '7' },
		],
		[{ contact: { _id: 'c', user_id: 'x' } }, { user_id: 'x', contact_id: 'c' }],
		[{ target: { user_id: 'x' } }, { user_id: 'x' }],
		[
			{ to: 'x', device_id: 'q' },
			{ device_id: 'q', user_id: 'x' },
		],
		[{ recipient: 'a' }, { device_id: 'a' }],
		// Nothing was sent to it, so the kind of ID is unknown.
		[{ recipient: 'z' }, {}],
		[{ id: 'a', delivery_id: 'a' }, {}],
	])('is found by device, user or contact ID in %j', (data, names) => {
		expect(target(data)).toEqual(names);
	});
});
