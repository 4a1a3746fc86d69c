import { createHash, randomUUID } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap, cached } from '../fields/cached';
import { orderedJson, textOf } from '../fields/values';

/** Calls of a trigger, in this process and in static data. */
export const remembered = 500;

const rememberedTriggers = 200;

/** Of six bits each. Short, since n8n copies the hashes into every execution. */
const hashLength = 8;

/** The names of calls that this process received. */
export class CallNames {
	private readonly claimed = new Set<string>();
	private readonly received: Map<string, true>;

	constructor(bound: number) {
		this.received = new BoundedMap(bound);
	}

	/**
	 * Claims a name until its call is answered. Then it's received if the caller got 200, else free.
	 *
	 * @returns why it can't be claimed
	 */
	claim(
		name: string,
		response: ReturnType<IWebhookFunctions['getResponseObject']>,
	): 'received' | 'inProgress' | undefined {
		if (this.received.has(name)) return 'received';
		// A caller that has left calls again, and its response emits no more events.
		if (this.claimed.has(name) || response.closed) return 'inProgress';
		this.claimed.add(name);
		// If the caller leaves before the answer, there's a `close` without a `finish`.
		response.once('close', () => {
			this.claimed.delete(name);
			const isReceived = response.writableFinished && response.statusCode === 200;
			if (isReceived) this.received.set(name, true);
		});
		return undefined;
	}
}

/** By trigger: the names of calls, and the hashes of calls with whether they started the workflow. */
const callsOf = cached(
	() => ({
		names: new CallNames(remembered),
		started: new BoundedMap<string, boolean>(remembered),
	}),
	rememberedTriggers,
);

interface Taken {
	/** Call it after n8n has started the workflow, and before n8n saves the static data. */
	started: () => void;
	/** Whether a call of this name or content may have started the workflow. */
	mayBeRepeat: boolean;
}

/**
 * Claims a call to a trigger. Tests in the editor are always new, since people repeat calls there.
 *
 * @param name equal for the repeats of a call; without one, it counts as new
 * @returns why it can't be claimed, or how to continue
 */
export function takeOnce(
	context: IWebhookFunctions,
	body: IDataObject,
	name: string = randomUUID(),
): Taken | 'received' | 'inProgress' {
	if (context.getMode() === 'manual') return { started: () => undefined, mayBeRepeat: false };
	const response = context.getResponseObject();
	const { names, started } = callsOf(`${context.getWorkflow().id}/${context.getNode().id}`);
	const refusal = names.claim(hashOf(name), response);
	if (refusal) return refusal;
	const { token: _, timestamp: __, ...content } = body;
	const ofName = hashOf(name).slice(0, hashLength);
	const ofContent = hashOf(orderedJson(content)).slice(0, hashLength);
	const hash = ofName + ofContent;
	const staticData = context.getWorkflowStaticData('node');
	// Joined in one text, since n8n wraps every entry of a list.
	const stored = textOf(staticData.startedCallbacks ?? '').match(/.{16}/g) ?? [];
	const mayBeRepeat = [...stored, ...started.keys()].some(
		(other) => other.startsWith(ofName) || other.endsWith(ofContent),
	);
	started.set(hash, started.get(hash) ?? false);
	response.once('close', () => started.get(hash) || started.delete(hash));
	return {
		mayBeRepeat,
		started() {
			started.set(hash, true);
			// The static data that n8n read for this call lacks calls that came with it.
			const inProcess = [...started.keys()].filter((other) => started.get(other));
			const all = new Set([...stored, ...inProcess]);
			all.delete(hash);
			staticData.startedCallbacks = [...all, hash].slice(-remembered).join('');
		},
	};
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}
