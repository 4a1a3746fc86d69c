import { sleep, type IDataObject } from 'n8n-workflow';

/** Callbacks of one execution that came to this process. */
interface Gathering {
	bodies: Map<string, IDataObject>;
	/** Settles when the call that goes on with the execution has waited for others. */
	window?: Promise<void>;
}

/** Milliseconds to wait for callbacks that come at the same time: only one of them can go on. */
const window = 200;

/** Executions whose callbacks are kept. */
const most = 200;

const gatherings = new Map<string, Gathering>();

/**
 * Collects the callbacks of an execution. Each call to it sees the execution as it was stored before
 * that call, so the one that goes on has to bring all that came.
 *
 * @returns all callbacks that came, by request; undefined where another call goes on with this one
 */
export async function gather(
	executionId: string,
	request: string,
	body: IDataObject,
): Promise<ReadonlyMap<string, IDataObject> | undefined> {
	const gathering = gatheringOf(executionId);
	if (!gathering.bodies.has(request)) gathering.bodies.set(request, body);
	if (gathering.window) {
		await gathering.window;
		return undefined;
	}
	gathering.window = sleep(window);
	await gathering.window;
	gathering.window = undefined;
	return gathering.bodies;
}

function gatheringOf(executionId: string): Gathering {
	const gathering = gatherings.get(executionId) ?? { bodies: new Map<string, IDataObject>() };
	gatherings.delete(executionId);
	gatherings.set(executionId, gathering);
	const [oldest] = gatherings.keys();
	if (gatherings.size > most && oldest !== undefined) gatherings.delete(oldest);
	return gathering;
}
