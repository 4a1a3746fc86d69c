import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { executionMemoryOf } from '../n8n/executionMemory';
import { textOf } from '../transport/answer';
import { collectorName } from './names';

/** What an execution that waits knows by now; n8n stores it whenever the execution is parked. */
export interface WaitState {
	/** Where its callbacks come, with n8n's signature. */
	url: string;
	/** Counts how often it went on, which tells an old state from a new one. */
	round: number;
	/** The names of the requests that were called back, separated by spaces. */
	heard: string;
	/** What was called back, by request, packed. */
	callbacks: Record<string, string>;
	/** When the waiting ends, in milliseconds since 1970. */
	until: number;
	/** What the sender has sent, packed; before the sender is parked there is none. */
	record?: string;
	/** The requests that the service took; known with the record. */
	accepted?: string[];
	/** How often the sender was looked at. */
	looks: number;
	/** When last, in milliseconds since 1970, and how many that took. */
	lookedAt: number;
	lookCost: number;
	/** Set when it has given its result. */
	isDone?: boolean;
}

/** The state, in the node that collects. What is changed is stored. */
export function stateOf(context: IExecuteFunctions): Partial<WaitState> {
	return executionMemoryOf(context);
}

/** The state after the first round. */
export function knownState(context: IExecuteFunctions): WaitState {
	return stateOf(context) as WaitState;
}

/** The state in what n8n has stored of the node that collects; undefined before its first round. */
export function stateIn(memory: IDataObject): WaitState | undefined {
	return memory.round === undefined ? undefined : (memory as unknown as WaitState);
}

/** The part of the state that a call needs. */
export interface StateAtCall extends Pick<
	WaitState,
	'round' | 'heard' | 'looks' | 'lookedAt' | 'lookCost'
> {
	/** Whether it is known what the service took. */
	isSettled: boolean;
}

/** What a call learns of the state without reading the execution once more: n8n has read it before. */
export function stateAtCall(context: IWebhookFunctions): StateAtCall {
	const read = (key: keyof WaitState, of = '') =>
		context.evaluateExpression(`{{ $node["${collectorName}"].context["${key}"]${of} }}`, 0);
	return {
		round: Number(read('round')),
		heard: textOf(read('heard')),
		looks: Number(read('looks')),
		lookedAt: Number(read('lookedAt')),
		lookCost: Number(read('lookCost')),
		isSettled: Number(read('accepted', '?.length') ?? 0) > 0,
	};
}

/** Whether a request is among those that were called back. */
export function isHeard(heard: string, request: string): boolean {
	return heard.split(' ').includes(request);
}
