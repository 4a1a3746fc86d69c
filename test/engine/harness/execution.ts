import { parse, stringify } from 'flatted';
import { ExecutionLifecycleHooks, WorkflowExecute, WorkflowHasIssuesError } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type IDataObject,
	type IExecuteContextData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { NODE_UNDER_TEST, type TestNodeTypes } from './nodes';
import { placedOptions } from './placed-options';

/** The options of any execution. */
export interface WorkflowRunOptions {
	/** The JSON of the items that its first node receives: one empty item by default. */
	items?: IDataObject[];
	/** Data of the package's credential. */
	credential?: IDataObject;
	/** Additional node types of the test, by full name. */
	nodeTypes?: Record<string, INodeType>;
	/** A failed run: this one resumes where it stopped, as *Retry* in the executions list does. */
	retryOf?: EngineRun;
	/**
	 * Called with the data that n8n stores: at the start, and after each node as with *Save execution progress*.
	 *
	 * @param live the data itself, which the execution still changes
	 */
	whenStored?: (data: IRunExecutionData, live: IRunExecutionData) => void;
	/** The nodes' memory (`getContext`), e.g. `earlierRun.contextData`. */
	contextData?: IExecuteContextData;
	/** `integrated` is a sub-workflow's; by default, `trigger` or `retry`. */
	mode?: WorkflowExecuteMode;
}

/** An error of a node as tests want it: NodeApiError and NodeOperationError have all of these. */
type NodeFailure = Error & {
	/** Of the package's own. */
	code?: string;
	description?: string | null;
	httpCode?: string | null;
	context?: { itemIndex?: number; [key: string]: unknown };
};

/** One execution, seen from the node under test. */
export type EngineRun = ReturnType<typeof engineRun>;

/** n8n-core's engine, with the thrown error of each try of each node, if it threw one. */
class ObservedExecute extends WorkflowExecute {
	readonly tries: Array<{ node: string; error?: Error }> = [];

	override async runNode(
		...args: Parameters<WorkflowExecute['runNode']>
	): ReturnType<WorkflowExecute['runNode']> {
		const attempt: ObservedExecute['tries'][number] = { node: args[1].node.name };
		this.tries.push(attempt);
		try {
			return await super.runNode(...args);
		} catch (error) {
			attempt.error = error as Error;
			throw error;
		}
	}
}

/** Everything one execution needs; `id` stays the same when a waiting one resumes. */
export interface Execution {
	id: string;
	json: IWorkflowBase;
	nodeTypes: TestNodeTypes;
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
	/** The execution that it retries. */
	retryOf?: string;
	whenStored?: WorkflowRunOptions['whenStored'];
}

/** n8n's workflow object from JSON, which stays unchanged. Options may have no path. */
export function openWorkflow({ json, nodeTypes }: Pick<Execution, 'json' | 'nodeTypes'>): Workflow {
	const copy = structuredClone(json);
	for (const node of copy.nodes) {
		node.parameters = placedOptions(node.parameters) as INodeParameters;
	}
	return new Workflow({ ...copy, nodeTypes });
}

/** A copy of execution data as it comes back from n8n's database: plain data, sharing nothing. */
export function throughDatabase(data: IRunExecutionData): IRunExecutionData {
	const copy = parse(stringify(data)) as IRunExecutionData;
	// n8n stores this one in a separate column, as a date.
	copy.waitTill = data.waitTill;
	return copy;
}

/** The data an execution begins with: new, or from a failed one. */
export function startDataOf(
	execution: Pick<Execution, 'json' | 'nodeTypes'>,
	{ items = [{}], retryOf, contextData = {} }: WorkflowRunOptions,
): IRunExecutionData {
	// Its nodes have their default parameters, which those of the JSON may lack.
	const workflow = openWorkflow(execution);
	if (!retryOf) {
		const node = workflow.getNode(execution.json.nodes[0]!.name)!;
		const main = [structuredClone(items).map((json) => ({ json }))];
		const nodeExecutionStack = [{ node, data: { main }, source: null }];
		return createRunExecutionData({
			executionData: { contextData: structuredClone(contextData), nodeExecutionStack },
		});
	}
	// As for *Retry* in the list of executions: the last run is undone if it failed.
	const data = throughDatabase(retryOf.data.data);
	const { lastNodeExecuted, runData } = data.resultData;
	if (lastNodeExecuted) {
		delete data.resultData.error;
		const runs = runData[lastNodeExecuted];
		if (runs?.at(-1)?.error !== undefined) runs.pop();
	}
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		entry.node = workflow.getNode(entry.node.name) ?? entry.node;
	}
	return data;
}

/** Runs or resumes an execution until it ends or waits. */
export async function execute(execution: Execution, data: IRunExecutionData): Promise<EngineRun> {
	const { id, json, mode, additionalData, retryOf, whenStored } = execution;
	const hooks = new ExecutionLifecycleHooks(mode, id, json, retryOf);
	if (whenStored) {
		whenStored(throughDatabase(data), data);
		hooks.addHandler('nodeExecuteAfter', (lastNodeExecuted, _, { ...now }) => {
			now.resultData = { ...now.resultData, lastNodeExecuted };
			whenStored(throughDatabase(now), data);
		});
	}
	const engine = new ObservedExecute({ ...additionalData, executionId: id, hooks }, mode, data);
	const process = async () => await engine.processRunExecutionData(openWorkflow(execution));
	return engineRun(execution, await process().catch(refusal), engine.tries);

	/** A workflow with issues (a required parameter left empty) fails before any node runs. */
	function refusal(error: unknown): IRun {
		if (!(error instanceof WorkflowHasIssuesError)) throw error;
		data.resultData.error = error;
		const now = new Date();
		return { data, mode, startedAt: now, stoppedAt: now, storedAt: 'db', status: 'error' };
	}
}

/** Reads the facts for tests from an execution's record. */
function engineRun(
	{ id: executionId, json: workflow }: Execution,
	/** The whole record, as n8n would store it. */
	data: IRun,
	allTries: ObservedExecute['tries'],
) {
	const { resultData, executionData } = data.data;
	const last = resultData.runData[NODE_UNDER_TEST]?.at(-1);
	const outputs = (last?.data?.main ?? []).map((items) => items ?? []);
	const tries = allTries.filter(({ node }) => node === NODE_UNDER_TEST);
	const thrown: NodeFailure[] = tries.flatMap(({ error }) => error ?? []);
	const node = workflow.nodes.find(({ name }) => name === NODE_UNDER_TEST);
	const hasErrorOutput = node?.onError === 'continueErrorOutput';
	const error: NodeFailure | undefined = (last?.error && thrown.at(-1)) ?? resultData.error;
	return {
		executionId,
		workflow,
		status: data.status,
		data,
		/** The nodes' memory (`getContext`): a later run can start from it. */
		contextData: executionData?.contextData ?? {},
		/** Items of main output 0 of the node's last run. */
		output: outputs[0] ?? [],
		/** Items of its last main output, when it has one for errors. */
		errorOutput: (hasErrorOutput && outputs.at(-1)) || [],
		/** Of the node's last try if that failed; else the error that ended the execution. */
		error,
		/** Every error it threw, also in tries that Retry On Fail repeated. */
		thrown,
		/** How often it was run, retries included. */
		tries: tries.length,
		/** Execution hints of its last run. */
		hints: last?.hints ?? [],
	};
}
