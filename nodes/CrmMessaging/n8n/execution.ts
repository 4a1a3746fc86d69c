import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

/** Memory shared by all nodes of an execution; n8n stores it with the execution. */
export function sharedMemoryOf(context: IExecuteFunctions): IDataObject {
	return context.getContext('flow');
}

/**
 * The node's memory in its execution. Beyond the public types: Retry On Fail, the retry of a failed
 * execution, the next round of a loop and the end of a wait keep it. If a version doesn't, every run
 * begins with an empty one.
 */
export function executionMemoryOf(context: IExecuteFunctions): IDataObject {
	return context.getContext('node');
}

/**
 * The node's run index, one for each round of a loop. Beyond the public types: the context holds it. If
 * a version's doesn't, expressions have it, whose data costs more than the rest of a small run. If
 * a version lacks both, all runs count as the first.
 */
export function runIndexOf(context: IExecuteFunctions): number {
	const { runIndex } = context as { runIndex?: unknown };
	if (typeof runIndex === 'number') return runIndex;
	const { $runIndex } = context.getWorkflowDataProxy(0) as { $runIndex?: unknown };
	return typeof $runIndex === 'number' ? $runIndex : 0;
}

/**
 * Whether an AI agent uses the node as a tool. Beyond the public types: some versions offer
 * `isToolExecution`, others run the node under a type whose name ends in `Tool`. If one does neither,
 * an agent's call counts as an ordinary run.
 */
export function isToolExecution(context: IExecuteFunctions): boolean {
	const { isToolExecution: isTool } = context as { isToolExecution?: () => boolean };
	return isTool?.call(context) || nodeOf(context).type.endsWith('Tool');
}

/** The node that runs. n8n copies it on every request. */
export function nodeOf(context: IExecuteFunctions): INode {
	let node = runningNodes.get(context);
	if (!node) runningNodes.set(context, (node = context.getNode()));
	return node;
}

const runningNodes = new WeakMap<IExecuteFunctions, INode>();
