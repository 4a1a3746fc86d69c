import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../../form/property';
import { waitLimitOption } from '../../run/options';
import type { ItemParameters } from '../../run/parameters';
import { emailValidation } from '../../interface/sync';
import { callbackOptionProperties, readWebhook } from './callback';

/** Options of a submission (interface document, Endpoints 5, `options`). */
export const syncOptionProperties: INodeProperties[] = [
	...emailValidation.map((field) => propertyOf(field)),
	...callbackOptionProperties,
	waitLimitOption,
];

/** Reads the `options` of a submission; empty when none is given. */
export function readSyncOptions(item: ItemParameters): IDataObject {
	const parts = {
		email_validation: item.fieldsIn(item.collection('options'), emailValidation),
		webhook: readWebhook(item),
	};
	return Object.fromEntries(
		Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0),
	);
}
