import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../../form/property';
import type { ItemParameters } from '../../run/parameters';
import { convertFields, ownValue } from '../../service/convert';
import { parameterName, type Field } from '../../service/field';
import { emailValidation, webhook } from '../../service/fields/sync';

/** In the form, the webhook's fields stand beside others, so their names say what they belong to. */
function webhookParameter(field: Field): string {
	const name = parameterName(field);
	return `webhook${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Options of a submission (interface document, Endpoints 5, `options`). */
export const syncOptionProperties: INodeProperties[] = [
	...emailValidation.map((field) => propertyOf(field)),
	...webhook.map((field) => propertyOf(field, { name: webhookParameter(field) })),
];

/** Reads the `options` of a submission; empty when none is given. */
export function readSyncOptions(item: ItemParameters): IDataObject {
	const given = item.collection('options');
	const parts = {
		email_validation: item.fieldsIn(given, emailValidation),
		webhook: convertFields(webhook, ownValue(given, webhookParameter), item),
	};
	return Object.fromEntries(
		Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0),
	);
}
