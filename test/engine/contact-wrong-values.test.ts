import type { IDataObject } from 'n8n-workflow';
import { contactHint } from '../../nodes/CrmMessaging/catalogue/contacts';
import { automatic, contactForm, contactsInJson, mapped, several } from './import-forms';
import { hintsOf } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectLeftOut, expectStopped, type Refusal } from './one-wrong-item';
import { hintText } from './sentences';

describe('a contact with a wrong value', () => {
	const node = new NodeRunner(contactForm());
	const notMale: Refusal = ['Gender', 'notInList', '“x”'];

	const webhookCall = '{ "headers": {}, "body": { "user_id": "g" } }';

	const unidentified: Refusal = ['Contacts 2', 'unidentified', 'Add one of: User ID, Email'];
	it.each<[form: IDataObject, refusal: Refusal]>([
		[mapped({ gender: 'x' }), notMale],
		[mapped({}), ['Contact', 'emptyList']],
		[
			several({ userId: 'g' }, { additionalFields: { gender: '={{ "x" }}' } }),
			['Contacts 2, Gender', 'notInList'],
		],
		[several({ userId: 'g' }, { additionalFields: { city: 'Sevilla' } }), unidentified],
		[several(), ['Contact', 'emptyList']],
		[
			contactsInJson([{ user_id: 'g' }, { gender: 'x' }]),
			['Contacts (JSON), 2, Gender', 'notInList'],
		],
		[contactsInJson(webhookCall), ['Contacts (JSON), 1', 'notAContact', '{{ $json.body }}']],
		[contactsInJson('['), ['Contacts (JSON)', 'invalidJson']],
		[contactsInJson('={{ $json.missing }}'), ['Contacts (JSON)', 'required']],
		[contactsInJson([{ user_id: 'g' }, [{}]]), ['Contacts (JSON), 2', 'wrongFormat', 'a list']],
		[contactsInJson([]), ['Contact', 'emptyList']],
	])('is named by its place: %j', async (form, refusal) => {
		await expectStopped(node, form, refusal);
	});

	it('is not even read when the form has no origin', async () => {
		const run = await node.run({ ...automatic, origin: '' }, { items: [{ email: 'a' }] });
		expect(run).toMatchObject({ status: 'error', tries: 0 });
		expect(node.sent).toEqual([]);
	});

	it('is counted with the others, which are sent if the node continues', async () => {
		const items = [
			{ email: 'a@b.example' },
			{ gender: 'x' },
			{ email: 'c@d.example' },
			{ room: 7 },
		];
		await expectStopped(node, automatic, notMale, { items, item: 1, wrong: 2 });
		const nobody: Refusal = ['Input Item', 'unidentified', '“room”'];
		await expectLeftOut(node, automatic, items, { 1: notMale, 3: nobody });
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: [items[0], items[2]] }]);
	});

	it('but with a name alone is sent with a hint', async () => {
		const run = await node.run(contactsInJson({ name_first: 'Ana' }));
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: [{ name_first: 'Ana' }] }]);
		expect(hintsOf(run)).toEqual([hintText(contactHint.nameOnly())]);
	});
});
