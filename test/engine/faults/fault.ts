import { requestAdvice } from '../../../nodes/CrmMessaging/catalogue/requests';
import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import type { FaultAction } from '../../../playground/service/mock-service';
import { account } from '../running-service';
import type { EndpointCase } from '../every-operation/endpoint-cases';

/** A fault and its expected result. */
export interface Fault {
	name: string;
	/** The mock service's answer to every request. */
	action?: FaultAction;
	/** Whether no server listens. */
	isClosed?: boolean;
	/** How many requests arrive for one item that may be tried twice; 1 when left out. */
	arrive?: number | typeof lost;
	/** Whether the service does the request's work anyway. */
	taken?: boolean;
	/** The message and its advice. */
	said(endpoint: EndpointCase): Sentence;
	httpCode?: string;
}

/** How many requests arrive where the answer is lost: one that may have been taken is not repeated. */
export const lost = { repeatable: 2, other: 1 };

/** How many requests arrive for one item that may be tried twice. */
export function arrivalsOf({ arrive = 1 }: Fault, { repeatable }: EndpointCase): number {
	return typeof arrive === 'number' ? arrive : arrive[repeatable ? 'repeatable' : 'other'];
}

/** The service's words in its errors: both secrets, which no one may read. */
export const echo = `seen ${account.masterSecret} and ${account.accountSecret}`;
/** The same in messages. */
export const blotted = 'seen *** and ***';

/** For what leaves open whether a request was taken that must not be repeated. */
export function unclearOr(sentence: Sentence, inAnyCase = ''): Fault['said'] {
	return ({ repeatable }) =>
		repeatable
			? sentence
			: { ...sentence, advice: `${inAnyCase}${requestAdvice.mayBeAccepted}` };
}

/** The same for every endpoint. */
export function always(sentence: Sentence): Fault['said'] {
	return () => sentence;
}
