import type { IDataObject } from 'n8n-workflow';
import { linksOf, NodeRunner } from './node-runner';
import { account } from './running-service';

/** A hotel's data with texts in several languages. */
describe('hotel: create', () => {
	const node = new NodeRunner({
		resource: 'hotel',
		operation: 'create',
		uuid: 'hotel-1',
		name: 'Aurora Sevilla',
	});
	const languages = (...item: IDataObject[]) => ({ items: { item } });
	const field = (name: string, value: unknown) => ({ field: [{ name, value } as IDataObject] });

	const two = [
		{ language: 'es', data: { description: 'Junto al río', stars: 4 } },
		{ language: 'en', data: { description: 'By the river' } },
	];
	const ways: Array<[way: string, parameters: IDataObject]> = [
		[
			'fields',
			languages(
				{
					language: 'es_ES',
					data: {
						field: [
							{ name: 'description', value: 'Junto al río' },
							{ name: 'stars', value: '={{ 4 }}' },
							{ name: 'empty', value: '' },
						],
					},
				},
				{ language: 'EN', data: field('description', 'By the river') },
			),
		],
		['JSON as text', { itemsFrom: 'json', itemsJson: JSON.stringify(two) }],
		['JSON as an object', { itemsFrom: 'json', itemsJson: '={{ $json.texts }}' }],
	];

	it.each(ways)('sends the texts and gives the hotel itself: %s', async (_, parameters) => {
		const run = await node.run(parameters, { items: [{ texts: two }] });
		expect(node.sent).toEqual([
			{
				method: 'POST',
				path: `/v2/account/${account.id}/hotel_data`,
				query: {},
				body: { uuid: 'hotel-1', name: 'Aurora Sevilla', items: two },
			},
		]);
		expect(run.output).toEqual([
			{
				json: {
					uuid: 'hotel-1',
					name: 'Aurora Sevilla',
					description: { es: 'Junto al río', en: 'By the river' },
					stars: { es: 4 },
				},
				pairedItem: [{ item: 0 }],
			},
		]);
		expect(run.hints).toEqual([]);
	});

	it.each([
		['es_ES', 'es'],
		['ES', 'es'],
		['pt-BR', 'pt'],
		[' en ', 'en'],
	])('converts the language %p to %p, in fields and in JSON', async (given, sent) => {
		const itemsJson = JSON.stringify({ language: given, data: { a: 'b' } });
		await node.run(languages({ language: given, data: field('a', 'b') }));
		await node.run({ itemsFrom: 'json', itemsJson });
		const body = {
			uuid: 'hotel-1',
			name: 'Aurora Sevilla',
			items: [{ language: sent, data: { a: 'b' } }],
		};
		expect(node.bodies).toEqual([body, body]);
	});

	it('sends custom fields as they are, whatever their name', async () => {
		const itemsJson =
			'[{ "language": "en", "data": { "constructor": { "a": [0, false, null] }, "pool": false } }]';
		await node.run({ itemsFrom: 'json', itemsJson });
		expect(node.service.requests[0]!.rawBody).toBe(
			'{"uuid":"hotel-1","name":"Aurora Sevilla","items":[{"language":"en","data":{"constructor":{"a":[0,false,null]},"pool":false}}]}',
		);
	});

	/** Hotels do not wait for each other, so their requests may arrive in any order. */
	const byUuid = () =>
		(node.bodies as Array<{ uuid: string }>).sort((one, other) => +one.uuid - +other.uuid);

	const perItem = {
		uuid: '={{ $json.id }}',
		name: '={{ $json.name }}',
		...languages({
			language: '={{ $json.language }}',
			data: field('text', '={{ $json.text }}'),
		}),
	};
	const hotels = [
		{ id: 1, name: 'One', language: 'es', text: 'uno' },
		{ id: 2, name: 'Two', language: 'spanish', text: 'dos' },
		{ id: 3, name: 'Three', language: 'it', text: 'tre' },
	];
	const sentence =
		'Texts by Language 1, Language: “spanish” is not a two-letter language code; write it such as “es” [item 1]';

	it('sends one request a hotel, each linked to its item', async () => {
		const items = hotels.map((hotel) => ({ ...hotel, language: hotel.language.slice(0, 2) }));
		const run = await node.run(perItem, { items });
		expect(byUuid()).toEqual([
			{ uuid: '1', name: 'One', items: [{ language: 'es', data: { text: 'uno' } }] },
			{ uuid: '2', name: 'Two', items: [{ language: 'sp', data: { text: 'dos' } }] },
			{ uuid: '3', name: 'Three', items: [{ language: 'it', data: { text: 'tre' } }] },
		]);
		expect(run.output.map(({ json }) => json.uuid)).toEqual(['1', '2', '3']);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it('sends nothing when one of them is wrong', async () => {
		const { error } = await node.run(perItem, { items: hotels });
		expect(error).toMatchObject({ message: sentence, description: 'Nothing was sent.' });
		expect(node.sent).toEqual([]);
	});

	it('leads a wrong one to the error output and sends the others', async () => {
		const run = await node.run(perItem, { items: hotels, onError: 'continueErrorOutput' });
		expect(byUuid()).toMatchObject([{ uuid: '1' }, { uuid: '3' }]);
		expect(linksOf(run.output)).toEqual([[0], [2]]);
		expect(run.errorOutput.map(({ error }) => error?.message)).toEqual([sentence]);
		expect(linksOf(run.errorOutput)).toEqual([[1]]);
	});

	const json = (itemsJson: string): IDataObject => ({ itemsFrom: 'json', itemsJson });
	const wrong: Array<[given: IDataObject, sentence: string]> = [
		[
			{ uuid: '={{ " " }}', ...json('[{ "language": "en", "data": {} }]') },
			'Hotel UUID is empty; give an id',
		],
		[
			{ name: '={{ $json.none }}', ...json('[{ "language": "en", "data": {} }]') },
			'Hotel Name is missing; give a value',
		],
		[languages(), 'Texts by Language is empty; add at least one language'],
		[json('[]'), 'Texts by Language is empty; add at least one language'],
		[json('={{ $json.none }}'), 'Texts by Language (JSON) is missing; give a value'],
		[
			json('7'),
			'Texts by Language (JSON), 1: “7” is not an entry with language and data; give an object',
		],
		[
			json('[{ "language": "en", "data": {} }, { "data": {} }]'),
			'Texts by Language (JSON), 2, Language is missing; give a value',
		],
		[
			json('[{ "language": "en" }]'),
			'Texts by Language (JSON), 1, data is missing; give a value',
		],
		[
			json('[{ "language": "en", "data": "text" }]'),
			'Texts by Language (JSON), 1, data: “text” is not an object of custom fields',
		],
		[
			json('[{ "language": "en", "data": {}, "description": "By the river" }]'),
			'Texts by Language (JSON), 1, description is not a key the service knows here; it knows language, data',
		],
		[
			languages({ language: 'en', data: { field: [{ name: '', value: 'x' }] } }),
			'Texts by Language 1, Custom Fields 1 has a value but no name; give its name',
		],
	];

	it.each(wrong)('refuses %j and sends nothing', async (given, expected) => {
		const run = await node.run(given);
		expect(run.error).toMatchObject({
			message: `${expected} [item 0]`,
			description: 'Nothing was sent.',
		});
		expect(node.sent).toEqual([]);
	});

	it('names the reason where JSON does not parse', async () => {
		const run = await node.run(json('[{ "language": "en", }]'));
		expect(run.error?.message).toMatch(
			/^Texts by Language \(JSON\) is not valid JSON \(.+\); check its quotes, commas and brackets \[item 0\]$/,
		);
		expect(node.sent).toEqual([]);
	});

	it('gives the exact request as a preview and sends nothing', async () => {
		const { output } = await node.run({
			...json(JSON.stringify(two)),
			options: { preview: true },
		});
		expect(output.map(({ json: given }) => given)).toEqual([
			{
				method: 'POST',
				url: `${node.service.url}/v2/account/${account.id}/hotel_data`,
				body: { uuid: 'hotel-1', name: 'Aurora Sevilla', items: two },
				hotels: 1,
			},
		]);
		expect(node.sent).toEqual([]);
	});

	it('tells what cannot be read where the service gives no hotel', async () => {
		node.service.faults.add({ action: { respond: { status: 201, body: [] } } });
		const { error } = await node.run(json(JSON.stringify(two)));
		expect(error?.message).toMatch(/its answer cannot be read/);
	});
});
