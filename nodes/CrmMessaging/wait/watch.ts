import {
	type IExecuteFunctions,
	type INodeExecutionData,
	sleep,
	UserError,
	type IDataObject,
} from 'n8n-workflow';
import { executionMemoryOf, itemsUnderWay, memoryIn, storedExecution } from '../n8n/execution';
import { startSubExecution, waitForSubExecution } from '../n8n/subExecution';
import { textOf } from '../fields/values';
import { waitNodes, readSettings, type WaitSettings } from './settings';
import { memoryOnceParked, lookAtSender, type KnownSent } from './sender';
import { callbackWorkflow } from './subWorkflow';
import { errorOfStop } from '../engine/errors';
import { takeOver, grace, stateIn, type WaitState } from './waitState';
import { withoutTags } from '../n8n/errors';
import { outputOf } from './outcome';
import { unpack } from './packed';
import type { SentRecord } from './sentRecord';

/** What *Watch* keeps, for the sender and for *Finish*. */
export interface Watched {
	/** The execution that takes the callbacks. */
	taker: string;
	/** Where it takes them. */
	url: string;
}

/** Milliseconds within which the execution that takes callbacks has to be parked. */
const startLimit = 30_000;

/** Starts the execution that takes callbacks, and parks this one until that has ended. */
export async function watch(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const workflow = callbackWorkflow(context.getNode().type, readSettings(context));
	const taker = await startSubExecution(context, workflow, [{ json: {} }]);
	const { url } = await memoryOnceParked(context, taker, waitNodes.collect, startLimit);
	const watched: Watched = { taker, url: textOf(url) };
	Object.assign(executionMemoryOf(context), watched);
	await waitForSubExecution(context, taker);
	return [[], []];
}

/** Why a callback is not there. */
const reasons = {
	limit: 'No callback came within Max Wait.',
	ended: 'No callback came before the execution that took them was ended from outside; Bulk Job: Get says what became of the contacts.',
};

/** Milliseconds between looks at the sender, which may be large. */
const pauses = { first: 250, most: 10_000 };

/**
 * Gives what became of everything the sender sent, however the execution that took the callbacks has
 * ended: what n8n had stored of it counts, also where n8n was killed or a person stopped it.
 *
 * @returns two outputs: the result, which wakes the sender, and nothing
 * @throws NodeApiError where a rejected contact is to stop the run
 */
export async function finish(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const state = await stateOfTaker(context);
	const sent = knownSent(state) ?? (await waitForSent(context, readSettings(context), state));
	if (!sent) return [[], []];
	const heard = new Map<string, IDataObject>();
	for (const [request, body] of Object.entries(state.callbacks)) {
		heard.set(request, JSON.parse(await unpack(body)) as IDataObject);
	}
	const record = JSON.parse(await unpack(sent.record)) as SentRecord;
	const why = state.isDone ? reasons.limit : reasons.ended;
	const { items, hints, stopped } = outputOf(record, heard, why);
	if (stopped) throw errorOfStop(context.getNode(), stopped);
	for (const hint of hints) {
		context.addExecutionHints({ message: withoutTags(hint), location: 'outputPane' });
	}
	return [items, []];
}

/** What the execution knew that took the callbacks, and what it was about to take over. */
async function stateOfTaker(context: IExecuteFunctions): Promise<WaitState> {
	const taker = textOf(
		context.evaluateExpression(`{{ $node["${waitNodes.watch}"].context["taker"] }}`, 0),
	);
	const data = await storedExecution(context, taker);
	const state = data && stateIn(memoryIn(data, waitNodes.collect));
	if (!state) throw new UserError(`The execution ${taker}, which took the callbacks, is gone`);
	for (const { json } of itemsUnderWay(data)) takeOver(state, json);
	return state;
}

function knownSent({ accepted, record, until }: WaitState): KnownSent | undefined {
	return accepted && record !== undefined ? { accepted, record, until } : undefined;
}

/** The sender may not be parked yet when all was called back, or where the other one has ended early. */
async function waitForSent(
	context: IExecuteFunctions,
	settings: WaitSettings,
	{ until }: WaitState,
): Promise<KnownSent | undefined> {
	for (let pause = pauses.first; Date.now() < until + grace; pause *= 2) {
		const { isGone, sent } = await lookAtSender(context, settings);
		if (isGone || sent) return sent;
		await sleep(Math.min(pause, pauses.most));
	}
	throw new UserError(
		`The execution ${settings.sender.executionId} that sends had not come to an end when Max Wait passed`,
	);
}
