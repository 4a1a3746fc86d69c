import {
	NodeHelpers,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IRunExecutionData,
	type IWebhookDescription,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { webhooksAt } from './webhooks';

/** The webhooks at which a waiting node is resumed. */
export const resumeWebhooks: IWebhookDescription[] = webhooksAt({
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** The URL parameter in which newer versions of n8n sign a resume URL. */
export const signatureParameter = 'signature';

/**
 * The URL at which n8n resumes this node once its execution waits, the same in all rounds of a loop. Beyond
 * the public types: the path of `resumeWebhooks` is below the execution's own URL.
 */
export function resumeUrlOf(context: IExecuteFunctions): URL {
	const url = new URL(context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string);
	url.pathname += `/${context.getNode().id}`;
	return url;
}

/**
 * Whether the node is in a sub-workflow whose caller wouldn't wait with it. Beyond the public types: so
 * does n8n 1, whose resume URLs aren't signed. If another version doesn't sign them either, its
 * sub-workflows can't wait.
 */
export function isUnawaited(context: IExecuteFunctions, resumeUrl: URL): boolean {
	return context.getMode() === 'integrated' && !resumeUrl.searchParams.has(signatureParameter);
}

/** A wait's mark in the data with which n8n runs the node, which it stores with the execution. */
const mark = 'crmMessagingWait';

/**
 * Parks the execution until its node's webhook resumes it, or the time is over. Beyond the public types:
 * n8n then switches the node off and outputs its stored input, which is replaced here. If a version
 * doesn't store it, the node's input comes out.
 *
 * @param name of the wait; `waitResumed` returns it if n8n runs the node again
 * @param items the output when the time is over
 */
export async function park(
	context: IExecuteFunctions,
	name: string,
	until: Date,
	items: INodeExecutionData[],
): Promise<void> {
	const stored = context.getExecuteData();
	stored.data.main = [items];
	stored.metadata = { ...stored.metadata, [mark]: name } as typeof stored.metadata;
	await context.putExecutionToWait(until);
}

/** A wait after which n8n runs the node again, with the items that its webhook returned. */
export interface ResumedWait {
	name: string;
	items: INodeExecutionData[];
}

/** Undefined if the node hasn't waited. */
export function waitResumed(context: IExecuteFunctions): ResumedWait | undefined {
	const { data, metadata } = context.getExecuteData();
	const { [mark]: name } = (metadata ?? {}) as Record<string, unknown>;
	return typeof name === 'string' ? { name, items: data.main?.[0] ?? [] } : undefined;
}

/**
 * The waiting node's memory in its stored execution. Beyond the public types: the webhook's context
 * has the execution. If a version doesn't show it, every callback is refused.
 */
export function waitingMemoryOf(context: IWebhookFunctions): IDataObject {
	return NodeHelpers.getContext(storedExecutionOf(context), 'node', context.getNode());
}

/**
 * Lets n8n run the waiting node again. Beyond the public types: in the stored execution, n8n has switched
 * the node off.
 *
 * @returns the items with which it was parked: the webhook must return as many
 */
export function runAgain(context: IWebhookFunctions): INodeExecutionData[] {
	const [stored] = storedExecutionOf(context).executionData?.nodeExecutionStack ?? [];
	if (stored) delete stored.node.disabled;
	return stored?.data.main?.[0] ?? [];
}

function storedExecutionOf(context: IWebhookFunctions): IRunExecutionData {
	return (context as unknown as { runExecutionData: IRunExecutionData }).runExecutionData;
}
