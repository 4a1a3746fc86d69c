import type {
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
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

/** A name within quotes, for a text in which braces and backslashes have a meaning. */
function escapedName(name: string): string {
	return name.replace(
		/[^\w ]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** A text in the waiting node's context. Beyond the public types: an expression finds it by its name. */
export function textInContext(context: IWebhookFunctions, key: string): string {
	const code = `$node["${escapedName(context.getNode().name)}"].context.${key}`;
	return context.evaluateExpression(`{{ ${code} }}`, 0) as string;
}

/**
 * Lets n8n run the waiting node again with the items that its webhook returns. Beyond the public types:
 * the stored execution, in which n8n has switched the node off. If a version doesn't show it, the
 * items are the output: no hints are shown, and no item fails.
 */
export function runAgain(context: IWebhookFunctions): void {
	const { runExecutionData } = context as { runExecutionData?: IRunExecutionData | null };
	const [stored] = runExecutionData?.executionData?.nodeExecutionStack ?? [];
	if (stored) delete stored.node.disabled;
}
