import { hintOf } from '../engine/hints';
import { missingCallback } from '../catalogue/runs';
import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { nodeErrorOfRun, RunStop } from '../engine/errors';
import { withoutTags } from '../n8n/errors';
import {
	hasFailed,
	isStopped,
	isWaiting,
	sharedMemoryIn,
	sharedMemoryOf,
	storedExecution,
} from '../n8n/execution';
import { startSubExecution, waitForSubExecution } from '../n8n/subExecution';
import { handedBySender, lookWorkflow } from './companion';
import { decompress, lookInto, type Received } from './mailbox';
import {
	outputOf,
	type RequestOutcome,
	type RequestOutcomes,
	type SentContact,
	type SentRecord,
} from './outcome';

/** The sender's data for the execution that it waits for. */
export interface Watched {
	record: string;
	/** In the order of requests. */
	mailboxes: string[];
	/** Its end resumes this one: the only mailbox, or the execution that looks at many. */
	waitsFor: string;
	sender: string;
	inputCount: number;
	/** Milliseconds since 1970. */
	sentAt: number;
}

/** Parks the execution until all mailboxes have ended. */
export async function watch(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = sharedMemoryOf(context) as unknown as Watched;
	if (memory.waitsFor === undefined) {
		const sent = await handedBySender(context);
		if (!sent) return [[], []];
		Object.assign(memory, sent);
	} else {
		const next = await nextToWaitFor(context, memory);
		if (next === undefined) return [[{ json: {}, pairedItem: { item: 0 } }], []];
		memory.waitsFor = next;
	}
	await waitForSubExecution(context, memory.waitsFor);
	// The sender would get this if n8n were later killed and used this execution's data as its
	// result.
	return [[{ json: { error: missingCallback.lost }, pairedItem: { item: 0 } }], []];
}

/** Undefined if all mailboxes have ended meanwhile. */
async function nextToWaitFor(
	context: IExecuteFunctions,
	{ mailboxes }: Watched,
): Promise<string | undefined> {
	const [only, ...others] = mailboxes;
	if (others.length === 0) return only;
	const { id, isWaiting } = await startSubExecution(context, lookWorkflow(context), {
		mailboxes,
	});
	return isWaiting ? id : undefined;
}

/**
 * Outputs the results of everything sent, which resumes the sender. If a mailbox is still open, the
 * execution that looked at it was killed, and this one waits on.
 *
 * @throws NodeApiError if a rejected contact stops the run
 */
export async function finish(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const watched = sharedMemoryOf(context) as unknown as Watched;
	const requests = await requestsOf(context, watched.mailboxes, watched.waitsFor);
	if (!requests) return [[], [{ json: {}, pairedItem: { item: 0 } }]];
	await untilSenderWaits(context, watched);
	const record = (await decompress(watched.record)) as SentRecord;
	const { items, hints, stopped } = outputOf(record, requests);
	if (stopped) throw nodeErrorOfRun(context.getNode(), new RunStop(stopped));
	for (const hint of hints) {
		const { message, type } = hintOf(hint);
		context.addExecutionHints({ message: withoutTags(message), type, location: 'outputPane' });
	}
	return [items, []];
}

/**
 * The results of all requests; undefined if a mailbox is still open and no person stopped the
 * waiting.
 *
 * @param waitedFor the execution that has ended: the one that looked, or the only mailbox
 */
export async function requestsOf(
	context: IExecuteFunctions,
	mailboxes: readonly string[],
	waitedFor = '',
): Promise<RequestOutcomes | undefined> {
	const looked = waitedFor ? await storedExecution(context, waitedFor) : undefined;
	const { received = {} } = (looked ? sharedMemoryIn(looked) : {}) as Partial<LookMemory>;
	const requests = new Map<string, RequestOutcome>();
	for (const id of mailboxes) {
		const found = received[id] ?? (await lookInto(context, id, id === waitedFor));
		if (!found && !(looked && isStopped(looked))) return undefined;
		requests.set(id, await outcomeOf(found ?? { isLate: false }));
	}
	return requests;
}

