import type { IDataObject } from 'n8n-workflow';
import { NodeRunner } from './node-runner';
import { expectLeftOut, expectStopped, type Refusal } from './one-wrong-item';
import { account } from './running-service';

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

	const spanish = fields(
		{ name: 'description', value: 'Junto al río' },
		{ name: 'stars', value: '={{ 4 }}' },
		{ name: 'empty', value: '' },
	);
	const english = fields({ name: 'description', value: 'By the river' });

	it.each<IDataObject>([
		languages({ language: 'es_ES', data: spanish }, { language: ' EN ', data: english }),
		json(JSON.stringify(written)),
		json('={{ $json.texts }}'),
	])('sends the texts and returns the hotel: %j', async (form) => {
		const run = await node.run(form, { items: [{ texts: written }] });
		const path = `/v2/account/${account.id}/hotel_data`;
		const body = { ...hotel, items: two };
		expect(node.sent).toEqual([{ method: 'POST', path, query: {}, body }]);
		const description = { es: 'Junto al río', en: 'By the river' };
		const created = { ...hotel, description, stars: { es: 4 } };
		expect(run.output).toEqual([{ json: created, pairedItem: { item: 0 } }]);
		expect(run.hints).toEqual([]);
	});

	it('sends custom fields as they are, whatever their name', async () => {
		const data = '{"constructor":{"a":[0,false,null]},"__proto__":"p","pool":false}';
		await node.run(json(`[{ "language": "en", "data": ${data} }]`));
		expect(node.service.requests[0]!.rawBody).toBe(
			`{"uuid":"hotel-1","name":"Aurora Sevilla","items":[{"language":"en","data":${data}}]}`,
		);
	});

	it('sends a request for each good item, and nothing if the node stops at a wrong one', async () => {
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
		const refusal: Refusal = ['Texts by Language 1, Language', 'wrongFormat', '“elvish”'];
		await expectStopped(node, perItem, refusal, { items, item: 1 });
		await expectLeftOut(node, perItem, items, { 1: refusal });
		// Hotels do not wait for each other, so their requests may arrive in any order.
		const bodies = node.bodies as Array<{ uuid: string }>;
		expect(bodies.sort((one, other) => +one.uuid - +other.uuid)).toEqual([
			{ uuid: '1', name: 'One', items: [{ language: 'es', data: { text: 'uno' } }] },
			{ uuid: '3', name: 'Three', items: [{ language: 'it', data: { text: 'tre' } }] },
		]);
	});

	const inJson = 'Texts by Language (JSON)';
	const en = { language: 'en', data: {} };
	const jsonOf = (...entries: unknown[]) => json(JSON.stringify(entries));

	it.each<[form: IDataObject, refusal: Refusal]>([
		[languages(), ['Texts by Language', 'emptyList']],
		[
			jsonOf({ ...en, language: 'pt_BR' }, { ...en, language: 'pt_PT' }),
			['Texts by Language 2', 'secondLanguage'],
		],
		[json('={{ $json.none }}'), [inJson, 'required']],
		[jsonOf(en, { ...en, description: 'x' }), [`${inJson}, 2, description`, 'unknownKey']],
		[
			languages({ language: 'en', data: fields({ name: '', value: 'x' }) }),
			['Texts by Language 1, Custom Fields 1', 'withoutName'],
		],
	])('refuses %j and sends nothing', async (form, refusal) => {
		await expectStopped(node, form, refusal);
	});
});
