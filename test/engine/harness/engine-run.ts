import type {
	IExecuteContextData,
	INodeExecutionData,
	IRun,
	IWorkflowBase,
	NodeExecutionHint,
} from 'n8n-workflow';

/** Facts that n8n doesn't keep of an execution: the thrown errors themselves, and each try. */
export interface Observed {
	/** How many times each node was run, by name: Retry On Fail runs a node again. */
	tries: Map<string, number>;
	/** Thrown errors in order, by node, including those of repeated tries. */
	thrown: Map<string, Error[]>;
}

/** An error of a node as tests want it: NodeApiError and NodeOperationError have all of these. */
type NodeFailure = Error & {
	/** Of the package's own. */
	code?: string;
	description?: string | null;
	httpCode?: string | null;
	context?: { itemIndex?: number; [key: string]: unknown };
	messages?: string[];
};

/** One execution, seen from the node under test (of a whole workflow: its last node executed). */
export interface EngineRun {
	executionId: string;
	workflow: IWorkflowBase;
	status: IRun['status'];
	/** The whole record, as n8n would store it. */
	data: IRun;
	/** The nodes' memory in the execution's data (`getContext`): a later run can start from it. */
	contextData: IExecuteContextData;
	/** The node that all the rest speaks of. */
	nodeName: string;
	/** Items of main output 0 of its last run. */
	output: INodeExecutionData[];
	/** Items of its last main output, when it has one for errors (`onError: 'continueErrorOutput'`). */
	errorOutput: INodeExecutionData[];
	/** All main outputs of each of its runs (a node in a loop has several). */
	runs: INodeExecutionData[][][];
	/** The error object of its last try if that failed; else the error that ended the execution. */
	error: NodeFailure | undefined;
	/** Every error it threw, also those that a retry made good. */
	thrown: NodeFailure[];
	/** How often it was run, retries included. */
	tries: number;
	/** Execution hints of its last run. */
	hints: NodeExecutionHint[];
	/** The duration of its last run, including retries. */
	milliseconds: number;
}

/** Reads the facts for tests from an execution's record. */
export function engineRun(
	executionId: string,
	workflow: IWorkflowBase,
	data: IRun,
	observed: Observed,
	nodeName: string,
): EngineRun {
	const { resultData, executionData } = data.data;
	const tasks = resultData.runData[nodeName] ?? [];
	const last = tasks.at(-1);
	const runs = tasks.map((task) => (task.data?.main ?? []).map((items) => items ?? []));
	const outputs = runs.at(-1) ?? [];
	const thrown = observed.thrown.get(nodeName) ?? [];
	const node = workflow.nodes.find(({ name }) => name === nodeName);
	const hasErrorOutput = node?.onError === 'continueErrorOutput';
	return {
		executionId,
		workflow,
		status: data.status,
		data,
		contextData: executionData?.contextData ?? {},
		nodeName,
		output: outputs[0] ?? [],
		errorOutput: (hasErrorOutput && outputs.at(-1)) || [],
		runs,
		error: (last?.error && thrown.at(-1)) ?? resultData.error,
		thrown,
		tries: observed.tries.get(nodeName) ?? 0,
		hints: last?.hints ?? [],
		milliseconds: last?.executionTime ?? 0,
	};
}
