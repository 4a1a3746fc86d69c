import { createHash, randomUUID } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap, cached } from '../fields/cached';
import { orderedJson, textOf } from '../fields/values';

/** Calls of a trigger, in this process and in static data. */
export const remembered = 500;

const rememberedTriggers = 200;

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
			if (response.writableFinished && response.statusCode === 200)
				this.received.set(name, true);
		});
		return undefined;
	}
}

/** By trigger: the names of calls, and the hashes of those that started the workflow. */
const callsOf = cached(
	() => ({ names: new CallNames(remembered), started: new BoundedMap<string, true>(remembered) }),
	rememberedTriggers,
);

/**
 * Claims a call to a trigger. Tests in the editor are always new, since people repeat calls there.
 *
 * @param name equal for the repeats of a call; without one, it counts as new
 * @returns why it can't be claimed; or whether a call of its name or content has started the workflow
 * before, and what to call between n8n's start of the workflow and its saving of the static data
 */
export function takeOnce(
	context: IWebhookFunctions,
	content: IDataObject,
	name: string = randomUUID(),
): { mayBeRepeat: boolean; started: () => void } | 'received' | 'inProgress' {
	if (context.getMode() === 'manual') return { mayBeRepeat: false, started: () => undefined };
	const { names, started } = callsOf(`${context.getWorkflow().id}/${context.getNode().id}`);
	const refusal = names.claim(hashOf(name), context.getResponseObject());
	if (refusal) return refusal;
	const { token: _, timestamp: __, ...unsigned } = content;
	// Short, since n8n copies static data into every execution.
	const ofName = hashOf(name).slice(0, 8);
	const ofContent = hashOf(orderedJson(unsigned)).slice(0, 8);
	const staticData = context.getWorkflowStaticData('node');
	// One text, since n8n wraps every entry of a list.
	const stored = textOf(staticData.startedCallbacks ?? '').match(/.{16}/g) ?? [];
	const isLikeThis = (hash: string) => hash.startsWith(ofName) || hash.endsWith(ofContent);
	return {
		mayBeRepeat: [...stored, ...started.keys()].some(isLikeThis),
		started() {
			started.set(ofName + ofContent, true);
			// Calls that came with this one are only in this process so far.
			const earlier = stored.filter((hash) => !started.has(hash));
			const latest = [...earlier, ...started.keys()].slice(-remembered);
			staticData.startedCallbacks = latest.join('');
		},
	};
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}
