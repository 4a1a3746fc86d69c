import type { IDataObject } from 'n8n-workflow';
import { contactUpsert } from '../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { RecipientIndex } from '../../nodes/CrmMessaging/callbacks/callback';
import { nodeOf } from './every-operation/operation-runner';
import { contactsInJson, purchaseForm } from './import-forms';
import { hintsOf, linksOf } from './node-runner';
import { guests, text, WaitingRunner } from './waiting-runner';

type Callback = [what: string, form: IDataObject, body: object, output: object, ...hints: RegExp[]];

describe('a run that waits for its callback', () => {
	const node = new WaitingRunner();

	const stranger = { user_id: 'x' };
	const booking = { ...purchaseForm({}), ...contactsInJson([]) };
	const wrongName = {
		additionalFields: { name: '={{ false }}' },
		options: { ifOptionalValueIsWrong: 'leaveOut' },
	};
	const purchase = { purchase: { transaction_code: 'T1' } };
	const ofJob = { options: { output: 'bulkJob' } };
	const rejected = { failed_contacts: [{ contact: guests(1)[0], error: 'no' }] };
	const unnamed = { valid: null, reason: 'The callback doesn’t name this contact.' };
	it.each<Callback>([
		[
			'contacts that it doesn’t name as unknown',
			contactsInJson(guests(3)),
			{ valid_contacts: [{ user_id: 'g-2' }], contacts_valid_count: 1 },
			{ contacts: [unnamed, { valid: true }, unnamed] },
			/^The callback doesn’t show what happened to 2 contacts: g-1, g-3 \(item 0\)\./,
		],
		[
			'contacts that weren’t sent as a part of each contact’s callback',
			{},
			{ valid_contacts: [...guests(1), stranger] },
			{ valid: true, callback: { unmatchedContacts: [{ ...stranger, valid: true }] } },
			/^Nothing that was sent matches 1 contact in the callback\. See callback\.unmatchedContacts in the /,
		],
		[
			'the whole callback of a booking without contacts, and what was left out of it',
			{ ...booking, ...wrongName },
			purchase,
			{ _id: text(''), left_out: ['name'], callback: purchase },
		],
		[
			'the failure of a booking without contacts',
			booking,
			{ success: false },
			{ valid: null, reason: 'The callback reports a failure: {"success":false}.' },
			/^The callback doesn’t show what happened to 1 contact: R-1 \(item 0\)/,
		],
		[
			'a job whose contacts aren’t named',
			ofJob,
			{ valid_contacts: [stranger] },
			{ callback: { unmatchedContacts: [stranger] } },
			/^The callback doesn’t show what happened to 1 contact: g-1/,
			/^Nothing that was sent matches 1 contact/,
		],
		[
			'what was sent, if the callback has null for it, or another key of that name',
			contactsInJson([{ user_id: 'g-1', email: 'a@b.example' }]),
			{ failed_contacts: [{ contact: { user_id: 'g-1', email: null }, email: 'bad' }] },
			{ valid: false, email: 'a@b.example' },
			/^The service rejected 1 of 1 contacts: g-1/,
		],
	])('returns %s', async (_, form, body, output, ...hints) => {
		const run = await node.called(await node.startWaiting(guests(1), form), body);
		expect(run.output).toMatchObject([{ json: output }]);
		const shown = hintsOf(run).filter((hint) => /the callback|rejected/i.test(hint));
		expect(shown).toEqual(hints.map((hint) => expect.stringMatching(hint) as string));
	});

	it('returns an item for each contact in input order, its result first', async () => {
		const run = await node.end(await node.startWaiting(guests(3)));
		const bulk_id = node.job._id;
		expect(run.output.map(({ json }) => json)).toMatchObject(
			guests(3).map((guest) => ({ valid: true, reason: null, ...guest, bulk_id })),
		);
		const keys = Object.keys(run.output[0]!.json);
		expect([...keys.slice(0, 3), ...keys.slice(-2)]).toEqual(
			['valid', 'reason', 'user_id', 'bulk_id', 'callback'].map((key) => text(key)),
		);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(node.sent).toHaveLength(1);
	});

	it.each([{ _id: undefined }, { _id: null }, { _id: '' }, { valid: true }])(
		'returns results, whatever the answer to its request holds: %j',
		async (more) => {
			const changeAnswer = (answer: object) => ({ ...answer, ...more });
			node.service.faults.add({ times: 2, action: { changeAnswer } });
			const body = { ...rejected, error: 'no' };
			const run = await node.called(await node.startWaiting(), body);
			expect(run.output).toMatchObject([{ json: { valid: false, reason: 'no' } }]);
			expect(run.output[0]!.json.bulk_id).not.toBeUndefined();
			const shown = await node.called(await node.startWaiting(guests(1), ofJob), body);
			expect(shown.output).toMatchObject([{ json: { valid: null, callback: body } }]);
		},
	);

	it('returns the contacts of a booking in one item, by their names, and what was left out', async () => {
		const some = [{ user_id: 'g-1', name_first: 'Ana', gender: 'x' }, { user_id: 'g-2' }];
		const options = { ifOptionalValueIsWrong: 'leaveOut' };
		const form = { ...purchaseForm({ options }), ...contactsInJson(some) };
		const run = await node.called(await node.startWaiting([{}], form), {
			valid_contacts: guests(1),
			failed_contacts: [{ contact: { user_id: 'g-2' }, error: 'no' }],
		});
		const result = { bulk_id: node.job._id, callback: {} };
		const contacts = [
			{ valid: true, reason: null, ...result, user_id: 'g-1', left_out: ['gender'] },
			{ valid: false, reason: 'no', ...result, user_id: 'g-2' },
		];
		expect(run.output.map(({ json }) => json)).toEqual([{ contacts }]);
		expect(hintsOf(run)).toContainEqual(
			text('The service rejected 1 of 2 contacts: g-2 (item 0).'),
		);
	});

	it('keeps left-out values, and an item’s error, whatever the item’s fields say', async () => {
		const wrong = { ...guests(2)[1], valid: false, gender: 'x' };
		const leftOut = { ifOptionalValueIsWrong: 'leaveOut' };
		const left = await node.end(await node.startWaiting([wrong], { options: leftOut }));
		expect(left.output).toMatchObject([{ json: { valid: true, left_out: ['gender'] } }]);
		const onError = 'continueRegularOutput';
		const run = await node.end(await node.startWaiting([...guests(1), wrong], {}, { onError }));
		expect(run.output).toMatchObject([
			{ json: { valid: true } },
			{ json: { valid: false, gender: 'x', error: { outcome: 'notSent' } } },
		]);
	});

	it('reports what was accepted, even if its results can’t be made', async () => {
		const onError = 'continueRegularOutput';
		const waiting = await node.startWaiting(
			guests(1),
			{},
			{ onError, ...nodeOf(contactUpsert) },
		);
		const broken = jest.spyOn(RecipientIndex.prototype, 'add').mockImplementation(() => {
			throw new TypeError('Cannot read properties of undefined');
		});
		const run = await node.end(waiting);
		broken.mockRestore();
		expect([run.status, run.thrown]).toEqual(['success', []]);
		const error = { outcome: 'accepted', recipients: ['g-1'] };
		expect(run.output).toMatchObject([{ json: { user_id: 'g-1', error } }]);
	});

	it('doesn’t know the results if none came within Max Wait, which is a day by default', async () => {
		const before = Date.now();
		const items = [...guests(1), { gender: 'x' }, {}];
		const waiting = await node.startWaiting(items, {}, { onError: 'continueErrorOutput' });
		const limit = Number(waiting.data.data.waitTill) - 24 * 60 * 60_000;
		expect(limit).toBeGreaterThanOrEqual(before);
		expect(limit).toBeLessThanOrEqual(Date.now());
		const run = await node.timePasses(waiting);
		const reason = 'No callback came within Max Wait, or before the wait was stopped.';
		const none = { valid: null, reason, user_id: 'g-1', bulk_id: node.job._id, callback: null };
		expect(run.output.map(({ json }) => json)).toEqual([
			none,
			{ bulk_id: null, skipped: 'empty' },
		]);
		expect(run.errorOutput).toMatchObject([{ json: { gender: 'x', error: {} } }]);
		// The node before keeps its own output.
		const [input] = run.data.data.resultData.runData.Input!;
		expect(input!.data!.main).toMatchObject([items.map((json) => ({ json }))]);
	});
});
