import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { orderedJson } from '../fields/values';

/** A map that drops its oldest entry above a limit. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
	constructor(private readonly bound: number) {
		super();
	}

	/** Puts an entry last, even if it exists. */
	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.bound) this.delete(oldest as Key);
		return this;
	}
}

/** In this process and in static data. */
export const remembered = 500;

/** Six bits each. Short, since n8n copies all of them into every execution. */
const hashLength = 16;

const rememberedTriggers = 200;

interface Memory {
	/** Oldest first. */
	hashes: Map<string, true>;
	answered: Promise<void>;
}

/** By trigger. Static data that n8n read for a call may lack later calls. */
const memories = new BoundedMap<string, Memory>(rememberedTriggers);

interface Taken {
	/** Call it after n8n has started the workflow, and before n8n saves the static data. */
	started: () => void;
	/** Whether the same content was accepted before, and nothing shows that it's a new callback. */
	mayBeRepeat: boolean;
}

/**
 * Accepts a callback unless any process of this n8n accepted it before. Static data in the database
 * covers restarts.
 *
 * Repeated content with a token or timestamp is a repeated call. Without both, it may be the same
 * contacts' next bulk job and is accepted: twice is better than lost. A test in the editor
 * remembers nothing, since people repeat the same call there.
 *
 * @returns undefined for a repeated callback; in any case after earlier calls are answered
 */
export async function takeOnce(
	context: IWebhookFunctions,
	body: IDataObject,
): Promise<Taken | undefined> {
	if (context.getMode() === 'manual') return { started: () => undefined, mayBeRepeat: false };
	const hash = createHash('sha256')
		.update(orderedJson(body))
		.digest('base64')
		.slice(0, hashLength);
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	const known = memories.get(trigger);
	const memory = known ?? { hashes: new BoundedMap(remembered), answered: Promise.resolve() };
	memories.set(trigger, memory);
	const response = context.getResponseObject();
	await untilTurn(memory, response);
	const { hashes } = memory;
	const staticData = context.getWorkflowStaticData('node');
	const stored = hashesIn(staticData);
	const isKnown = hashes.has(hash) || stored.includes(hash);
	if (isKnown && isMarked(body)) return undefined;

	hashes.set(hash, true);
	response.once('finish', function (this: { statusCode: number }) {
		// If n8n couldn't start the workflow, the service's retry must be accepted.
		if (this.statusCode !== 200) hashes.delete(hash);
	});
	const started = () => {
		const all = new Set([...stored, ...hashes.keys()]);
		staticData.seenCallbacks = [...all].slice(-remembered).join('');
	};
	return { started, mayBeRepeat: isKnown };
}

/**
 * Waits until earlier calls are answered: of two saves of static data, a database may apply the
 * older one last. A repeated call also waits: it counts if the first can't start the workflow.
 */
async function untilTurn(
	memory: Memory,
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
): Promise<void> {
	const before = memory.answered;
	// A disconnected caller gets no answer, and its connection emits no more events.
	if (!response.closed) {
		const answered = new Promise((resolve) => {
			response.once('finish', resolve).once('close', resolve);
		});
		// Resolves to undefined: a value would retain those of all earlier calls.
		memory.answered = Promise.all([before, answered]).then(() => undefined);
	}
	await before;
}

function isMarked({ token, timestamp }: IDataObject): boolean {
	return [token, timestamp].some((mark) => mark && ['string', 'number'].includes(typeof mark));
}

/** The hashes in the static data, joined in one text: n8n wraps every entry of a list. */
function hashesIn({ seenCallbacks }: IDataObject): string[] {
	if (typeof seenCallbacks !== 'string') return [];
	const count = Math.floor(seenCallbacks.length / hashLength);
	return Array.from({ length: count }, (_, at) =>
		seenCallbacks.slice(at * hashLength, (at + 1) * hashLength),
	);
}
