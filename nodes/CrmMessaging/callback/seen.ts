import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

/** How many callbacks a trigger remembers, here and in its static data. */
export const remembered = 500;

/** How many triggers this process remembers callbacks of. */
const rememberedTriggers = 200;

/** Hashes of callbacks, the oldest first, each with whether n8n has answered it with 200. */
type Hashes = Map<string, boolean>;

/**
 * What triggers of this process took. n8n saves static data only after it has started the
 * workflow, and then as a whole: two calls at the same instant know nothing of each other there.
 */
const takenHere = new Map<string, Hashes>();

/**
 * Notes a callback, and tells whether it was noted before: in this process, or by any process of
 * this n8n, also before a restart (the static data is kept in the database).
 *
 * Nothing is noted of a test in the editor, where people repeat the same call.
 */
export function isRepeated(context: IWebhookFunctions, body: IDataObject): boolean {
	if (context.getMode() === 'manual') return false;
	const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64');
	const here = hashesOf(`${context.getWorkflow().id}/${context.getNode().id}`);
	const staticData = context.getWorkflowStaticData('node');
	const stored = storedIn(staticData);
	if (here.has(hash) || stored.includes(hash)) return true;

	here.set(hash, false);
	dropOldest(here, remembered);
	const answered = [...here].filter(([, isAnswered]) => isAnswered).map(([known]) => known);
	staticData.seenCallbacks = [...new Set([...stored, ...answered, hash])].slice(-remembered);
	context.getResponseObject().once('finish', function (this: { statusCode: number }) {
		// Where n8n could not start the workflow, the service calls again and has to be heard.
		if (this.statusCode === 200) here.set(hash, true);
		else here.delete(hash);
	});
	return false;
}

function hashesOf(trigger: string): Hashes {
	const known = takenHere.get(trigger);
	if (known) return known;
	const hashes: Hashes = new Map();
	takenHere.set(trigger, hashes);
	dropOldest(takenHere, rememberedTriggers);
	return hashes;
}

function storedIn({ seenCallbacks }: IDataObject): string[] {
	return Array.isArray(seenCallbacks) ? (seenCallbacks as string[]) : [];
}

function dropOldest(map: Map<string, unknown>, limit: number): void {
	const [oldest] = map.keys();
	if (map.size > limit && oldest !== undefined) map.delete(oldest);
}
