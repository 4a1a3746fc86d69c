import { sleep } from 'n8n-workflow';
import { BoundedMap } from '../callback/boundedMap';

/** Callbacks that came to this process at about the same time, for one execution. */
export interface Gathering {
	/** What was called back, by request. */
	bodies: Map<string, string>;
	/** Settles when n8n has taken them all, or has not. */
	isTaken: Promise<boolean>;
	/** To be called by the one that leads. */
	end(isTaken: boolean): void;
}

/** Milliseconds without another callback that end the waiting for others, and the longest wait. */
const window = { quiet: 500, longest: 4000 };

/** By execution; those of so many are kept. */
const gatherings = new BoundedMap<string, Gathering>(200);

/**
 * Collects the callbacks of an execution. While n8n goes on with it, other calls to it are turned
 * away, so the call that goes on waits for others that come at the same time, and brings all that
 * came.
 *
 * @param isComplete whether no other callback is waited for
 * @returns what was gathered, and whether this call leads: it then has to bring them, and end it
 */
export async function gather(
	executionId: string,
	request: string,
	body: string,
	isComplete: (requests: ReadonlyMap<string, string>) => boolean,
): Promise<{ gathering: Gathering; leads: boolean }> {
	const open = gatherings.get(executionId);
	if (open) {
		if (!open.bodies.has(request)) open.bodies.set(request, body);
		return { gathering: open, leads: false };
	}
	const gathering = newGathering(request, body);
	gatherings.set(executionId, gathering);
	await untilQuiet(gathering.bodies, isComplete);
	// From now on another call leads.
	if (gatherings.get(executionId) === gathering) gatherings.delete(executionId);
	return { gathering, leads: true };
}

function newGathering(request: string, body: string): Gathering {
	let end: (isTaken: boolean) => void = () => undefined;
	const isTaken = new Promise<boolean>((resolve) => (end = resolve));
	return { bodies: new Map([[request, body]]), isTaken, end };
}

async function untilQuiet(
	bodies: ReadonlyMap<string, string>,
	isComplete: (requests: ReadonlyMap<string, string>) => boolean,
): Promise<void> {
	const end = Date.now() + window.longest;
	for (let known = 0; known < bodies.size && Date.now() < end && !isComplete(bodies);) {
		known = bodies.size;
		await sleep(window.quiet);
	}
}
