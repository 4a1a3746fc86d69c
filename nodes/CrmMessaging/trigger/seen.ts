import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../callback/boundedMap';
import { isWord } from '../callback/caller';
import { WritingTurns } from './writingTurns';

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
export interface Taken {
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
	return [token, timestamp].some((mark) => isWord(mark) && mark !== 0);
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
