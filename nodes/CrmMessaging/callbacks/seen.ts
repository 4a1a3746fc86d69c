import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../fields/values';

/** A map that remembers things within a bound: what was put into it first is dropped first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
	/** @param bound entries it holds at most */
	constructor(private readonly bound: number) {
		super();
	}

	/** Puts an entry last, also one that was there before. */
	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.bound) this.delete(oldest as Key);
		return this;
	}
}

/** How many callbacks a trigger remembers, in this process and in its static data. */
export const remembered = 500;

/** Characters of a hash, six bits each. It's short, since n8n copies all of them into every execution. */
const hashLength = 16;

/** Triggers that this process remembers callbacks of. */
const rememberedTriggers = 200;

/** What this process knows of a trigger. */
interface Memory {
	/** Hashes of the callbacks it accepted, the oldest first. */
	hashes: Map<string, true>;
	/** Settles when every call that came before is answered. */
	answered: Promise<void>;
}

/** By trigger. The static data that n8n has read for a call may lack what came since. */
const memories = new BoundedMap<string, Memory>(rememberedTriggers);

/** A callback that should start the workflow. */
interface Taken {
	/** To be called when n8n has started the workflow with it, and before n8n saves the static data. */
	started: () => void;
	/** Whether one with the same content was accepted before, and nothing shows if it is another one. */
	mayBeRepeat: boolean;
}

/**
 * Accepts a callback unless it was accepted before: in this process, or by any process of this n8n, also
 * before a restart (the static data is kept in the database).
 *
 * With a token or a timestamp, a repeated content is a repeated call. Without both, it may as well be
 * the next bulk job of the same contacts, and is accepted, too: twice is better than lost.
 *
 * Nothing is remembered of a test in the editor, where people repeat the same call.
 *
 * @param body the callback's whole content
 * @returns undefined for a repeated one; either when the calls that came before are answered
 */
export async function takeOnce(
	context: IWebhookFunctions,
	body: IDataObject,
): Promise<Taken | undefined> {
	if (context.getMode() === 'manual') return { started: () => undefined, mayBeRepeat: false };
	const hash = createHash('sha256')
		.update(JSON.stringify(body, inOrder))
		.digest('base64')
		.slice(0, hashLength);
	const memory = memoryOf(`${context.getWorkflow().id}/${context.getNode().id}`);
	const response = context.getResponseObject();
	await untilTurn(memory, response);
	const { hashes } = memory;
	const staticData = context.getWorkflowStaticData('node');
	const stored = hashesIn(staticData);
	const isKnown = hashes.has(hash) || stored.includes(hash);
	if (isKnown && isMarked(body)) return undefined;

	hashes.set(hash, true);
	response.once('finish', function (this: { statusCode: number }) {
		// If n8n couldn't start the workflow, the service calls again and has to be heard.
		if (this.statusCode !== 200) hashes.delete(hash);
	});
	const started = () => {
		const known = new Set([...stored, ...hashes.keys()]);
		staticData.seenCallbacks = [...known].slice(-remembered).join('');
	};
	return { started, mayBeRepeat: isKnown };
}

/** For `JSON.stringify`: the keys of objects in one order, in whatever order they came. */
function inOrder(_: string, value: unknown): unknown {
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
	);
}

/**
 * Waits until the calls that came before are answered. n8n saves static data as a whole before it
 * answers, and of two saves in progress, a database may take the older one last. A repeated call waits
 * as well: if n8n can't start the workflow with the first, it is the one that counts.
 */
async function untilTurn(
	memory: Memory,
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
): Promise<void> {
	const before = memory.answered;
	// A caller that is gone gets no answer, and its connection says nothing more.
	if (!response.closed) {
		const answered = new Promise((resolve) => {
			response.once('finish', resolve).once('close', resolve);
		});
		// Without a value: each would hold those of all before it.
		memory.answered = Promise.all([before, answered]).then(() => undefined);
	}
	await before;
}

/** Whether a callback carries what only a repeated one has in common with another. */
function isMarked({ token, timestamp }: IDataObject): boolean {
	return [token, timestamp].some((mark) => mark && ['string', 'number'].includes(typeof mark));
}

function memoryOf(trigger: string): Memory {
	const known = memories.get(trigger);
	if (known) return known;
	const hashes = new BoundedMap<string, true>(remembered);
	const memory = { hashes, answered: Promise.resolve() };
	memories.set(trigger, memory);
	return memory;
}

/** The hashes in the static data, one after the other in one text: n8n wraps every entry of a list. */
function hashesIn({ seenCallbacks }: IDataObject): string[] {
	if (typeof seenCallbacks !== 'string') return [];
	const count = Math.floor(seenCallbacks.length / hashLength);
	return Array.from({ length: count }, (_, at) =>
		seenCallbacks.slice(at * hashLength, (at + 1) * hashLength),
	);
}