async function outcomeOf({ contacts, callback, isLate }: Received): Promise<RequestOutcome> {
	return {
		contacts: contacts ? ((await decompress(contacts)) as SentContact[]) : [],
		callback: callback ? ((await decompress(callback)) as IDataObject) : null,
		whyMissing: isLate ? missingCallback.limit : missingCallback.ended,
	};
}

/** A sender with up to this many input items is read within moments. */
const fewItems = 5000;

/** Milliseconds in which n8n stores a larger sender: at least, and for each item. */
const storing = { least: 2000, perItem: 0.1 };

/** Milliseconds between looks at a sender at first, and in total. */
const looks = { first: 100, limit: 60_000 };

/** Until n8n has stored the sender as waiting, it would resume it only a minute later. */
async function untilSenderWaits(
	context: IExecuteFunctions,
	{ sender, inputCount, sentAt }: Watched,
): Promise<void> {
	if (inputCount > fewItems) {
		const stored = sentAt + storing.least + inputCount * storing.perItem;
		await sleep(Math.max(0, stored - Date.now()));
		return;
	}
	for (let pause = looks.first; Date.now() < sentAt + looks.limit; pause *= 2) {
		const data = await storedExecution(context, sender);
		if (!data || hasFailed(data) || isWaiting(data)) return;
		await sleep(pause);
	}
}

interface LookMemory {
	/** The mailboxes for the callbacks, in the order of requests. */
	mailboxes: string[];
	/** Contents of mailboxes that have ended: n8n may delete those before the last one ends. */
	received: Record<string, Received>;
	/** The mailboxes it waits for: n8n resumes it when one of them has ended. */
	waitsFor: string[];
}

/** Milliseconds for which mailboxes must stay open before the execution parks. */
const quiet = 500;

/**
 * Mailboxes to wait for, from the last open ones. If callbacks come in order, n8n then rarely
 * resumes it. Contents are also copied early, even if some callbacks never come.
 */
const mostTargets = 10;

/** Looks at the mailboxes that may still be open. @returns the end, or an item to wait on */
export async function look(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = await memoryOf(context);
	if (!memory) return [[], []];
	const { mailboxes, received, waitsFor } = memory;
	const openOf = async (ids: readonly string[]): Promise<string[]> => {
		const open: string[] = [];
		for (const id of ids) {
			const hasEnded = waitsFor.length === 1 && waitsFor[0] === id;
			const found = received[id] ?? (await lookInto(context, id, hasEnded));
			if (found) received[id] = found;
			else open.push(id);
		}
		return open;
	};
	const open = await openOf(mailboxes);
	// A mailbox was lost while it waited, which its data doesn't show. If only one is awaited, it's
	// that one.
	const isOneLost = waitsFor.length > 1 && waitsFor.every((id) => !received[id]);
	while (open.length > 0) {
		// Callbacks often come together, and a mailbox that ends while this execution parks resumes
		// nothing.
		await sleep(quiet);
		const last = open.splice(isOneLost ? -1 : -mostTargets);
		const left = await openOf(last);
		if (left.length === last.length) {
			memory.waitsFor = left;
			return [[], [{ json: {}, pairedItem: { item: 0 } }]];
		}
		open.push(...left);
	}
	return [[{ json: {} }], []];
}

async function memoryOf(context: IExecuteFunctions): Promise<LookMemory | undefined> {
	const memory = sharedMemoryOf(context) as Partial<LookMemory>;
	if (!memory.mailboxes) {
		const [item] = context.getInputData();
		const begun = item?.json.mailboxes ? item.json : await handedBySender(context);
		if (!begun) return undefined;
		const { mailboxes } = begun as unknown as LookMemory;
		Object.assign(memory, { mailboxes, received: {}, waitsFor: [] });
	}
	return memory as LookMemory;
}

/** Waits without a date: n8n resumes due executions at its start, before it's ready, and fails. */
export async function park(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { waitsFor } = sharedMemoryOf(context) as unknown as LookMemory;
	await waitForSubExecution(context, ...waitsFor);
	return [[{ json: {}, pairedItem: { item: 0 } }]];
}
