import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

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

/** How many callbacks a trigger remembers, here and in its static data. */
export const remembered = 500;

/** Characters of a hash, six bits each: as short as is safe, since n8n copies all of them into every execution. */
const hashLength = 16;

/** How many triggers this process remembers callbacks of. */
const rememberedTriggers = 200;

/** What this process knows of a trigger. */
interface Memory {
	/** Hashes of callbacks, the oldest first, each with whether it has started the workflow. */
	hashes: Map<string, boolean>;
	turns: WritingTurns;
}

/**
 * What triggers of this process took. Calls at the same instant know nothing of each other by the
 * static data, which n8n reads before the call and saves, as a whole, when the workflow has started.
 */
const takenHere = new BoundedMap<string, Memory>(rememberedTriggers);

/** A callback that is to start the workflow. */
interface Taken {
	/** To be called when n8n has started the workflow with it. */
	started: () => void;
	/** Whether one with the same content was taken before, and nothing tells if it is another one. */
	mayBeRepeat: boolean;
}

/**
 * Takes a callback unless it was taken before: in this process, or by any process of this n8n, also
 * before a restart (the static data is kept in the database).
 *
 * With a token or a timestamp, a repeated content is a repeated call. Without both, it may as well be
 * the next submission of the same contacts, and is taken, too: twice is better than lost.
 *
 * Nothing is remembered of a test in the editor, where people repeat the same call.
 *
 * @param body the callback's whole content
 * @returns undefined for a repeated one
 */
export async function takeOnce(
	context: IWebhookFunctions,
	body: IDataObject,
): Promise<Taken | undefined> {
	if (context.getMode() === 'manual') return { started: () => undefined, mayBeRepeat: false };
	const hash = hashOf(body);
	const { hashes, turns } = memoryOf(`${context.getWorkflow().id}/${context.getNode().id}`);
	const staticData = context.getWorkflowStaticData('node');
	const stored = storedIn(staticData);
	const isKnown = hashes.has(hash) || stored.includes(hash);
	if (isKnown && isMarked(body)) return undefined;

	hashes.set(hash, false);
	const response = context.getResponseObject();
	response.once('finish', function (this: { statusCode: number }) {
		// Where n8n could not start the workflow, the service calls again and has to be heard.
		if (this.statusCode !== 200) hashes.delete(hash);
	});
	await turns.enter(response);
	const started = () => {
		hashes.set(hash, true);
		if (!turns.isWriter(response)) return;
		const known = [...hashes].filter(([, hasStarted]) => hasStarted).map(([one]) => one);
		staticData.seenCallbacks = [...new Set([...stored, ...known])].slice(-remembered).join('');
	};
	return { started, mayBeRepeat: isKnown };
}

/** Whether a callback carries what only a repeated one has in common with another. */
function isMarked({ token, timestamp }: IDataObject): boolean {
	return [token, timestamp].some((mark) => mark && ['string', 'number'].includes(typeof mark));
}

function memoryOf(trigger: string): Memory {
	const known = takenHere.get(trigger);
	if (known) return known;
	const memory: Memory = { hashes: new BoundedMap(remembered), turns: new WritingTurns() };
	takenHere.set(trigger, memory);
	return memory;
}

function hashOf(body: IDataObject): string {
	const hash = createHash('sha256').update(JSON.stringify(body));
	return hash.digest('base64').slice(0, hashLength);
}

/** The hashes in the static data, one after the other in one text: n8n wraps every entry of a list. */
function storedIn({ seenCallbacks }: IDataObject): string[] {
	if (typeof seenCallbacks !== 'string') return [];
	const hashes: string[] = [];
	for (let at = 0; at + hashLength <= seenCallbacks.length; at += hashLength) {
		hashes.push(seenCallbacks.slice(at, at + hashLength));
	}
	return hashes;
}

/** Calls that may go on together, at most: so many starts a crash may make the trigger forget. */
export const callsTogether = 200;

/** A call's response, as far as it tells when the call is over. */
type Answer = Pick<ReturnType<IWebhookFunctions['getResponseObject']>, 'once' | 'closed'>;

/**
 * Of calls that come together, the last one to start the workflow writes what is remembered of all.
 *
 * Two writes are never under way together: n8n saves static data as a whole, and a database may take
 * the older of two last. So a call that comes while another one writes goes on when that is answered.
 */
export class WritingTurns {
	/** Those that are to start the workflow and have not yet. */
	private readonly starting = new Set<Answer>();
	private writer: Answer | undefined;
	private admitted = 0;
	private readonly waiting: Array<() => void> = [];

	/** Goes on when no other call writes, and not too many have gone on since one did. */
	async enter(answer: Answer): Promise<void> {
		const leave = () => this.leave(answer);
		answer.once('finish', leave).once('close', leave);
		while (this.isClosed()) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		// Nothing tells any more when the call is over if whoever made it has gone.
		if (answer.closed) return;
		this.starting.add(answer);
		this.admitted++;
	}

	/** To be called when n8n has started the workflow; says whether this call has to write. */
	isWriter(answer: Answer): boolean {
		this.starting.delete(answer);
		if (this.starting.size > 0) return false;
		if (!answer.closed) this.writer = answer;
		this.admitted = 0;
		return true;
	}

	private isClosed(): boolean {
		return this.writer !== undefined || this.admitted >= callsTogether;
	}

	private leave(answer: Answer): void {
		if (this.writer === answer) this.writer = undefined;
		// Perhaps n8n could not start the workflow with the last one: the next call then writes for all.
		if (this.starting.delete(answer) && this.starting.size === 0) this.admitted = 0;
		if (!this.isClosed()) this.waiting.splice(0).forEach((goOn) => goOn());
	}
}
