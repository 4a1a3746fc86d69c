import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { errorOfStop } from '../run/nodeError';
import { textOf } from '../transport/answer';
import { outputOf } from './outcome';
import { unpack } from './packed';
import { isLookDue, lookAtSender, takeOverLook, type SeenSender } from './sender';
import type { SentRecord } from './sentRecord';
import { readSettings, type WaitSettings } from './settings';
import { isHeard, knownState, stateOf, type WaitState } from './waitState';

/** What a call brings to the node that collects. */
export interface Brought {
	/** What was called back, by request, packed. */
	callbacks: Record<string, string>;
	/** The state, where n8n goes on with an older one. */
	state?: WaitState;
	/** What the sender has left, where the call has looked at it. */
	seen?: SeenSender;
}

/** Milliseconds between looks at the sender, while nobody calls: at first, and at most. */
const idle = { first: 60_000, most: 600_000 };

/** Milliseconds for which a round looks at the sender that is about to be parked. */
const patience = 30_000;

/** Milliseconds after the limit for which a sender is waited for that is still sending. */
const grace = 600_000;

/**
 * A round of the execution that waits: takes over what was called back, and gives the result when
 * that is all, or when the time is over.
 *
 * @returns two outputs: the result, which wakes the sender, or an item that says when to go on
 */
export async function collect(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(context);
	const isFirst = stateOf(context).round === undefined;
	const state: WaitState = isFirst ? begin(context, settings) : knownState(context);
	const brought: Array<Partial<Brought>> = context.getInputData().map(({ json }) => json);
	for (const one of brought) takeOver(state, one);
	state.round++;
	if (isFirst) return waitOn(state);
	if (brought.some(({ seen }) => seen?.isGone)) return end(state, []);
	const isCalled = brought.some(({ callbacks }) => callbacks);
	if ((await look(context, settings, state, isCalled)) === 'gone') return end(state, []);
	const { accepted, record } = state;
	if (accepted && record) {
		const isComplete = accepted.every((request) => isHeard(state.heard, request));
		if (isComplete || Date.now() >= state.until)
			return end(state, await result(context, state));
	} else if (Date.now() >= state.until + grace) {
		return end(state, []);
	}
	return waitOn(state);
}

function begin(context: IExecuteFunctions, { limit }: WaitSettings): WaitState {
	const now = Date.now();
	return Object.assign(stateOf(context), {
		url: textOf(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)),
		round: 0,
		heard: '',
		callbacks: {},
		until: now + limit,
		looks: 0,
		lookedAt: now,
		lookCost: 0,
	});
}

function takeOver(
	state: WaitState,
	{ callbacks = {}, state: newer, seen }: Partial<Brought>,
): void {
	if (newer) Object.assign(state, newer);
	if (seen) takeOverLook(state, seen);
	for (const [request, body] of Object.entries(callbacks)) {
		// What came first holds.
		if (isHeard(state.heard, request)) continue;
		state.callbacks[request] = body;
		state.heard = `${state.heard} ${request}`.trim();
	}
}

/**
 * Looks at the sender until it is parked: before that, n8n would not wake it, and nobody knows what
 * the service took. Once that is known, no look is needed any more.
 */
async function look(
	context: IExecuteFunctions,
	settings: WaitSettings,
	state: WaitState,
	isCalled: boolean,
): Promise<'gone' | undefined> {
	const { planned } = settings;
	const giveUp = Date.now() + patience;
	// Where every request was called back, none but the sender is waited for.
	const isDue = planned.every((request) => isHeard(state.heard, request));
	while (!state.accepted) {
		// Calls look before they lead here: those that come meanwhile can then be taken.
		if (!isDue && (isCalled || !isLookDue(state))) return undefined;
		const seen = await lookAtSender(context, context.getExecutionId(), settings);
		takeOverLook(state, seen);
		if (seen.isGone) return 'gone';
		if (!isDue || Date.now() > giveUp) return undefined;
		if (!state.accepted) await sleep(Math.max(150, 2 * state.lookCost));
	}
	return undefined;
}

async function result(
	context: IExecuteFunctions,
	{ record = '', callbacks }: WaitState,
): Promise<INodeExecutionData[]> {
	const heard = new Map<string, IDataObject>();
	for (const [request, body] of Object.entries(callbacks)) {
		heard.set(request, JSON.parse(await unpack(body)) as IDataObject);
	}
	const { items, hints, stopped } = outputOf(
		JSON.parse(await unpack(record)) as SentRecord,
		heard,
	);
	if (stopped) throw errorOfStop(context.getNode(), stopped);
	for (const message of hints) context.addExecutionHints({ message, location: 'outputPane' });
	return items;
}

function end(state: WaitState, items: INodeExecutionData[]): INodeExecutionData[][] {
	state.isDone = true;
	// They stand in the output now.
	state.callbacks = {};
	delete state.record;
	return [items, []];
}

/** The item with which the execution is parked again. */
function waitOn({ accepted, until, looks }: WaitState): INodeExecutionData[][] {
	const now = Date.now();
	const nextLook = now + Math.min(idle.first * 2 ** looks, idle.most);
	const wakeAt =
		accepted || until > now ? (accepted ? until : Math.min(until, nextLook)) : nextLook;
	return [[], [{ json: { wakeAt }, pairedItem: { item: 0 } }]];
}
