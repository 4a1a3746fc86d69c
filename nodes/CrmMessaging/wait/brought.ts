import { isHeard, type WaitState } from './waitState';

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
