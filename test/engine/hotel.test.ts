import type { IDataObject } from 'n8n-workflow';
import { NodeRunner, account } from './node-runner';

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
		{ language: 'es_ES', data: { ...two[0]!.data, empty: null } },
		{ ...two[1], language: ' EN ' },
	];

	const spanish = fields(
		{ name: 'description', value: 'Junto al río' },
		{ name: 'stars', value: '={{ 4 }}' },
		{ name: 'empty', value: '' },
	);
	const english = fields({ name: 'description', value: 'By the river' });

	it.each([
		[
			'a list',
			languages({ language: 'es_ES', data: spanish }, { language: ' EN ', data: english }),
		],
		['JSON', json(JSON.stringify(written))],
	])('sends the texts and returns the hotel, from %s', async (_, form) => {
		const run = await node.run(form);
		const path = `/v2/account/${account.id}/hotel_data`;
		const body = { ...hotel, items: two };
		expect(node.sent).toEqual([{ method: 'POST', path, query: {}, body }]);
		const description = { es: 'Junto al río', en: 'By the river' };
		const created = { ...hotel, description, stars: { es: 4 } };
		expect(run.output).toEqual([{ json: created, pairedItem: { item: 0 } }]);
		expect(run.hints).toEqual([]);
	});

	it('returns the hotel if a list among its texts has an undefined entry', async () => {
		const run = await node.run(
			json('={{ [{ language: "es", data: { services: [undefined, "spa"] } }] }}'),
		);
		expect(node.sent).toHaveLength(1);
		const created = { ...hotel, services: { es: [null, 'spa'] } };
		expect(run.output).toEqual([{ json: created, pairedItem: { item: 0 } }]);
		expect(run.hints).toEqual([]);
	});
});
