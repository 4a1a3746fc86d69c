import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../fields/cached';
import { orderedJson } from '../fields/values';

/** In this process and in static data. */
export const remembered = 500;

/** Characters of six bits each. Short, since n8n copies all of them into every execution. */
const contentLength = 12;
const markLength = 4;

const rememberedTriggers = 200;

interface SeenCallbacks {
	/** Callbacks by their hash, oldest first: whether the caller got the answer. */
	answered: Map<string, boolean>;
	/** Settles when all calls so far are answered. */
	idle: Promise<void>;
}

/** By trigger, those called last. Static data that n8n read for a call may lack later calls. */
const seenByTrigger = new BoundedMap<string, SeenCallbacks>(rememberedTriggers);

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

interface Taken {
	/** Call it after n8n has started the workflow, and before n8n saves the static data. */
	started: () => void;
	/** Whether the same content was accepted before, and nothing shows that it's the same call. */
	mayBeRepeat: boolean;
}

/**
 * Accepts a callback unless any process of this n8n accepted it before: its workflow was started and the
 * answer went out. Repeated content with the same token and timestamp is a repeated call. Any other
 * may be the same contacts' next bulk job: twice is better than lost. A test in the editor
 * remembers nothing, since people repeat the same call there.
 *
 * @returns undefined for a repeated callback; in any case after earlier calls are answered
 */
export async function takeOnce(
	context: IWebhookFunctions,
	body: IDataObject,
): Promise<Taken | undefined> {
	if (context.getMode() === 'manual') return { started: () => undefined, mayBeRepeat: false };
	const { content, mark } = hashesOf(body);
	const hash = content + mark;
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	const fresh = {
		answered: new BoundedMap<string, boolean>(remembered),
		idle: Promise.resolve(),
	};
	const memory = seenByTrigger.get(trigger) ?? fresh;
	const { answered } = memory;
	seenByTrigger.set(trigger, memory);
	const response = context.getResponseObject();
	await untilTurn(memory, response);
	const staticData = context.getWorkflowStaticData('node');
	const stored = hashesIn(staticData);
	if (isMarked(body) && (answered.get(hash) ?? stored.includes(hash))) return undefined;
	const isSame = (other: string) => other.startsWith(content);
	const mayBeRepeat = [...answered.keys()].some(isSame) || stored.some(isSame);
	// A caller that disconnects gets no answer, and Node.js then emits no `finish`.
	response.once('close', () => {
		answered.set(hash, response.writableFinished && response.statusCode === 200);
	});
	const started = () => {
		const all = new Set([...stored, ...answered.keys()]);
		all.delete(hash);
		staticData.seenCallbacks = [...all, hash].slice(-remembered).join('');
	};
	return { started, mayBeRepeat };
}

/**
 * Waits until earlier calls are answered: of two saves of static data, a database may apply the
 * older one last. A repeated call also waits: it counts if the first can't start the workflow.
 */
async function untilTurn(memory: SeenCallbacks, response: Response): Promise<void> {
	const before = memory.idle;
	// A disconnected caller gets no answer, and its connection emits no more events.
	if (!response.closed) {
		const closed = new Promise((resolve) => response.once('close', resolve));
		// Resolves to undefined: a value would retain those of all earlier calls.
		memory.idle = Promise.all([before, closed]).then(() => undefined);
	}
	await before;
}

/** Hashes of a callback's content, and of the token and timestamp that mark one call. */
function hashesOf({ token, timestamp, ...content }: IDataObject) {
	const hashOf = (value: unknown) =>
		createHash('sha256').update(orderedJson(value)).digest('base64');
	return {
		content: hashOf(content).slice(0, contentLength),
		mark: hashOf([token, timestamp]).slice(0, markLength),
	};
}

function isMarked({ token, timestamp }: IDataObject): boolean {
	return [token, timestamp].some((mark) => mark && ['string', 'number'].includes(typeof mark));
}

/** The hashes in the static data, joined in one text: n8n wraps every entry of a list. */
function hashesIn({ seenCallbacks }: IDataObject): string[] {
	if (typeof seenCallbacks !== 'string') return [];
	const length = contentLength + markLength;
	const count = Math.floor(seenCallbacks.length / length);
	return Array.from({ length: count }, (_, at) =>
		seenCallbacks.slice(at * length, (at + 1) * length),
	);
}
