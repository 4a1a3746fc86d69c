import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import type { ItemFailure } from '../run/itemFailure';
import { hasErrorOutput } from '../n8n/errorItem';
import { errorItemsOf } from '../run/errorItems';
import type { Result } from '../run/operation';
import { originOf } from './requestName';
import { inOrderOfLinks } from '../run/results';
import { executionMemoryOf } from '../n8n/executionMemory';
import { runIndexOf } from '../n8n/runIndex';
import type { Sent } from '../run/send';

/** A run of the node that waits until the service has called back for its requests, as plain data. */
export interface ParkedRun {
	/** When the wait ends, in milliseconds since 1970; null where it does not. */
	until: number | null;
	/** What comes out; `request` names the one whose callback belongs to it, where one can come. */
	results: Array<{ json: IDataObject; items: number[]; request?: string }>;
	failures: ItemFailure[];
	/** What the service said, by request. */
	callbacks: Record<string, IDataObject>;
}

/** Where parked runs stand in the node's context. */
export const parkedKey = 'crmMessagingParked';

/** Parked runs of a node, by run index. */
export type ParkedRuns = Record<string, ParkedRun | undefined>;

/** The node's context, with its parked runs. */
export type KeptOfRuns = Partial<Record<typeof parkedKey, ParkedRuns>>;

/** Requests that were not called back. */
export function openRequests({ results, callbacks }: ParkedRun): string[] {
	const requests = results.flatMap(({ request }) => request ?? []);
	return [...new Set(requests)].filter((request) => !Object.hasOwn(callbacks, request));
}

/**
 * Parks the execution until the service has called back for everything that was sent.
 *
 * @param limit minutes to wait at most
 */
export async function park(
	context: IExecuteFunctions,
	{ results, failures }: Sent,
	limit?: number,
): Promise<INodeExecutionData[]> {
	const executionId = context.getExecutionId();
	const parked: ParkedRun = {
		until: limit === undefined ? null : Date.now() + limit * 60_000,
		results: results.map((result) => withOwnRequest(result, executionId)),
		failures,
		callbacks: {},
	};
	const store = storeOf(context);
	store[parkedKey] = { ...store[parkedKey], [runIndexOf(context)]: parked };
	return (await resumeParked(context)) ?? [];
}

/** What an execution sent that failed and is now retried is called back there, not here. */
function withOwnRequest(
	{ json, items, request }: Result,
	executionId: string,
): ParkedRun['results'][number] {
	const isOwn = request !== undefined && originOf(request).executionId === executionId;
	return isOwn ? { json, items, request } : { json, items };
}

/**
 * Resumes a run that was parked.
 *
 * @returns what comes out, nothing while it waits on, or undefined where no run was parked
 */
export async function resumeParked(
	context: IExecuteFunctions,
): Promise<INodeExecutionData[] | undefined> {
	const { [parkedKey]: runs } = storeOf(context);
	const runIndex = runIndexOf(context);
	const parked = runs?.[runIndex];
	if (!parked) return undefined;
	if (openRequests(parked).length > 0) return await wait(context, parked);
	delete runs[runIndex];
	return inOrderOfLinks([...resultItems(parked), ...failedItems(context, parked)]);
}

async function wait(context: IExecuteFunctions, parked: ParkedRun): Promise<INodeExecutionData[]> {
	// When the limit passes, n8n does not run the node again, but gives on what stands here.
	context.getExecuteData().data = {
		main: [[...resultItems(parked), ...failedItems(context, parked)]],
	};
	const { until } = parked;
	await context.putExecutionToWait(until === null ? WAIT_INDEFINITELY : new Date(until));
	return [];
}

/** One item for each bulk job, with what the service called back, or null. */
function resultItems({ results, callbacks }: ParkedRun): INodeExecutionData[] {
	return results.map(({ json, items, request }) => ({
		json: { ...json, callback: (request && callbacks[request]) || null },
		pairedItem: items.map((item) => ({ item })),
	}));
}

function failedItems(context: IExecuteFunctions, { failures }: ParkedRun): INodeExecutionData[] {
	const input = context.getInputData();
	const leaves = hasErrorOutput(context.getNode());
	return failures.flatMap((failure) => errorItemsOf(failure, input, leaves));
}

function storeOf(context: IExecuteFunctions): KeptOfRuns {
	return executionMemoryOf(context);
}
