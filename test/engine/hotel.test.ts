import type { IDataObject } from 'n8n-workflow';
import { wrongContact } from '../../nodes/CrmMessaging/catalogue/contacts';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { wrongValue } from '../../nodes/CrmMessaging/catalogue/values';
import { inField } from './sentences';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';
import { account } from './running-service';
import { failedItem } from './what-became';

/** A hotel's data with texts in several languages. */
describe('hotel: create', () => {
	const hotel = { uuid: 'hotel-1', name: 'Aurora Sevilla' };
	const node = new NodeRunner({ resource: 'hotel', operation: 'create', ...hotel });
	const languages = (...item: IDataObject[]) => ({ items: { item } });
	const fields = (...field: IDataObject[]) => ({ field });
	const json = (itemsJson: string) => ({ itemsFrom: 'json', itemsJson });

	const two = [
		{ language: 'es', data: { description: 'Junto al río', stars: 4 } },
		{ language: 'en', data: { description: 'By the river' } },
	];
	const written = [
		{ ...two[0], language: 'es_ES' },
		{ ...two[1], language: ' EN ' },
	];

	it.each<[way: string, parameters: IDataObject]>([
		[
			'fields',
			languages(
				{
					language: 'es_ES',
					data: fields(
						{ name: 'description', value: 'Junto al río' },
						{ name: 'stars', value: '={{ 4 }}' },
						{ name: 'empty', value: '' },
					),
				},
				{ language: ' EN ', data: fields({ name: 'description', value: 'By the river' }) },
			),
		],
		['JSON as text', json(JSON.stringify(written))],
		['JSON as an object', json('={{ $json.texts }}')],
	])('sends the texts and gives the hotel itself: %s', async (_, parameters) => {
		const run = await node.run(parameters, { items: [{ texts: written }] });
		expect(node.sent).toEqual([
			{
				method: 'POST',
				path: `/v2/account/${account.id}/hotel_data`,
				query: {},
				body: { ...hotel, items: two },
			},
		]);
		const description = { es: 'Junto al río', en: 'By the river' };
		expect(run.output).toEqual([
			{ json: { ...hotel, description, stars: { es: 4 } }, pairedItem: { item: 0 } },
		]);
		expect(run.hints).toEqual([]);
	});

	it('sends custom fields as they are, whatever their name', async () => {
		const data = '{"constructor":{"a":[0,false,null]},"__proto__":"p","pool":false}';
		await node.run(json(`[{ "language": "en", "data": ${data} }]`));
		expect(node.service.requests[0]!.rawBody).toBe(
			`{"uuid":"hotel-1","name":"Aurora Sevilla","items":[{"language":"en","data":${data}}]}`,
		);
	});

	describe('of several items', () => {
		const perItem = {
			uuid: '={{ $json.id }}',
			name: '={{ $json.name }}',
			...languages({
				language: '={{ $json.language }}',
				data: fields({ name: 'text', value: '={{ $json.text }}' }),
			}),
		};
		const items = [
			{ id: 1, name: 'One', language: 'es', text: 'uno' },
			{ id: 2, name: 'Two', language: 'elvish', text: 'dos' },
			{ id: 3, name: 'Three', language: 'it', text: 'tre' },
		];
		const sentence = inField(
			'Texts by Language 1, Language',
			wrongValue.wrongFormat('“elvish”', 'a language', 'es'),
		);

		it('sends nothing when one of them is wrong', async () => {
			await expectStopped(node, perItem, sentence, { items, item: 1 });
		});

		it('sends a request for each good one, and leads the wrong one to the error output', async () => {
			const run = await node.run(perItem, { items, onError: 'continueErrorOutput' });
			// Hotels do not wait for each other, so their requests may arrive in any order.
			const bodies = (node.bodies as Array<{ uuid: string }>).sort(
				(one, other) => +one.uuid - +other.uuid,
			);
			expect(bodies).toEqual([
				{ uuid: '1', name: 'One', items: [{ language: 'es', data: { text: 'uno' } }] },
				{ uuid: '3', name: 'Three', items: [{ language: 'it', data: { text: 'tre' } }] },
			]);
			expect(run.output.map(({ json: { uuid } }) => uuid)).toEqual(['1', '3']);
			expect(linksOf(run.output)).toEqual([[0], [2]]);
			expect(run.errorOutput).toEqual([failedItem(1, items[1]!, sentence)]);
		});
	});

	const plain = json('[{ "language": "en", "data": {} }]');

	it.each<[given: IDataObject, sentence: Sentence]>([
		[{ ...plain, uuid: '={{ " " }}' }, inField('Hotel UUID', wrongValue.required())],
		[{ ...plain, name: '={{ $json.none }}' }, inField('Hotel Name', wrongValue.emptyForItem())],
		[languages(), inField('Texts by Language', wrongValue.emptyList())],
		[
			json('[{ "language": "pt_BR", "data": {} }, { "language": "pt_PT", "data": {} }]'),
			inField('Texts by Language 2', wrongContact.secondLanguage('pt', 1)),
		],
		[json('={{ $json.none }}'), inField('Texts by Language (JSON)', wrongValue.required())],
		[
			json('7'),
			inField(
				'Texts by Language (JSON), 1',
				wrongValue.wrongFormat('“7”', 'an entry with language and data', '{ … }'),
			),
		],
		[
			json('[{ "language": "en", "data": {} }, { "data": {} }]'),
			inField('Texts by Language (JSON), 2, Language', wrongValue.required()),
		],
		[
			json('[{ "language": "en" }]'),
			inField('Texts by Language (JSON), 1, data', wrongValue.required()),
		],
		[
			json('[{ "language": "en", "data": "text" }]'),
			inField(
				'Texts by Language (JSON), 1, data',
				wrongValue.wrongFormat('“text”', 'an object of custom fields', '{ "vip": true }'),
			),
		],
		[
			json('[{ "language": "en", "data": {}, "description": "By the river" }]'),
			inField(
				'Texts by Language (JSON), 1, description',
				wrongValue.unknownKey('language, data'),
			),
		],
		[
			languages({ language: 'en', data: fields({ name: '', value: 'x' }) }),
			inField('Texts by Language 1, Custom Fields 1', wrongValue.withoutName()),
		],
	])('refuses %j and sends nothing', async (given, sentence) => {
		await expectStopped(node, given, sentence);
	});
});
