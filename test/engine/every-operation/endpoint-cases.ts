import type { IDataObject } from 'n8n-workflow';
import { changes, type Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import { operations } from '../../../nodes/CrmMessaging/actions';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import type { MockService } from '../../../playground/service/mock-service';
import { factsOf, type EndpointFacts } from './endpoint-facts';
import { formsOf } from './forms';
import { caseOf, type OperationCase } from './operations';

/** An operation with only the required fields filled in, read from the guests. */
export interface EndpointCase extends OperationCase, Endpoint, EndpointFacts {
	form: IDataObject;
	/** Whether it changes something at the service. */
	changes: boolean;
	/** Whether both guests are batched in one request, which can be split. */
	shares: boolean;
	/** The guests that the service accepted, by ID, once for each time. */
	accepted(service: MockService): string[];
}

/** A number of guests. */
export function guestsUpTo(
	count: number,
): Array<Record<'user_id' | 'phone' | 'email' | 'name', string>> {
	return Array.from({ length: count }, (_, at) => ({
		user_id: `guest-${at + 1}`,
		phone: `+346001${String(at + 1).padStart(5, '0')}`,
		email: `guest-${at + 1}@example.com`,
		name: 'Ana',
	}));
}

/** Two items that every operation accepts. */
export const guests = guestsUpTo(2);

/** Every operation as one request to its endpoint. */
export const everyEndpoint = operations.map((operation): EndpointCase => {
	const { endpoint, limit } = operation;
	return {
		...caseOf(operation),
		...endpoint,
		...factsOf(endpoint),
		form: leastForm(operation),
		changes: changes(endpoint),
		shares: limit.maxPerRequest > 1,
		accepted: (service) => acceptedBy(service, operation),
	};
});

/** Those that send a message to each guest. */
export const messageEndpoints = everyEndpoint.filter(
	({ operation }) => operation.message !== undefined,
);

/** From the requests that changed something, even if a fault held their answer. */
function acceptedBy({ requests }: MockService, { hasParts }: Operation): string[] {
	const accepted = requests.filter(
		({ method, answer }) => method !== 'GET' && answer !== undefined,
	);
	return accepted.flatMap(({ path, body }) => {
		const ids = namedIn([path.split('/'), body], guestOf);
		// A request without a list has one guest.
		return hasParts ? [...new Set(ids)] : ids;
	});
}

/** The ID of the guest that a text names, by ID, phone number or email address. */
export function guestOf(text: string): string | undefined {
	const [, id, phone] = /^(?:guest-(\d+)(?:@example\.com)?|\+346001(\d{5}))$/.exec(text) ?? [];
	return (id ?? phone) ? `guest-${Number(id ?? phone)}` : undefined;
}

/**
 * Finds names in a value, at any depth.
 *
 * @param nameOf the name that a text stands for
 * @returns each once for every object or list that holds it
 */
export function namedIn(value: unknown, nameOf: (text: string) => string | undefined): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const inner = Object.values(value) as unknown[];
	const own = inner.flatMap((one) => (typeof one === 'string' ? (nameOf(one) ?? []) : []));
	return [...new Set(own), ...inner.flatMap((one) => namedIn(one, nameOf))];
}

/** How the required fields of a form are filled in; the recipient is read from the guest. */
interface Least {
	/** Values of controls that decide which others are shown, if not the usual ones. */
	mode?: IDataObject;
	/** The ID or phone number of the recipient; by default, it is read from a guest. */
	recipient?: string;
}

/** The form of an operation with its required fields; only the recipient differs by item. */
export function leastForm(operation: Operation, { mode, recipient }: Least = {}): IDataObject {
	const { least } = formsOf(operation);
	const read = Object.entries(least).map(([name, value]) => {
		const isRecipient = typeof value === 'string' && /^=\{\{ \$json\./.test(value);
		return [name, isRecipient ? (recipient ?? value) : value];
	});
	return { ...(Object.fromEntries(read) as IDataObject), ...mode };
}
