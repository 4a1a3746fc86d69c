import type { IDataObject } from 'n8n-workflow';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { pathOf, type Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import { formsOf } from './forms';

/** An endpoint's facts for the tests. */
export interface EndpointFacts {
	/** Lists in JSON of its form. */
	good: IDataObject;
	/** A small valid answer. */
	answer: IDataObject;
	/** Whether its answer may be empty. */
	mayBeSilent: boolean;
}

/** A small valid answer to a request; an empty object if no endpoint has its path. */
export function exampleFor(method = '', url = ''): unknown {
	const { pathname } = new URL(url, 'https://example.com');
	const any = { account_id: 'any', bulk_id: 'any' };
	const pattern = (endpoint: Endpoint) =>
		new RegExp(`${pathOf(endpoint, any).replaceAll('any', '[^/]+')}$`);
	const found = operations.find(
		({ endpoint }) => endpoint.method === method && pattern(endpoint).test(pathname),
	);
	return found ? formsOf(found).answer : {};
}

/** The facts of an endpoint. */
export function factsOf(endpoint: Endpoint): EndpointFacts {
	const { item, answer } = formsOf(operations.find((one) => one.endpoint === endpoint)!);
	const { contactsJson, deliveriesJson } = item;
	return {
		good: { contactsJson, deliveriesJson },
		answer,
		mayBeSilent: endpoint.results === 'campaigns',
	};
}
