import { randomBytes } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { executionMemoryOf } from '../n8n/execution';
import { textOf } from '../fields/values';
import { takeOver, type Brought, areHeard, grace, stateOf, type WaitState } from './waitState';
import { lookAtSender } from './sender';
import { readSettings, type WaitSettings } from './settings';

/** Milliseconds between looks at the sender, while nobody calls: at first, and at most. */
const idle = { first: 15_000, most: 600_000 };

/** Entries up to which a sender is read so quickly that a look does no harm while others call. */
const fewEntries = 5000;

/**
 * A round of the execution that takes callbacks: takes over what was called back, and ends when that
 * is all, or when the time is over.
 *
 * @returns two outputs: the end, or an item that says when to go on
 */
export async function collect(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(context);
	const known = stateOf(context);
	const state = known ?? begin(context, settings);
	const brought: Array<Partial<Brought>> = context.getInputData().map(({ json }) => json);
	for (const one of brought) takeOver(state, one);
	state.stamp = randomBytes(6).toString('hex');
	if (!known) return waitOn(state);
	if (areHeard(state.heard, settings.planned)) return end(state);
	const isCalled = brought.some(({ callbacks }) => callbacks);
	// Calls that come while a large sender is read would be turned away.
	const mayLook = !isCalled || settings.entries <= fewEntries;
	if (mayLook && !state.accepted) {
		const { isGone, sent } = await lookAtSender(context, settings);
		Object.assign(state, sent, { looks: state.looks + 1 });
		if (isGone) return end(state);
	}
	const { accepted, heard, until } = state;
	const isComplete = accepted !== undefined && areHeard(heard, accepted);
	const isOver = Date.now() >= (accepted ? until : until + grace);
	return isComplete || isOver ? end(state) : waitOn(state);
}

function begin(context: IExecuteFunctions, { limit }: WaitSettings): WaitState {
	return Object.assign(executionMemoryOf(context), {
		url: textOf(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)),
		stamp: '',
		heard: '',
		callbacks: {},
		until: Date.now() + limit,
		looks: 0,
	});
}

/** The end, which wakes the one that watches; what was called back stays in the state. */
function end(state: WaitState): INodeExecutionData[][] {
	state.isDone = true;
	return [[{ json: {} }], []];
}

/** The item with which the execution is parked again. */
function waitOn({ accepted, until, looks }: WaitState): INodeExecutionData[][] {
	const now = Date.now();
	const nextLook = now + Math.min(idle.first * 2 ** looks, idle.most);
	const isLookDueFirst = !accepted && (nextLook < until || until <= now);
	const wakeAt = isLookDueFirst ? nextLook : until;
	return [[], [{ json: { wakeAt }, pairedItem: { item: 0 } }]];
}

/** Parks the execution that takes callbacks until one comes, or until the moment that its item names. */
export async function park(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const wakeAt = items[0]?.json.wakeAt;
	// At the start there is nothing to wait for yet.
	if (wakeAt !== undefined) await context.putExecutionToWait(new Date(Number(wakeAt)));
	return [items.map(({ json }, item) => ({ json, pairedItem: { item } }))];
}
