import type { IDataObject } from 'n8n-workflow';
import { account } from './workload';
import type { Workload } from './workload';

/** Hotels with a text in two languages, each a request of its own. */
export const hotels: Workload = {
	name: 'hotels',
	title: 'Hotels with a text in two languages',
	path: `/v2/account/${account.accountId}/hotel_data`,
	secret: account.accountSecret,
	perRequest: 1,

	item: (index) => ({
		id: `hotel-${String(index).padStart(5, '0')}`,
		name: `Aurora ${index}`,
		english: `A quiet house with ${20 + (index % 80)} rooms by the sea`,
		spanish: `Una casa tranquila con ${20 + (index % 80)} habitaciones junto al mar`,
	}),

	parameters: {
		resource: 'hotel',
		operation: 'create',
		uuid: '={{ $json.id }}',
		name: '={{ $json.name }}',
		itemsFrom: 'fields',
		items: {
			item: [
				{ language: 'en', data: descriptionOf('={{ $json.english }}') },
				{ language: 'es', data: descriptionOf('={{ $json.spanish }}') },
			],
		},
	},

	body: ([hotel]) => bodyOf(hotel!),

	itemBody: `=${JSON.stringify(
		bodyOf({
			id: '{{ $json.id }}',
			name: '{{ $json.name }}',
			english: '{{ $json.english }}',
			spanish: '{{ $json.spanish }}',
		}),
	)}`,
};

function descriptionOf(value: string): { field: Array<{ name: string; value: string }> } {
	return { field: [{ name: 'description', value }] };
}

function bodyOf({ id, name, english, spanish }: IDataObject): object {
	return {
		uuid: id,
		name,
		items: [
			{ language: 'en', data: { description: english } },
			{ language: 'es', data: { description: spanish } },
		],
	};
}
