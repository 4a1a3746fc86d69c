import type { Field } from '../../fields/field';
import { id, text } from '../../fields/types/text';
import { language } from '../../fields/types/language';

/** The fields of a hotel without its items (docs/contributing/service.md, Create hotel data). */
export const hotelFields: Field[] = [
	{
		name: 'uuid',
		label: 'Hotel UUID',
		type: id,
		required: true,
		placeholder: 'e.g. aurora-barcelona',
	},
	{
		name: 'name',
		label: 'Hotel Name',
		type: text,
		required: true,
		placeholder: 'e.g. Hotel Aurora',
	},
];

/** A hotel item's language. */
export const itemLanguage: Field = {
	name: 'language',
	label: 'Language',
	type: language,
	required: true,
	description: 'Two-letter language code of the texts, such as es',
};
