import type { FaultAction } from '../../../playground/service/stand-in';
import { account } from '../running-service';
import type { EndpointCase } from './every-endpoint';

/** What goes wrong, and what should come of it. */
export interface Fault {
	name: string;
	/** What the stand-in does with every request. */
	action?: FaultAction;
	/** Another server than the stand-in. */
	at?: 'closed' | 'unknown' | 'cutting';
	/** How many requests arrive for one item that may be tried twice; 1 when left out. */
	arrive?: number | Record<EndpointCase['method'], number>;
	/** Whether a POST does its work at the service all the same. */
	taken?: boolean;
	/** What the user reads. */
	message(endpoint: EndpointCase): string;
	/** What the user is told to do. */
	advice(endpoint: EndpointCase): string;
	httpCode?: string;
}

/** How many requests arrive for one item that may be tried twice. */
export function arrivalsOf({ arrive = 1 }: Fault, { method }: EndpointCase): number {
	return typeof arrive === 'number' ? arrive : arrive[method];
}

/** What the service says in its errors: both secrets, which nobody may read. */
export const echo = `seen ${account.masterSecret} and ${account.accountSecret}`;
/** What the user reads of it. */
export const blotted = 'seen *** and ***';

export const UNCLEAR =
	'The request may have been taken all the same: look in the service before you send it again.';

/** For what leaves open whether a POST was taken. */
export function unclearOr(reading: string, more = ''): Fault['advice'] {
	return ({ method }) => (method === 'POST' ? `${UNCLEAR}${more}` : reading);
}

/** The same for every endpoint. */
export function always(text: string): () => string {
	return () => text;
}
