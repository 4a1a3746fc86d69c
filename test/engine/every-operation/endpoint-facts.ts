import type { IDataObject } from 'n8n-workflow';
import { changes, endpoints, type Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import { readApi } from '../../../playground/service/http/api-validator';
import { exampleAnswer } from '../../../playground/service/http/example-answer';
import { madeUpEndpoints } from './made-up';

/** An endpoint's facts for the tests, from openapi.yaml and its row below, if any. */
export interface EndpointFacts {
	/** Values of the form by key, where not any good value will do; also those of what has no field. */
	good: IDataObject;
	/** The sentence about an answer that is an empty object, and about a list. */
	misses: { inObject: string; inList: string };
	/** A small answer that can be read. */
	answer: IDataObject;
	/** Whether it may have nothing to give. */
	mayBeSilent: boolean;
}

const jobMisses = { inObject: 'it names no bulk job (no _id)', inList: 'it holds no bulk' };
const message = { message_holder: 'Hello %{name}' };
const replacements = { name: 'Ana' };

/** Facts that the tests can't derive; most endpoints need no row. */
const rows: Partial<Record<keyof typeof endpoints, Partial<EndpointFacts>>> = {
	pushDeliveries: {
		good: {
			...message,
			app_id: 'guest-app',
			deliveriesJson: [{ device_id: 'phone-1', replacements }],
		},
	},
	smsDeliveries: {
		good: {
			...message,
			deliveriesJson: [{ phone_number: '+34600100002', replacements }],
		},
	},
	hotelData: {
		misses: { inObject: 'it names no hotel (no uuid)', inList: 'it holds no hotel_data' },
	},
	syncData: {
		good: {
			name: 'Aurora',
			contactsFrom: 'mapAutomatically',
			contactsJson: [{ user_id: 'guest-2' }],
		},
		misses: jobMisses,
	},
	bulkJob: { good: { timeLimit: 0.01 }, misses: jobMisses },
};

/** In a message, the missing part of an answer that only the operation knows. */
export const anyMiss = '{miss}';

const api = readApi(madeUpEndpoints.paths);

/** The facts of an endpoint. */
export function factsOf(endpoint: Endpoint): EndpointFacts {
	const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
	const described = api.paths[path]?.[endpoint.method.toLowerCase()];
	if (!described) throw new Error(`openapi.yaml has no ${endpoint.method} ${path}`);
	const answer = (exampleAnswer(api, described).body ?? {}) as IDataObject;
	const [key, ...others] = Object.keys(answer);
	const list = others.length === 0 && Array.isArray(answer[key!]) ? key : undefined;
	const miss = list ? `it holds no list “${list}”` : anyMiss;
	const own = Object.entries(endpoints).find(([, one]) => one === endpoint);
	return {
		good: {},
		misses: { inObject: miss, inList: miss },
		answer,
		mayBeSilent: !changes(endpoint) && list !== undefined,
		...(own && rows[own[0] as keyof typeof endpoints]),
	};
}
