import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { executionMemoryOf } from '../n8n/execution';
import { textOf } from '../fields/values';
import { waitNodes } from './settings';

/** What an execution that waits knows by now; n8n stores it whenever the execution is parked. */
export interface WaitState {
	/** Where its callbacks come, with n8n's signature. */
	url: string;
	/** Another one whenever it has gone on, which tells an old state from a new one. */
	stamp: string;
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
	/** Set when it has come to its own end, and was not ended by anything else. */
	isDone?: boolean;
}

/** Milliseconds after the limit for which a sender is waited for that is still sending. */
export const grace = 600_000;

/** The state, in the node that collects; undefined before its first round. What is changed is stored. */
export function stateOf(context: IExecuteFunctions): WaitState | undefined {
	return stateIn(executionMemoryOf(context));
}

/** The state in what n8n has stored of the node that collects; undefined before its first round. */
export function stateIn(memory: IDataObject): WaitState | undefined {
	return memory.stamp === undefined ? undefined : (memory as unknown as WaitState);
}

/** The part of the state that a call needs. */
export type StateAtCall = Pick<WaitState, 'stamp' | 'heard'>;

/** What a call learns of the state without reading the execution once more: n8n has read it before. */
export function stateAtCall(context: IWebhookFunctions): StateAtCall {
	const read = (key: keyof WaitState) =>
		textOf(
			context.evaluateExpression(`{{ $node["${waitNodes.collect}"].context["${key}"] }}`, 0),
		);
	return { stamp: read('stamp'), heard: read('heard') };
}

/** Whether a request is among those that were called back. */
export function isHeard(heard: string, request: string): boolean {
	return heard.split(' ').includes(request);
}

/** Whether all of these requests were called back. */
export function areHeard(heard: string, requests: readonly string[]): boolean {
	const names = new Set(heard.split(' '));
	return requests.every((request) => names.has(request));
}

/** What a call brings to the node that collects. */
export interface Brought {
	/** What was called back, by request, packed. */
	callbacks: Record<string, string>;
	/** The state, where n8n goes on with an older one. */
	state?: WaitState;
}

/** Takes over what a call has brought; of the callbacks for a request, what came first holds. */
export function takeOver(
	state: WaitState,
	{ callbacks = {}, state: newer }: Partial<Brought>,
): void {
	if (newer) Object.assign(state, newer);
	for (const [request, body] of Object.entries(callbacks)) {
		if (isHeard(state.heard, request)) continue;
		state.callbacks[request] = body;
		state.heard = `${state.heard} ${request}`.trim();
	}
}
