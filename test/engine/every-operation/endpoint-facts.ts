import { endpoints, type Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import type { ServiceStandIn } from '../../../playground/service/stand-in';
import type { EndpointFacts } from './facts';
import { madeUpFacts } from './made-up';

const inEither = (text: string) => ({ inObject: text, inList: text });
const jobMisses = { inObject: 'it names no bulk job (no _id)', inList: 'it holds no bulk' };
const message = { message_holder: 'Hello %{name}' };
const replacements = { name: 'Ana' };

/** A row for each endpoint; the compiler asks for that of a new one. */
const facts: Record<keyof typeof endpoints, EndpointFacts> = {
	pushDeliveries: {
		good: {
			...message,
			app_id: 'guest-app',
			deliveriesJson: [{ device_id: 'phone-1', replacements }],
		},
		taken: ({ state }) => state.pushDeliveries.map(({ target }) => target.device_id!),
		names: ({ state }) => state.pushDeliveries.map(({ delivery_id }) => delivery_id),
		misses: inEither('it holds no list “deliveries”'),
		answer: { deliveries: [[{ valid: true, delivery_id: 'd-1', device_id: 'guest-1' }]] },
	},
	smsDeliveries: {
		good: {
			...message,
			deliveriesJson: [{ phone_number: '+34600100002', replacements }],
		},
		taken: ({ state }) => state.smsDeliveries.map(({ phone_number }) => phone_number),
		names: ({ state }) => state.smsDeliveries.map(({ delivery_id }) => delivery_id),
		misses: inEither('it holds no list “deliveries”'),
		answer: { deliveries: [{ valid: true, delivery_id: 'd-1' }] },
	},
	campaigns: {
		taken: () => [],
		misses: inEither('it holds no list “campaigns”'),
		answer: { campaigns: [{ id: 'c-1', name: 'Spring' }] },
		mayBeSilent: true,
	},
	hotelData: {
		taken: ({ state }) => [...state.putHotels],
		names: ({ state }) => state.hotels.map(({ uuid }) => uuid),
		misses: { inObject: 'it names no hotel (no uuid)', inList: 'it holds no hotel_data' },
		answer: { hotel_data: { uuid: 'guest-1', name: 'Aurora Sevilla' } },
	},
	syncData: {
		good: {
			name: 'Aurora',
			contactsFrom: 'mapAutomatically',
			contactsJson: [{ user_id: 'guest-2' }],
		},
		taken: submitted,
		names: ({ state }) => state.bulkJobs.map(({ _id }) => _id),
		misses: jobMisses,
		answer: { _id: 'b-1', status: 'queued' },
	},
	bulkJob: {
		good: { timeLimit: 0.01 },
		taken: () => [],
		misses: jobMisses,
		answer: { bulk: { _id: 'guest-1', status: 'processed' } },
	},
};

/** The contacts of all submissions; one that was submitted twice is one contact, but is counted twice. */
function submitted(service: ServiceStandIn): string[] {
	const { bulkJobs, contacts, purchases } = service.state;
	for (const { _id } of bulkJobs) service.endBulkJob(_id, 'processed');
	const ids = contacts.map(({ user_id }) => user_id!);
	const doubles = bulkJobs.reduce((sum, job) => sum + job.number_of_contacts, -ids.length);
	const purchased = purchases.reduce((sum, { submissions }) => sum + submissions - 1, 0);
	return [...ids, ...Array<string>(Math.max(doubles, purchased)).fill(ids[0]!)];
}

const byEndpoint = new Map<Endpoint, EndpointFacts>([
	...Object.entries(facts).map(([name, row]): [Endpoint, EndpointFacts] => [
		endpoints[name as keyof typeof endpoints],
		row,
	]),
	...madeUpFacts,
]);

/** What the tests have to know of an endpoint. */
export function factsOf(endpoint: Endpoint): EndpointFacts {
	const found = byEndpoint.get(endpoint);
	if (!found) throw new Error(`The tests know nothing of ${endpoint.method} ${endpoint.path}`);
	return found;
}
