import type { IDataObject } from 'n8n-workflow';
import { changes, endpoints, type Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import { readApi } from '../../../playground/service/http/api-validator';
import { exampleAnswer } from '../../../playground/service/http/example-answer';

/** An endpoint's facts for the tests, from openapi.yaml and the values below. */
export interface EndpointFacts {
	/** Values of the form by key, for controls without a field or with special values. */
	good: IDataObject;
	/** A small valid answer. */
	answer: IDataObject;
	/** Whether its answer may be empty. */
	mayBeSilent: boolean;
}

const message = { message_holder: 'Hello %{name}' };
const replacements = { name: 'Ana' };

/** Values that the tests can't find by themselves; most endpoints need none. */
const goodValues: Partial<Record<keyof typeof endpoints, IDataObject>> = {
	pushDeliveries: {
		...message,
		app_id: 'guest-app',
		deliveriesJson: [{ device_id: 'phone-1', replacements }],
	},
	smsDeliveries: {
		...message,
		deliveriesJson: [{ phone_number: '+34600100002', replacements }],
	},
	syncData: {
		name: 'Aurora',
		contactsFrom: 'mapAutomatically',
		contactsJson: [{ user_id: 'guest-2' }],
	},
	bulkJob: { timeLimit: 0.01 },
};

const api = readApi();

/** A small valid answer to a request; an empty object if no endpoint has its path. */
export function exampleFor(method = '', url = ''): unknown {
	const { pathname } = new URL(url, 'https://example.com');
	const path = Object.keys(api.paths).find((shape) =>
		new RegExp(`${shape.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
	);
	const described = path === undefined ? undefined : api.paths[path]?.[method.toLowerCase()];
	return (described && exampleAnswer(api, described).body) ?? {};
}

/** The facts of an endpoint. */
export function factsOf(endpoint: Endpoint): EndpointFacts {
	const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
	const described = api.paths[path]?.[endpoint.method.toLowerCase()];
	if (!described) throw new Error(`openapi.yaml has no ${endpoint.method} ${path}`);
	const answer = (exampleAnswer(api, described).body ?? {}) as IDataObject;
	const [key, ...others] = Object.keys(answer);
	const list = others.length === 0 && Array.isArray(answer[key!]) ? key : undefined;
	const own = Object.entries(endpoints).find(([, one]) => one === endpoint);
	return {
		good: (own && goodValues[own[0] as keyof typeof endpoints]) ?? {},
		answer,
		mayBeSilent: !changes(endpoint) && list !== undefined,
	};
}
