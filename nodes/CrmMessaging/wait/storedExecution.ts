import { sleep, type IRunExecutionData, type IWebhookFunctions } from 'n8n-workflow';
import { openRequests, parkedKey, type KeptOfRuns, type ParkedRuns } from './parked';
import { originOf } from './requestName';

/** The parked runs of the node in an execution. */
export function parkedRunsIn(
	execution: IRunExecutionData | undefined,
	nodeName: string,
): ParkedRuns {
	const context = execution?.executionData?.contextData?.[`node:${nodeName}`] ?? {};
	return (context as KeptOfRuns)[parkedKey] ?? {};
}

/**
 * Reads what n8n has stored of the node's parked runs by now: with several webhook processors,
 * another one may have gone on with the execution since n8n read it for this call.
 *
 * @returns undefined where this n8n does not tell
 */
export async function storedRuns(context: IWebhookFunctions): Promise<ParkedRuns | undefined> {
	// n8n offers this to nodes that run, and has it at hand for webhooks too.
	const { additionalData } = context as { additionalData?: Partial<Reader> };
	if (!additionalData?.getRunExecutionData) return undefined;
	const execution = await additionalData.getRunExecutionData(context.getExecutionId());
	return parkedRunsIn(execution, context.getNode().name);
}

/** Milliseconds between looks whether a callback was stored; they end some seconds after the first. */
const pauses = [250, 500, 1000, 2000];

/**
 * Waits until n8n has stored a callback that another call goes on with. That call can fail, and
 * what comes to another webhook processor then does not bring this one.
 *
 * @returns whether it was stored; true as well where this n8n does not tell
 */
export async function isStored(context: IWebhookFunctions, request: string): Promise<boolean> {
	for (const pause of pauses) {
		await sleep(pause);
		const runs = await storedRuns(context);
		const run = runs?.[originOf(request).runIndex];
		if (!run || !openRequests(run).includes(request)) return true;
	}
	return false;
}

interface Reader {
	getRunExecutionData(executionId: string): Promise<IRunExecutionData | undefined>;
}
