import type { IDataObject } from 'n8n-workflow';
import { wrongContact } from '../../catalogue/contacts';
import { wrongValue } from '../../catalogue/values';
import type { Operation } from '../../engine/operation';
import type { ItemParameters } from '../../engine/read/parameters';
import { entryList, propertiesOf, propertyOf } from '../../fields/control';
import { fieldsOf, keyed, knownKeys, type Option, type Field } from '../../fields/field';
import { InputError, within, withinEach, wrongFormat } from '../../fields/inputError';
import { choice } from '../../fields/types/choice';
import { readObjects } from '../../fields/types/json';
import { idLike, language, text } from '../../fields/types/text';
import { isBlank, isObject, textOf } from '../../fields/values';
import { objectIn } from '../../service/answer';
import { endpoints } from '../../service/endpoints';
import { anyValue, customFieldsIn, customFieldsProperty, readGiven } from '../givenFields';
import { noteOverwritten } from '../repeated';

export const hotelFields: Field[] = fieldsOf({
	uuid: {
		label: 'Hotel UUID',
		type: idLike('aurora-barcelona'),
		required: true,
		judged: 'identifier',
	},
	name: {
		label: 'Hotel Name',
		type: text,
		required: true,
		placeholder: 'e.g. Hotel Aurora',
		judged: 'text',
	},
});

export const itemLanguage: Field = {
	name: 'language',
	label: 'Language',
	type: language,
	required: true,
	description: 'Two-letter language code of the texts, such as es',
};

const itemsFrom: Option<'fields' | 'json'> = {
	name: 'itemsFrom',
	label: 'Specify Translations',
	type: choice({
		fields: ['Using Fields Below', 'One entry per language'],
		json: ['Using JSON', 'A list with the service’s keys'],
	}),
	isParameter: true,
	unset: 'fields',
};

/** Creates a hotel's data with texts in several languages (docs/contributing/service.md, Create hotel data). */
export const hotelCreate: Operation = {
	resource: { name: 'hotel', label: 'Hotel', defaultOperation: 'create' },
	choice: {
		name: 'create',
		label: 'Create',
		action: 'Create hotel data',
		description: 'Create the data of a hotel with texts in each language',
	},
	endpoint: endpoints.hotelData,
	form: {
		fields: [
			...propertiesOf(hotelFields),
			propertyOf(itemsFrom),
			{
				displayName: 'Texts by Language',
				name: 'items',
				...entryList('item', 'Language', [
					propertyOf(itemLanguage),
					{
						...customFieldsProperty(
							'Custom Fields',
							'data',
							'Hotel-data fields that the account settings define',
							'description',
							'text',
						),
						required: true,
					},
				]),
				required: true,
				displayOptions: { show: { itemsFrom: ['fields'] } },
			},
			{
				displayName: 'Texts by Language (JSON)',
				name: 'itemsJson',
				type: 'json',
				default: '[\n  { "language": "en", "data": { "description": "" } }\n]',
				description:
					'A list with one entry for each language: language, and data with the custom fields',
				displayOptions: { show: { itemsFrom: ['json'] } },
			},
		],
	},
	output: {
		example: { name: 'Aurora Sevilla', uuid: 'aurora-sevilla' },
		hasMore: true,
	},
	limit: { maxPerRequest: 1, rows: 'hotels' },

	reader: () => (item) => {
		const items =
			item.option(itemsFrom) === 'json'
				? within('Texts by Language (JSON)', () => readLanguagesJson(item))
				: readLanguages(item);
		if (items.length === 0) throw new InputError(wrongValue.required(), ['Texts by Language']);
		refuseEmptyOrSecond(items);
		return [{ envelope: {}, body: { ...item.fields(hotelFields), items } }];
	},

	identity: ({ body }) => ({
		recipient: { uuid: body.uuid },
		content: () => JSON.stringify(body),
	}),
	guards: { ofAll: [noteOverwritten('hotel')] },

	request: ([{ body }]) => ({ body }),

	results(answer, [{ body }]) {
		const hotel = objectIn(answer, 'hotel_data');
		if (textOf(hotel.uuid) !== body.uuid) return { outcomes: [], unclear: [hotel] };
		return { outcomes: [{ is: 'accepted', results: [{ json: hotel }] }] };
	},
};

/** Locales are shortened to two letters, and the service keeps only one entry per language. */
function refuseEmptyOrSecond(items: readonly IDataObject[]): void {
	const languages = items.map(({ language }) => language as string);
	withinEach('Texts by Language', items, ({ data }, at) => {
		const isEmpty = Object.values(data as IDataObject).every(isBlank);
		if (isEmpty) throw new InputError(wrongValue.required(), ['Custom Fields']);
		const name = languages[at] as string;
		if (languages.indexOf(name) < at) throw new InputError(wrongContact.fieldTwice({ name }));
	});
}

/** A custom field, whose texts people read. */
function hotelField(name: string): Field {
	return { name, label: name, type: anyValue, judged: 'text' };
}

function readLanguages(item: ItemParameters): IDataObject[] {
	return withinEach('Texts by Language', item.entries('items', 'item'), (entry) => ({
		...item.fieldsIn(entry, [itemLanguage]),
		data: readGiven(customFieldsIn(entry.data, 'Custom Fields', [], hotelField), item),
	}));
}

function readLanguagesJson(item: ItemParameters): IDataObject[] {
	return readObjects(item.value('itemsJson'), 'an entry with language and data', (entry) => {
		const { data } = knownKeys(entry, [itemLanguage], 'data');
		return {
			...item.objectFields(entry, keyed([itemLanguage])),
			data: within('data', () => dataOf(data, item)),
		};
	});
}

function dataOf(value: unknown, item: ItemParameters): IDataObject {
	if (isObject(value)) {
		const given = Object.entries(value).map(([name, one]) => ({
			field: hotelField(name),
			value: one,
		}));
		return readGiven(given, item);
	}
	throw wrongFormat(value, 'an object of custom fields', '{ "vip": true }');
}
