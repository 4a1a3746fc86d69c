import { InputError } from '../../fields/inputError';
import { isObject } from '../../transport/answer';

/** Parts of a webhook call, as n8n's Webhook node gives it. */
const callParts = ['headers', 'params', 'query', 'body'];
/** Parts of a request to the service. */
const requestParts = ['origin', 'contacts', 'purchase', 'options'];

/**
 * Makes sure that what is given for a contact is none of a whole webhook call, whose headers hold
 * secrets of the caller, and no request that holds contacts.
 *
 * @param place where it was given, for example `Input Item`
 * @throws InputError that says what to choose instead
 */
export function refuseWholeRequest(given: object, ...place: string[]): void {
	const values = given as Record<string, unknown>;
	if (isObject(values.headers) && 'body' in values) {
		throw new InputError(
			`is a whole webhook call (${partsIn(values, callParts)}), not a contact; ${adviceFor(values.body, 'body.')}`,
			place,
		);
	}
	if (holdsContacts(values) || (isObject(values.purchase) && 'origin' in values)) {
		throw new InputError(
			`is a whole request (${partsIn(values, requestParts)}), not a contact; ${adviceFor(values, '')}`,
			place,
		);
	}
}

function adviceFor(values: unknown, path: string): string {
	const inner = isObject(values) && holdsContacts(values) ? `${path}contacts` : path.slice(0, -1);
	if (inner === '') return 'choose Map Each Field and map what it says of the contact';
	return `set Specify Contacts to JSON and Contacts (JSON) to {{ $json.${inner} }}, or choose Map Each Field`;
}

function holdsContacts({ contacts }: Record<string, unknown>): boolean {
	return isObject(contacts) || (Array.isArray(contacts) && contacts.some(isObject));
}

function partsIn(values: object, parts: readonly string[]): string {
	return parts.filter((part) => part in values).join(', ');
}
