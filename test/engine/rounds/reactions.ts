import type { IDataObject } from 'n8n-workflow';
import type { FaultAction, MockService } from '../../../playground/service/mock-service';
import { namedIn } from '../every-operation/cases';

const withDeliveries = (change: (list: IDataObject[]) => unknown[]): FaultAction => ({
	changeAnswer: ({ deliveries, ...answer }) =>
		Array.isArray(deliveries)
			? { ...answer, deliveries: change(deliveries as IDataObject[]) }
			: answer,
});
const failures = [402, 409, 425, 500, 502, 503, 504].map((status) => ({
	status,
	body: { error: 'no' },
}));
const refusals = [400, 401, 403, 413, 422, 429].map((status) => ({
	status,
	body: { error: 'no' },
}));

/** Every way in which the service or the network can react to a request. */
export const reactions: FaultAction[] = [
	...[0, 5, 15].map((delayMs) => ({ delayMs })),
	...[...refusals, ...failures].map((respond) => ({ respond })),
	...failures.map((processThenRespond) => ({ processThenRespond })),
	{ respond: { status: 503, headers: { 'retry-after': '0' } } },
	...(['reset', 'processThenReset', 'truncate'] as const),
	...['<html></html>', {}].map((body) => ({ processThenRespond: { status: 200, body } })),
	// No result, too few, and too many.
	...[
		withDeliveries(() => []),
		withDeliveries((list) => list.slice(1)),
		withDeliveries((list) => [...list, ...list]),
	],
];

/** The name of a recipient of the rounds; the service rejects messages to the first one. */
export function recipientName(at: number): string {
	return `+34600${String(at).padStart(6, '0')}`;
}

const nameOf = (text: string) => (/^\+34600\d{6}$/.test(text) ? text : undefined);

/** The recipients whom the service has reached, once for each time. */
export function reachedBy({ requests }: MockService): string[] {
	const processed = requests.filter(({ answer }) => answer !== undefined);
	return processed.flatMap(({ path, body }) =>
		namedIn([path.split('/').map(decodeURIComponent), body], nameOf),
	);
}

/** Recipients of messages that the service rejected: a user's retry sends to them again. */
export function rejectedBy({ state }: MockService): string[] {
	const { smsDeliveries, pushDeliveries } = state;
	return namedIn(
		[...smsDeliveries, ...pushDeliveries].filter(({ valid }) => !valid),
		nameOf,
	);
}
