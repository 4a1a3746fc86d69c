import type { IDataObject } from 'n8n-workflow';
import { previewOptionOf } from '../../engine/options';
import type { RowPreview } from '../../engine/operation';
import type { NodeParameters } from '../../engine/parameters';
import type { ColumnNote } from './automaticContact';

/** The meaning of each item's columns, kept until n8n drops the items. */
const columnsRead = new WeakMap<object, Record<string, string>>();

/** Shows each contact as it would be saved, and the meaning of each column. */
export const contactsPreview: RowPreview = {
	value: 'contacts',
	words: ['Contacts', 'Each contact as it would be saved, and what each column was read as'],
	of({ body, warnings }, inputs) {
		const columns: IDataObject = {};
		for (const input of inputs) Object.assign(columns, columnsRead.get(input));
		return {
			contact: body,
			...(Object.keys(columns).length > 0 && { columns }),
			...(warnings.length > 0 && { warnings: [...warnings] }),
		};
	},
	totalOf: ({ length }) =>
		`${length.toLocaleString('en')} ${length === 1 ? 'contact' : 'contacts'}`,
};

/** Whether a run previews contacts instead of sending them. */
export function previewsContacts(parameters: NodeParameters): boolean {
	return parameters.option(previewOptionOf({ preview: contactsPreview })) === 'contacts';
}

/** Stores a column's meaning for the preview. */
export const noteColumn: ColumnNote = (input, key, readAs) => {
	const columns = columnsRead.get(input) ?? {};
	columns[key] = readAs;
	columnsRead.set(input, columns);
};
