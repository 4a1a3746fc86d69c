import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { hasFailed, isParked, memoryIn, storedExecution } from '../n8n/executionData';
import { textOf } from '../transport/answer';
import { outputOf } from './outcome';
import { unpack } from './packed';
import { senderMemories } from './senderMemory';
import type { SentRecord } from './sentRecord';
import { readSettings, type WaitSettings } from './settings';
import { isHeard, knownState, stateOf, type WaitState } from './waitState';

/** What a call brings to the node that collects. */
export interface Brought {
	/** What was called back, by request, packed. */
	callbacks: Record<string, string>;
	/** The state, where n8n goes on with an older one. */
	state?: WaitState;
}

/** Milliseconds between looks at the sender, while nobody calls: at first, and at most. */
const idle = { first: 60_000, most: 600_000 };

/** Looks at the sender take at most this part of the time, since it may be large. */
const share = 0.1;

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
	for (const { json } of context.getInputData()) takeOver(state, json);
	state.round++;
	if (isFirst) return waitOn(state);
	const sender = await look(context, settings, state);
	if (sender === 'gone') return end(state, []);
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
		looks: { count: 0, last: now, cost: 0 },
	});
}

function takeOver(state: WaitState, { callbacks = {}, state: newer }: Partial<Brought>): void {
	if (newer) Object.assign(state, newer);
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
): Promise<'gone' | undefined> {
	const { planned } = settings;
	const giveUp = Date.now() + patience;
	// Where every request was called back, none but the sender is waited for.
	const isDue = planned.every((request) => isHeard(state.heard, request));
	while (!state.accepted) {
		const { looks } = state;
		const next = looks.count === 0 ? 0 : looks.last + looks.cost / share;
		if (!isDue && Date.now() < next) return undefined;
		const begun = Date.now();
		const found = await lookOnce(context, settings, state);
		state.looks = { count: looks.count + 1, last: Date.now(), cost: Date.now() - begun };
		if (found === 'gone') return found;
		if (!isDue || Date.now() > giveUp) return undefined;
		if (!state.accepted) await sleep(Math.max(150, 2 * state.looks.cost));
	}
	return undefined;
}

async function lookOnce(
	context: IExecuteFunctions,
	{ sender }: WaitSettings,
	state: WaitState,
): Promise<'gone' | undefined> {
	const data = await storedExecution(context, sender.executionId);
	if (!data || hasFailed(data)) return 'gone';
	const memory = senderMemories(memoryIn(data, sender.node))[sender.runIndex];
	if (memory?.waiter !== context.getExecutionId()) return undefined;
	if (memory.isAbandoned) return 'gone';
	if (!memory.settled || !isParked(data)) return undefined;
	const { accepted, record, until } = memory.settled;
	Object.assign(state, { accepted, record, until });
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
	const { items, hints } = outputOf(JSON.parse(await unpack(record)) as SentRecord, heard);
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
	const nextLook = now + Math.min(idle.first * 2 ** looks.count, idle.most);
	const wakeAt =
		accepted || until > now ? (accepted ? until : Math.min(until, nextLook)) : nextLook;
	return [[], [{ json: { wakeAt }, pairedItem: { item: 0 } }]];
}
