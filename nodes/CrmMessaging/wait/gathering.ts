import { sleep, type IDataObject } from 'n8n-workflow';
import { BoundedMap } from '../callback/boundedMap';

/** What the service called back, by request. */
export type Callbacks = ReadonlyMap<string, IDataObject>;

/** Callbacks of one execution that came to this process. */
interface Gathering {
	bodies: Map<string, IDataObject>;
	/** Settles when the call that goes on with the execution has waited for others. */
	window?: Promise<void>;
}

/** Milliseconds without another callback that end the waiting for others, and the longest wait. */
const window = { quiet: 500, longest: 5000 };

/** By execution; the callbacks of so many are kept. */
const gatherings = new BoundedMap<string, Gathering>(200);

/**
 * Collects the callbacks of an execution. While n8n goes on with it, other calls to it are turned
 * away, and each call sees it as it was stored before; so the call that goes on waits for others
 * that come at the same time, and brings all that came.
 *
 * @param isComplete whether no other callback is waited for
 * @returns all callbacks that came; undefined where another call goes on with this one
 */
export async function gather(
	executionId: string,
	request: string,
	body: IDataObject,
	isComplete: (callbacks: Callbacks) => boolean,
): Promise<Callbacks | undefined> {
	const gathering = gatheringOf(executionId);
	const { bodies } = gathering;
	if (!bodies.has(request)) bodies.set(request, body);
	if (gathering.window) {
		await gathering.window;
		return undefined;
	}
	gathering.window = untilQuiet(bodies, isComplete);
	await gathering.window;
	// What this call brings is stored with the execution; another one begins anew.
	gatherings.delete(executionId);
	return bodies;
}

async function untilQuiet(
	bodies: Callbacks,
	isComplete: (callbacks: Callbacks) => boolean,
): Promise<void> {
	const end = Date.now() + window.longest;
	for (let known = 0; known < bodies.size && Date.now() < end && !isComplete(bodies);) {
		known = bodies.size;
		await sleep(window.quiet);
	}
}

function gatheringOf(executionId: string): Gathering {
	const gathering = gatherings.get(executionId) ?? { bodies: new Map<string, IDataObject>() };
	gatherings.set(executionId, gathering);
	return gathering;
}
