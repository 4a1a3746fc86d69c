import type { IDataObject } from 'n8n-workflow';
import { contactHint } from '../../nodes/CrmMessaging/catalogue/contacts';
import { hintsOf } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectLeftOut, expectStopped, type Refusal } from './one-wrong-item';
import { hintText } from './sentences';

describe('a contact with a wrong value', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });
	const automatic = { contactsFrom: 'mapAutomatically' };
	const notMale: Refusal = ['Gender', 'notInList', '“x”'];

	it.each<[field: string, value: unknown, refusal: Refusal]>([
		['gender', 'x', notMale],
		['born_date', '2026-02-30', ['Birthday', 'wrongFormat']],
		['facebook_friends', 'many', ['Facebook Friends', 'numberOutOfRange']],
		['tags', [{}], ['Tags, entry 1', 'wrongFormat']],
		[
			'list_subscriptions',
			[{ list_id: 'l', subscribed: true }, { subscribed: true }],
			['List Subscriptions, 2, List ID', 'required'],
		],
	])('(%s: %j) is refused, by field and item', async (field, value, refusal) => {
		const items = [{ email: 'a@b.example' }, { [field]: value } as IDataObject];
		await expectStopped(node, automatic, refusal, { items, item: 1 });
	});

	const mapped = (value: IDataObject) => ({
		contactsFrom: 'mapEachField',
		contact: { mappingMode: 'defineBelow', value },
	});
	const several = (...contact: IDataObject[]) => ({
		contactsFrom: 'severalContacts',
		contacts: { contact },
	});
	const json = (contactsJson: string) => ({ contactsFrom: 'json', contactsJson });
	const webhookCall = '{ "headers": {}, "body": { "user_id": "g" } }';

	it.each<[form: IDataObject, refusal: Refusal]>([
		[mapped({ gender: 'x' }), notMale],
		[mapped({ city: 'Sevilla' }), ['Contact', 'unidentified', 'Add one of: User ID, Email']],
		[mapped({}), ['Contact', 'emptyList']],
		[
			several({ userId: 'g' }, { additionalFields: { gender: '={{ "x" }}' } }),
			['Contacts 2, Gender', 'notInList'],
		],
		[
			several({ userId: 'g' }, { additionalFields: { city: 'Sevilla' } }),
			['Contacts 2', 'unidentified'],
		],
		[several(), ['Contact', 'emptyList']],
		[
			json('[{ "user_id": "g" }, { "gender": "x" }]'),
			['Contacts (JSON), 2, Gender', 'notInList'],
		],
		[json('[{ "user_id": "g" }, { "room": 7 }]'), ['Contacts (JSON), 2', 'unidentified']],
		[json(webhookCall), ['Contacts (JSON), 1', 'notAContact', '{{ $json.body }}']],
		[json('['), ['Contacts (JSON)', 'invalidJson']],
		[json('={{ $json.missing }}'), ['Contacts (JSON)', 'required']],
		[json('[{ "user_id": "g" }, [{}]]'), ['Contacts (JSON), 2', 'wrongFormat', 'a list']],
		[json('[{}]'), ['Contact', 'emptyList']],
		[json('[]'), ['Contact', 'emptyList']],
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
		const run = await node.run(json('[{ "name_first": "Ana" }]'));
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: [{ name_first: 'Ana' }] }]);
		expect(hintsOf(run)).toEqual([hintText(contactHint.nameOnly())]);
	});
});
