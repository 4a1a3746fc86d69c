import type {
	IExecuteContextData,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
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
export type NodeFailure = Error & {
	description?: string | null;
	httpCode?: string | null;
	context?: { itemIndex?: number; [key: string]: unknown };
	messages?: string[];
};

/** One node's results in an execution. */
export interface NodeOutcome {
	/** Items of main output 0 of its last run. */
	output: INodeExecutionData[];
	/** Items of its last main output, when it has one for errors (`onError: 'continueErrorOutput'`). */
	errorOutput: INodeExecutionData[];
	/** All main outputs of each of its runs (a node in a loop has several). */
	runs: INodeExecutionData[][][];
	/** The very object it threw last, when its last try failed. */
	error: NodeFailure | undefined;
	/** Every error it threw, also those that a retry made good. */
	thrown: NodeFailure[];
	/** How often it was run, retries included. */
	tries: number;
	/** Execution hints of its last run. */
	hints: NodeExecutionHint[];
	/** How long its last run took, retries and all. */
	milliseconds: number;
}

/** One execution, seen from the node under test (of a whole workflow: its last node executed). */
export class EngineRun {
	constructor(
		readonly executionId: string,
		readonly workflow: IWorkflowBase,
		/** The whole record, as n8n would store it. */
		readonly data: IRun,
		private readonly observed: Observed,
		/** The node that `output`, `error` and the like speak of. */
		readonly nodeName: string,
	) {}

	get status(): IRun['status'] {
		return this.data.status;
	}

	get output(): INodeExecutionData[] {
		return this.node().output;
	}

	get errorOutput(): INodeExecutionData[] {
		return this.node().errorOutput;
	}

	/** The node's error; else what ended the execution outside of a node. */
	get error(): NodeFailure | undefined {
		return this.node().error ?? this.data.data.resultData.error;
	}

	get thrown(): NodeFailure[] {
		return this.node().thrown;
	}

	get tries(): number {
		return this.node().tries;
	}

	get hints(): NodeExecutionHint[] {
		return this.node().hints;
	}

	get milliseconds(): number {
		return this.node().milliseconds;
	}

	/** The nodes' memory in the execution's data (`getContext`): a later run can start from it. */
	get contextData(): IExecuteContextData {
		return this.data.data.executionData?.contextData ?? {};
	}

	/** The same execution, had n8n stored this of it. */
	storedAs(data: IRunExecutionData): EngineRun {
		const { executionId, workflow, observed, nodeName } = this;
		return new EngineRun(executionId, workflow, { ...this.data, data }, observed, nodeName);
	}

	node(name = this.nodeName): NodeOutcome {
		const tasks = this.data.data.resultData.runData[name] ?? [];
		const runs = tasks.map((task) => (task.data?.main ?? []).map((items) => items ?? []));
		const last = runs.at(-1) ?? [];
		const thrown = this.observed.thrown.get(name) ?? [];
		return {
			output: last[0] ?? [],
			errorOutput: this.hasErrorOutput(name) ? (last.at(-1) ?? []) : [],
			runs,
			error: tasks.at(-1)?.error ? thrown.at(-1) : undefined,
			thrown,
			tries: this.observed.tries.get(name) ?? 0,
			hints: tasks.at(-1)?.hints ?? [],
			milliseconds: tasks.at(-1)?.executionTime ?? 0,
		};
	}

	private hasErrorOutput(name: string): boolean {
		const node = this.workflow.nodes.find((candidate) => candidate.name === name);
		return node?.onError === 'continueErrorOutput';
	}
}
