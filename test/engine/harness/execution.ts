import { parse, stringify } from 'flatted';
import { ExecutionLifecycleHooks, WorkflowExecute, WorkflowHasIssuesError } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type IExecuteContextData,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type IVersionedNodeType,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { engineRun, type EngineRun, type Observed } from './engine-run';
import type { TestNodeTypes } from './node-types';
import { placedOptions } from './placed-options';

/** The options of any execution. */
export interface WorkflowRunOptions {
	/** The node to start at and what it received: one empty item by default. */
	start?: { node: string; items?: Array<INodeExecutionData | IDataObject> };
	/** Data of the package's credential. */
	credential?: IDataObject;
	/** Additional node types of the test, by full name. */
	nodeTypes?: Record<string, INodeType | IVersionedNodeType>;
	/** The node of `run.output` and similar; by default, the last one executed. */
	observe?: string;
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

/** n8n-core's engine, with a record of every try of every node and its errors. */
class ObservedExecute extends WorkflowExecute {
	readonly observed: Observed = { tries: new Map(), thrown: new Map() };

	override async runNode(
		...args: Parameters<WorkflowExecute['runNode']>
	): ReturnType<WorkflowExecute['runNode']> {
		const { tries, thrown } = this.observed;
		const { name } = args[1].node;
		tries.set(name, (tries.get(name) ?? 0) + 1);
		try {
			return await super.runNode(...args);
		} catch (error) {
			thrown.set(name, [...(thrown.get(name) ?? []), error as Error]);
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
	observe?: string;
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
	const run = await process().catch(refusal);
	const observe = execution.observe ?? run.data.resultData.lastNodeExecuted ?? '';
	return engineRun(id, json, run, engine.observed, observe);

	/** A workflow with issues (a required parameter left empty) fails before any node runs. */
	function refusal(error: unknown): IRun {
		if (!(error instanceof WorkflowHasIssuesError)) throw error;
		data.resultData.error = error;
		const now = new Date();
		return { data, mode, startedAt: now, stoppedAt: now, storedAt: 'db', status: 'error' };
	}
}
