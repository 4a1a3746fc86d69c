import type { IDataObject } from 'n8n-workflow';
import { id, pathId } from '../../../nodes/CrmMessaging/fields/types/text';
import { phone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { changes, type Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import type { MockService } from '../../../playground/service/mock-service';
import { factsOf, type EndpointFacts } from './endpoint-facts';
import { decidersOf, filledForm } from './fill-form';
import { goodValueOf, usualValueOf } from './good-value';
import { caseOf, everyOperation, type OperationCase } from './operations';

/** An operation with no more of its form filled in than it needs; it reads the guests. */
export interface EndpointCase extends OperationCase, Endpoint, EndpointFacts {
	form: IDataObject;
	/** Whether it changes something at the service. */
	changes: boolean;
	/** Whether both guests travel in one request, which may go in halves. */
	shares: boolean;
	/** The guests that the service took, by id: one for each time it took one. */
	taken(service: MockService): string[];
}

/** A number of guests. */
export function guestsUpTo(count: number): Array<Record<'user_id' | 'phone' | 'name', string>> {
	return Array.from({ length: count }, (_, at) => ({
		user_id: `guest-${at + 1}`,
		phone: `+346001${String(at + 1).padStart(5, '0')}`,
		name: 'Ana',
	}));
}

/** Two items, of which every operation makes something. */
export const guests = guestsUpTo(2);

/** Every operation as one request to its endpoint. */
export const everyEndpoint = everyOperation.map((operation): EndpointCase => {
	const { endpoint, limit } = operation;
	return {
		...caseOf(operation),
		...endpoint,
		...factsOf(endpoint),
		form: leastForm(operation),
		changes: changes(endpoint),
		shares: limit.maxPerRequest > 1 && !limit.indivisible,
		taken: (service) => takenBy(service, operation),
	};
});

/** Those that send a message to each guest. */
export const messageEndpoints = everyEndpoint.filter(
	({ operation }) => operation.message !== undefined,
);

/** By the requests that changed something, even if a fault held their answer; a repeatable one counts once. */
function takenBy({ requests }: MockService, { endpoint, limit }: Operation): string[] {
	const taken = requests.filter(({ method, answer }) => method !== 'GET' && answer !== undefined);
	const each = taken.map(({ path, body }) => {
		const ids = namedIn([path.split('/'), body], guestOf);
		// A request with one thing has one guest.
		return limit.indivisible ? [...new Set(ids)] : ids;
	});
	return endpoint.repeatable ? [...new Set(each.flat())] : each.flat();
}

/** The id of the guest whom a text names, by id or phone number. */
function guestOf(text: string): string | undefined {
	const [, id, phone] = /^(?:guest-(\d+)|\+346001(\d{5}))$/.exec(text) ?? [];
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

/** How a form is filled in with what is required; who it is about is read from the guest. */
interface Least {
	/** Choices of what decides which controls are shown, where they are no good or usual ones. */
	mode?: IDataObject;
	/** Gives an id or a phone number of who it is about; left out, it is read from a guest. */
	recipient?: string;
}

/** The form of an operation with what is required; all but who it is about is the same for all. */
export function leastForm(operation: Operation, { mode, recipient }: Least = {}): IDataObject {
	const { good } = factsOf(operation.endpoint);
	const deciders = decidersOf(operation).map(({ name, initial }): [string, unknown] => [
		name,
		good[name] ?? initial,
	]);
	return filledForm(operation, {
		mode: { ...(Object.fromEntries(deciders) as IDataObject), ...mode },
		fills: ({ required }) => required === true,
		valueOf: (control, field) => {
			const key = field?.name ?? control.name;
			if (key in good) return good[key];
			if (field?.type === phone) return recipient ?? '={{ $json.phone }}';
			const isId = field?.type === id || field?.type === pathId;
			if (isId || (!field && control.type === 'string')) {
				return recipient ?? '={{ $json.user_id }}';
			}
			return field ? goodValueOf(field) : usualValueOf(control);
		},
	});
}
