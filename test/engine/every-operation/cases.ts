import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { operations } from '../../../nodes/CrmMessaging/actions';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';
import { allControls } from '../../../nodes/CrmMessaging/fields/control';
import { changes, type Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import type { MockService } from '../../../playground/service/mock-service';
import { formsOf } from './forms';

/** An operation with only the required fields filled in, read from the guests. */
export interface EndpointCase extends Endpoint {
	/** As the node's panel has it. */
	name: string;
	operation: Operation;
	form: IDataObject;
	/** All controls of its form, also those inside of others. */
	controls: INodeProperties[];
	/** Whether it changes something at the service. */
	changes: boolean;
	/** Whether a request is one thing with a list of entries. */
	isWhole: boolean;
	/** Whether both guests are batched in one request, which can be split. */
	shares: boolean;
	/** The guests that the service accepted, by ID, once for each time. */
	accepted(service: MockService): string[];
}

/** Every operation as one request to its endpoint. */
export const everyEndpoint = operations.map((operation): EndpointCase => ({
	...operation.endpoint,
	name: `${operation.resource.label}: ${operation.choice.label}`,
	operation,
	form: formsOf(operation).least,
	controls: allControls(controlsOf(operation)),
	changes: changes(operation.endpoint),
	isWhole: isWhole(operation),
	shares: operation.limit.maxPerRequest > 1,
	accepted: (service) => acceptedBy(service, isWhole(operation)),
}));

function isWhole({ limit: { maxPerRequest, list } }: Operation): boolean {
	return maxPerRequest === 1 && list !== undefined;
}

/** One way through an operation's form, with every control filled in from the item. */
export interface FormCase extends EndpointCase {
	/** An item that the form accepts. */
	goodItem: IDataObject;
	/** Whether it returns nothing for an item if the service has no result. */
	mayBeSilent: boolean;
	/** The preview that it returns instead of sending. */
	preview?: string;
}

/** Every operation in every way through its form, and its previews. */
export const everyForm = everyEndpoint.flatMap((endpoint): FormCase[] => {
	const { operation, controls } = endpoint;
	const { ways, item } = formsOf(operation);
	const caseOf = (way: string, form: IDataObject, preview?: string): FormCase => ({
		...endpoint,
		name: [endpoint.name, way].filter(Boolean).join(', '),
		form,
		goodItem: item,
		mayBeSilent: operation.choice.name === 'getAll',
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
