import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../callback/boundedMap';

/** How many callbacks a trigger remembers, here and in its static data. */
export const remembered = 500;

/** How many triggers this process remembers callbacks of. */
const rememberedTriggers = 200;

/** Hashes of callbacks, the oldest first, each with whether it has started the workflow. */
type Hashes = Map<string, boolean>;

/**
 * What triggers of this process took. Calls at the same instant know nothing of each other by the
 * static data, which n8n reads before the call and saves, as a whole, when the workflow has started.
 */
const takenHere = new BoundedMap<string, Hashes>(rememberedTriggers);

/** To be called when n8n has started the workflow with a callback. */
export type Started = () => void;

/**
 * Takes a callback unless it was taken before: in this process, or by any process of this n8n, also
 * before a restart (the static data is kept in the database).
 *
 * Nothing is remembered of a test in the editor, where people repeat the same call.
 *
 * @param body the callback's whole content
 * @returns undefined for a repeated one
 */
export function takeOnce(context: IWebhookFunctions, body: IDataObject): Started | undefined {
	if (context.getMode() === 'manual') return () => undefined;
	const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64');
	const here = hashesOf(`${context.getWorkflow().id}/${context.getNode().id}`);
	const staticData = context.getWorkflowStaticData('node');
	const stored = storedIn(staticData);
	if (here.has(hash) || stored.includes(hash)) return undefined;

	here.set(hash, false);
	context.getResponseObject().once('finish', function (this: { statusCode: number }) {
		// Where n8n could not start the workflow, the service calls again and has to be heard.
		if (this.statusCode !== 200) here.delete(hash);
	});
	return () => {
		here.set(hash, true);
		const started = [...here].filter(([, hasStarted]) => hasStarted).map(([known]) => known);
		staticData.seenCallbacks = [...new Set([...stored, ...started])].slice(-remembered);
	};
}

function hashesOf(trigger: string): Hashes {
	const known = takenHere.get(trigger);
	if (known) return known;
	const hashes: Hashes = new BoundedMap(remembered);
	takenHere.set(trigger, hashes);
	return hashes;
}

function storedIn({ seenCallbacks }: IDataObject): string[] {
	return Array.isArray(seenCallbacks) ? (seenCallbacks as string[]) : [];
}
