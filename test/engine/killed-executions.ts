import type { IDataObject, INode, IRunExecutionData, IWorkflowBase } from 'n8n-workflow';
import type { EngineRun, WorkflowRunOptions } from './harness';
import { inRow, nodeOfType, simpleNode } from './harness/nodes';
import { edited, type NodeRunner, type RunOptions } from './node-runner';

/** A finished execution, and the data that n8n would have stored at each step. */
export interface Ran {
	run: EngineRun;
	/** At the start, and after *Input*, *Before*, the node under test, *After*, and so on. */
	stored: IRunExecutionData[];
}

const BEFORE = 'test.before';
const AFTER = 'test.after';

/** What the other nodes of an execution do. */
interface Others {
	/** What *Before* does instead of passing items on. It may fail and continue. */
	before?: 'fails' | 'continues' | 'waits';
	/** How many rounds *After* leads back to the node; none by default. */
	rounds?: number;
}

/** *Input* → *Before* → the node under test → *After*, which may lead back to the node. */
export class KillBench {
	/** Data that n8n would have stored of the latest execution. */
	stored: IRunExecutionData[] = [];

	/** @param ofNode other parts of the node under test than its parameters */
	constructor(
		private readonly runner: NodeRunner,
		private readonly ofNode: Pick<RunOptions, 'type' | 'nodeTypes' | 'onError'> = {},
	) {}

	/** Runs the workflow to its end. */
	async run(parameters: IDataObject, items?: IDataObject[], others?: Others): Promise<Ran> {
		const workflow = this.runner.workflow(parameters, this.ofNode);
		const [input, own] = workflow.nodes as [INode, INode];
		const [before, after] = [nodeOfType(BEFORE, 'Before'), nodeOfType(AFTER, 'After')];
		if (others?.before === 'continues') before.onError = 'continueRegularOutput';
		const { nodes, connections } = inRow([input, before, own, after], own.name);
		const run = await this.execute({ ...workflow, nodes, connections }, { items }, others);
		return { run, stored: this.stored };
	}

	/** Retries an execution from its stored data, after an edit of the node. */
	async retry(
		of: EngineRun,
		stored: IRunExecutionData = of.data.data,
		edit: IDataObject = {},
		others?: Others,
	): Promise<EngineRun> {
		const retryOf = { ...of, data: { ...of.data, data: stored } };
		return await this.execute(edited(of, edit), { retryOf }, others);
	}

	private async execute(
		workflow: IWorkflowBase,
		options: WorkflowRunOptions,
		{ before, rounds = 0 }: Others = {},
	): Promise<EngineRun> {
		const stored: IRunExecutionData[] = [];
		this.stored = stored;
		let left = rounds;
		return await this.runner.engine.runWorkflow(workflow, {
			credential: this.runner.credential,
			nodeTypes: {
				...this.ofNode.nodeTypes,
				[BEFORE]: simpleNode('before', async (context) => {
					if (before === 'waits')
						await context.putExecutionToWait(new Date(Date.now() + 60_000));
					else if (before) throw new Error('It is broken');
					return context.getInputData();
				}),
				// The next round has items of its own: an error would keep them from being sent.
				[AFTER]: simpleNode('after', async (context) => {
					if (left-- <= 0) return [];
					const items = context.getInputData();
					return items.map(({ json: { error: _, ...json } }) => ({ json }));
				}),
			},
			whenStored: (data) => void stored.push(data),
			...options,
		});
	}
}

/** The stored data after n8n has started again and found in its event log which nodes ran. */
export function recovered(
	{ workflow }: EngineRun,
	stored: IRunExecutionData,
	running: string,
	ended: string[] = [],
): IRunExecutionData {
	const data = structuredClone(stored);
	const { resultData } = data;
	const run = { startTime: 0, executionIndex: 0, executionTime: 0, source: [null] };
	const error = { name: 'NodeCrashedError', message: 'Node crashed' } as never;
	const json = { isArtificialRecoveredEventItem: true };
	const output = { data: { main: [[{ json }]] } };
	for (const { name } of workflow.nodes) {
		const isRunning = name === running;
		if ((!isRunning && !ended.includes(name)) || resultData.runData[name]) continue;
		resultData.runData[name] = [
			isRunning
				? { ...run, executionStatus: 'crashed', error }
				: { ...run, executionStatus: 'success', ...output },
		];
		if (isRunning)
			resultData.error = { ...(error as object), name: 'WorkflowCrashedError' } as never;
		resultData.lastNodeExecuted = name;
	}
	return data;
}

/** The data if a person stopped the execution. */
export function stopped(data: IRunExecutionData): IRunExecutionData {
	const error = { name: 'ManualExecutionCancelledError', message: 'It was cancelled' } as never;
	return { ...data, resultData: { ...data.resultData, error } };
}
