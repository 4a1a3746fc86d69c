import type { IRunExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { parkedKey, type KeptOfRuns } from '../run/parked';

/** Parked runs of a node, by run index. */
export type ParkedRuns = NonNullable<KeptOfRuns[typeof parkedKey]>;

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

interface Reader {
	getRunExecutionData(executionId: string): Promise<IRunExecutionData | undefined>;
}
