import { sleep } from 'n8n-workflow';
import { BoundedMap } from '../callbacks/seen';

/** Callbacks that came to this process at about the same time, for one execution. */
export class Gathering {
	/** What was called back, by request. */
	readonly bodies = new Map<string, string>();
	/** Settles when n8n has taken them all, or has not. */
	readonly isTaken: Promise<boolean>;
	/** To be called by the call that leads. */
	readonly end: (isTaken: boolean) => void;
	private readonly followers: Array<() => void> = [];

	constructor() {
		let end: (isTaken: boolean) => void = () => undefined;
		this.isTaken = new Promise((resolve) => (end = resolve));
		this.end = end;
	}

	/** Adds a callback; of those for a request, what came first holds. */
	add(request: string, body: string): void {
		if (!this.bodies.has(request)) this.bodies.set(request, body);
	}

	/** Waits until n8n has taken them, or has not, or until this call is to lead. */
	async follow(): Promise<boolean | 'lead'> {
		const turn = new Promise<'lead'>((resolve) => this.followers.push(() => resolve('lead')));
		return await Promise.race([this.isTaken, turn]);
	}

	/** Lets another call lead, the one that came last: it has most time left. Without one, all is over. */
	passOn(): void {
		const next = this.followers.pop();
		if (next) next();
		else this.end(false);
	}
}

/** Milliseconds without another callback that end the waiting for others, and the longest wait. */
const window = { quiet: 500, longest: 4500 };

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
	const gathering = open ?? new Gathering();
	gathering.add(request, body);
	if (open) return { gathering, leads: false };
	gatherings.set(executionId, gathering);
	await untilQuiet(gathering.bodies, isComplete);
	// From now on another call leads.
	if (gatherings.get(executionId) === gathering) gatherings.delete(executionId);
	return { gathering, leads: true };
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
