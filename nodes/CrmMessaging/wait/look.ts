import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { sharedMemoryOf } from '../n8n/execution';
import { waitForSubExecution } from '../n8n/subExecution';
import { handedBySender } from './companion';
import { lookInto, type Received } from './mailbox';

/** The memory of an execution that looks at mailboxes. */
export interface LookMemory {
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
 * Number of mailboxes it waits for, from the last open ones. If callbacks come in order, n8n then
 * rarely resumes it. Contents are also copied early, even if some callbacks never come.
 */
const mostTargets = 10;

/**
 * Looks at the mailboxes that may still be open.
 *
 * @returns two outputs: the end, or an item to wait on
 */
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

/**
 * Parks the execution until one of the last open mailboxes has ended. It waits without a date. n8n
 * resumes due executions at its start, before it's ready, and that fails.
 */
export async function park(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { waitsFor } = sharedMemoryOf(context) as unknown as LookMemory;
	await waitForSubExecution(context, ...waitsFor);
	return [[{ json: {}, pairedItem: { item: 0 } }]];
}
