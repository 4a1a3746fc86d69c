import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';
import { allControls } from '../../../nodes/CrmMessaging/fields/control';
import { changes } from '../../../nodes/CrmMessaging/service/endpoints';
import type { MockService } from '../../../playground/service/mock-service';
import { formsOf } from './forms';

/** Every operation as one request to its endpoint, with only the required fields, read from the guests. */
export const everyEndpoint = operations.map((operation) => {
	const { endpoint, resource, choice, limit } = operation;
	/** Whether a request is one thing with a list of entries. */
	const isWhole = limit.maxPerRequest === 1 && limit.list !== undefined;
	return {
		...endpoint,
		/** As the node's panel has it. */
		name: `${resource.label}: ${choice.label}`,
		operation,
		form: formsOf(operation).least,
		/** All controls of its form, also those inside of others. */
		controls: allControls(controlsOf(operation)),
		/** Whether it changes something at the service. */
		changes: changes(endpoint),
		isWhole,
		/** Whether both guests are batched in one request, which can be split. */
		shares: limit.maxPerRequest > 1,
		/** The guests that the service accepted, by ID, once for each time. */
		accepted: (service: MockService) => acceptedBy(service, isWhole),
	};
});

export type EndpointCase = (typeof everyEndpoint)[number];

/** Every operation in every way through its form, with every control filled in from the item, and its previews. */
export const everyForm = everyEndpoint.flatMap((endpoint) => {
	const { operation, controls } = endpoint;
	const { ways, item } = formsOf(operation);
	const caseOf = (way: string, form: IDataObject, preview?: string) => ({
		...endpoint,
		name: [endpoint.name, way].filter(Boolean).join(', '),
		form,
		/** An item that the form accepts. */
		goodItem: item,
		/** Whether it returns nothing for an item if the service has no result. */
		mayBeSilent: operation.choice.name === 'getAll',
		/** The preview that it returns instead of sending. */
		preview,
	});
	const { options = [] } = controls.find(({ name }) => name === 'preview') ?? {};
	const [, ...previews] = (options as INodePropertyOptions[]).map(({ value }) => value as string);
	return [
		...Object.entries(ways).map(([way, form]) => caseOf(way, form)),
		...previews.map((preview) => {
			// Options that change the recipients are filled in only if nothing is sent.
			const test = preview === 'messages' ? { testRecipient: '+34600100001' } : {};
			const own = { ...(ways['']!.options as IDataObject), ...test, preview };
			return caseOf(`preview of ${preview}`, { ...ways[''], options: own }, preview);
		}),
	];
});

export type FormCase = (typeof everyForm)[number];

/** A number of guests. */
export function guestsUpTo(count: number) {
	return Array.from({ length: count }, (_, at) => ({
		user_id: `guest-${at + 1}`,
		phone: `+346001${String(at + 1).padStart(5, '0')}`,
		email: `guest-${at + 1}@example.com`,
		name: 'Ana',
	}));
}

/** Two items that every operation accepts. */
export const guests = guestsUpTo(2);

/** From the requests that changed something, even if a fault held their answer. */
function acceptedBy({ requests }: MockService, isOne: boolean): string[] {
	const accepted = requests.filter(
		({ method, answer }) => method !== 'GET' && answer !== undefined,
	);
	return accepted.flatMap(({ path, body }) => {
		const ids = namedIn([path.split('/'), body], guestOf);
		// A request without a list has one guest.
		return isOne ? [...new Set(ids)] : ids;
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
