import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { sharedMemoryOf } from '../n8n/execution';
import { waitForSubExecution } from '../n8n/subExecution';
import { handedBySender } from './companion';
import { lookInto, type Received } from './mailbox';

/** What an execution keeps that looks at mailboxes. */
export interface LookMemory {
	/** The mailboxes that receive the callbacks, in the order of their requests. */
	mailboxes: string[];
	/** What was in those that have ended: n8n may delete them before the last one ends. */
	received: Record<string, Received>;
	/** The one that it waits for: n8n resumes it when that has ended. */
	waitsFor?: string;
}

/** Milliseconds for which a mailbox has to stay open before the execution parks. */
const quiet = 500;

/**
 * Looks at the mailboxes that may still be open.
 *
 * @returns two outputs: the end, or an item to wait on
 */
export async function look(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = await memoryOf(context);
	if (!memory) return [[], []];
	const { mailboxes, received } = memory;
	const isEnded = async (id: string): Promise<boolean> => {
		const found = received[id] ?? (await lookInto(context, id, id === memory.waitsFor));
		if (found) received[id] = found;
		return found !== undefined;
	};
	const open: string[] = [];
	for (const id of mailboxes) if (!(await isEnded(id))) open.push(id);
	for (let last = open.at(-1); last; last = open.at(-1)) {
		// Callbacks often come together, and a mailbox that ends while this execution parks resumes no one.
		await sleep(quiet);
		if (await isEnded(last)) open.pop();
		else {
			memory.waitsFor = last;
			return [[], [{ json: {}, pairedItem: { item: 0 } }]];
		}
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
		Object.assign(memory, { mailboxes, received: {} });
	}
	return memory as LookMemory;
}

/**
 * Parks the execution until the last open mailbox has ended. It waits without a date: n8n resumes what
 * is due as soon as it starts, before it's ready, and that fails.
 */
export async function park(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { waitsFor } = sharedMemoryOf(context) as unknown as Required<LookMemory>;
	await waitForSubExecution(context, waitsFor);
	return [[{ json: {}, pairedItem: { item: 0 } }]];
}
