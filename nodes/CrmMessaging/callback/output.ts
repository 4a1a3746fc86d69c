import type { IDataObject } from 'n8n-workflow';
import { isObject, textOf } from '../service/answers';

/** What a callback becomes: one output item, or one for each contact. */
export type CallbackOutput = 'callback' | 'contact';

/** Makes the trigger's output of a callback; the service's keys are kept. */
export function outputOfCallback(body: IDataObject, output: CallbackOutput): IDataObject[] {
	return output === 'contact' ? contactsOf(body) : [body];
}

function contactsOf({ valid_contacts, failed_contacts, ...job }: IDataObject): IDataObject[] {
	const valid = rows(valid_contacts).map((contact) => ({
		valid: true,
		...contact,
		callback: job,
	}));
	const failed = rows(failed_contacts).map(({ contact, error, errors, ...rest }) => ({
		valid: false,
		reason: reasonOf(error ?? errors),
		...(isObject(contact) ? contact : { contact }),
		...rest,
		callback: job,
	}));
	return [...valid, ...failed];
}

function rows(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The service gives reasons as a text, as a list, or as objects with a text. */
function reasonOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(reasonOf).join(', ');
	if (isObject(value)) return reasonOf(value.error ?? value.message ?? JSON.stringify(value));
	return value === undefined || value === null ? '' : textOf(value);
}
