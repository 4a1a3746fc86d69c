import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runHint, entryFailure, contactReason } from '../../../nodes/CrmMessaging/catalogue/runs';
import { hintOf } from '../../../nodes/CrmMessaging/engine/hints';
import {
	outputOf,
	rangesOf,
	type RequestOutcomes,
	type SentRecord,
} from '../../../nodes/CrmMessaging/wait/outcome';
import { callback, sent, unreadable } from './callback-shapes';
import { forAll } from './rule';

const why = 'No one called.';

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
		errors: [2, 3].map((item) => ({ item, json: { error: { message: 'no' } } })),
	};
	const contactsOfOther = [
		{ items: [1], said: { user_id: 'c' } },
		{ items: [3], said: { user_id: 'd' } },
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

	it('has one item for each input item in order, and unmatched contacts at the end', () => {
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
			{ error: { message: 'no' }, details: { contacts: [{ user_id: 'd', reason: why }] } },
			{ _id: 'job-2', reason: why, callback: null },
			{ bulk_id: 'job-1', unmatchedContacts: [{ user_id: 'stranger' }] },
		]);
		expect(Object.keys(items[2]!.json)).toEqual(['error']);
		expect(Object.keys(items[3]!.json)).toEqual(['error', 'details']);
		expect(items.slice(0, 5).map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
		expect(hints).toHaveLength(1);
	});

	it('has one item for each bulk job with the whole callback, with One Item per Bulk Job', () => {
		const linked = (...all: number[]) => all.map((item) => ({ item }));
		expect(outputOf({ ...record, perItem: false }, requests)).toEqual({
			items: [
				{
					json: { _id: 'job-1', status: 'queued', callback: ofOne },
					pairedItem: linked(0, 1),
				},
				{
					json: { _id: 'job-2', reason: why, callback: null },
					pairedItem: linked(1, 3, 4),
				},
				{ json: { error: { message: 'no' } }, pairedItem: { item: 2 } },
				{ json: { error: { message: 'no' } }, pairedItem: { item: 3 } },
			],
			hints: [],
		});
	});

	it('has each contact and unmatched contacts once if a request has several results', () => {
		const results = [0, 1].map((item): SentRecord['results'][number] => ({
			json: { _id: 'job-1' },
			items: [[item, item]],
			mailbox: 'one',
		}));
		const { items } = outputOf({ ...record, inputCount: 2, results, errors: [] }, requests);
		expect(items).toMatchObject([
			{ json: { user_id: 'a', valid: true }, pairedItem: { item: 0 } },
			{ json: { user_id: 'b', valid: true }, pairedItem: { item: 1 } },
			{
				json: { unmatchedContacts: [{ user_id: 'stranger' }] },
				pairedItem: [{ item: 0 }, { item: 1 }],
			},
		]);
	});
});

describe('if a callback does not report every contact,', () => {
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
	const partial = callback([{ user_id: 'b' }]);
	const requests = called(partial);
	const keys = 'contacts_valid_count, contacts_failed_count';
	const failureOf = (name: string) =>
		entryFailure.contactNotReported(`the contact ${name}`, keys);

	it('each item of a merged contact still has its result', () => {
		const merged = [{ items: [0, 1, 2], said: { user_id: 'b' } }];
		const request = { contacts: merged, callback: partial, whyMissing: why };
		const { items } = outputOf(recordOf('stays'), new Map([['one', request]]));
		expect(items.map(({ json }) => json.user_id)).toEqual(['b', 'b', 'b']);
	});

	it('its item has a reason and the run has a hint, unless rejected contacts fail', () => {
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

	it('a contact without identifiers is counted without a name', () => {
		const { hints } = outputOf(
			recordOf('stays'),
			new Map([['one', { contacts: sent({}, {}, {}), callback: partial, whyMissing: why }]]),
		);
		expect(hints[0]!.text).toContain('3 contacts (items 0–2)');
	});

	it.each(['fails', 'leaves'] as const)('its item has an error that %s', (rejected) => {
		const { items } = outputOf(recordOf(rejected), requests);
		expect(items.map(({ json }) => (json.error as IDataObject | undefined)?.message)).toEqual([
			`${failureOf('a').text} [item 0]`,
			undefined,
			`${failureOf('c').text} [item 2]`,
		]);
		const error = { code: 'contactNotReported', outcome: 'unknown', recipients: ['a'] };
		// n8n adds the fields of an item that leaves.
		expect(items[0]!.json.user_id).toBe(rejected === 'fails' ? 'a' : undefined);
		expect(items[0]!.json).toMatchObject({ error, details: { contacts: [{ valid: null }] } });
	});

	it('an error of several contacts has the fields of no contact', () => {
		const both = sent({ user_id: 'a' }, { user_id: 'c' }).map(({ said }) => ({
			items: [0],
			said,
		}));
		const request = { contacts: both, callback: partial, whyMissing: why };
		const { items } = outputOf(recordOf('fails'), new Map([['one', request]]));
		expect(Object.keys(items[0]!.json)).toEqual(['error', 'details']);
	});

	it('an item keeps its own error', () => {
		const errors = [{ item: 0, json: { error: { message: 'own' } } }];
		const { items } = outputOf({ ...recordOf('fails'), errors }, requests);
		expect(items[0]!.json).toMatchObject({ error: { message: 'own' } });
	});

	it('the workflow can stop, with an error that lists the contacts', () => {
		const { stopped } = outputOf(recordOf('stops'), requests);
		const { code, text, advice } = failureOf('a');
		expect(stopped).toMatchObject({
			first: { items: [0], failure: { code, message: text, advice } },
			outcomes: {
				accepted: [{ items: [1], recipient: 'b' }],
				unknown: [
					{ items: [0], recipient: 'a' },
					{ items: [2], recipient: 'c' },
				],
			},
		});
	});

	it.each(unreadable)(
		'the run is never successful if rejected contacts stop it: %s',
		(_, unread) => {
			const { stopped } = outputOf(recordOf('stops'), called(unread));
			expect(stopped?.first.failure.kind).toBe('outcomeUnknown');
		},
	);

	it('the item of a bulk job lists the contacts', () => {
		const { items } = outputOf(recordOf('stays', false), requests);
		expect(items[0]!.json).toMatchObject({
			callback: partial,
			reason: hintOf(runHint.contactsNotReported('2 contacts: a, c')).message,
		});
	});

	it.each(['stays', 'stops'] as const)('a missing callback is not an error (%s)', (rejected) => {
		const { items, stopped } = outputOf(recordOf(rejected), called(null));
		expect(items.map(({ json }) => json.reason)).toEqual([why, why, why]);
		expect(stopped).toBeUndefined();
	});
});

it('ranges have the same indices as the list they are made from', () => {
	forAll(fc.uniqueArray(fc.nat(50)), (indices) => {
		const items = indices.sort((one, other) => one - other);
		const back = rangesOf(items).flatMap(([first, last]) =>
			Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
		);
		expect(back).toEqual(items);
	});
});
