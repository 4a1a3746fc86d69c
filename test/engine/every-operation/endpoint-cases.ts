import type { IDataObject } from 'n8n-workflow';
import { id, pathId } from '../../../nodes/CrmMessaging/fields/types/text';
import { phone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { changes, secretNames, type Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { factsOf } from './endpoint-facts';
import type { EndpointFacts } from './facts';
import { decidersOf, filledForm, type Filling } from './fill-form';
import { goodValueOf, usualValueOf } from './good-value';
import { caseOf, everyOperation, type OperationCase } from './operations';

/** An operation with no more of its form filled in than it needs; it reads the guests. */
export interface EndpointCase extends OperationCase, Omit<Endpoint, 'secret'>, EndpointFacts {
	form: IDataObject;
	secret: string;
	/** Whether it changes something at the service. */
	changes: boolean;
	/** Whether both guests travel in one request, which may go in halves. */
	shares: boolean;
}

/** So many guests. */
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
		form: filledForm(operation, leastOf(operation)),
		secret: secretNames[endpoint.secret],
		changes: changes(endpoint),
		shares: limit.maxPerRequest > 1 && !limit.indivisible,
	};
});

/** Those that send a message to each guest. */
export const messageEndpoints = everyEndpoint.filter(
	({ operation }) => operation.message !== undefined,
);

/** What is required; who it is about is read from the guest, all else is the same for all. */
function leastOf(operation: Operation): Filling {
	const { good = {} } = factsOf(operation.endpoint);
	const deciders = decidersOf(operation).map(({ name }): [string, unknown] => [
		name,
		good[name] ?? operation.properties.find((one) => one.name === name)!.default,
	]);
	return {
		mode: Object.fromEntries(deciders) as IDataObject,
		fills: ({ required }) => required === true,
		valueOf: (control, field) => {
			const key = field?.name ?? control.name;
			if (key in good) return good[key];
			if (field?.type === phone) return '={{ $json.phone }}';
			const isId = field?.type === id || field?.type === pathId;
			if (isId || (!field && control.type === 'string')) return '={{ $json.user_id }}';
			return field ? goodValueOf(field) : usualValueOf(control);
		},
	};
}
