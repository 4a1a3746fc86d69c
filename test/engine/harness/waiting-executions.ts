import type { Request, Response } from 'express';
import type { INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import {
	execute,
	openWorkflow,
	throughDatabase,
	type EngineRun,
	type Execution,
} from './execution';
import { callWebhook, refuse, type NodeWebhook } from './webhooks';

interface Entry {
	execution: Execution;
	/** Its data in the database while it waits. */
	data: IRunExecutionData;
	state: 'running' | 'waiting' | 'finished';
	settled: Array<(run: EngineRun) => void>;
	last?: EngineRun;
}

/** Executions by ID, as n8n's database stores them, and the calls and dates they wait for. */
export class WaitingExecutions {
	/** Runs before a call resumes an execution, which still waits meanwhile, as in n8n 1. */
	beforeResume: (() => Promise<void>) | undefined;
	private readonly known = new Map<string, Entry>();

	/** Runs an execution and keeps it, in case it waits. */
	async run(execution: Execution, data: IRunExecutionData): Promise<EngineRun> {
		// A retry reads the data that n8n stored at its start.
		const stored = execution.mode === 'retry' ? throughDatabase(data) : data;
		const entry: Entry = { execution, data: stored, state: 'running', settled: [] };
		this.known.set(execution.id, entry);
		return await this.proceed(entry, data);
	}

	/** An execution's data in the database; undefined if it ended without a wait. */
	stored(id: string): IRunExecutionData | undefined {
		const entry = this.known.get(id);
		if (!entry) return undefined;
		const data = throughDatabase(entry.data);
		// n8n stores an execution when it starts to wait.
		if (entry.state === 'running' && !entry.last) data.waitTill = undefined;
		return data;
	}

	/** The end (or next wait) of a waiting execution. A call may have resumed it already, even before it waited. */
	async resumed(run: EngineRun): Promise<EngineRun> {
		if (run.status !== 'waiting') return run;
		const entry = this.find(run);
		if (entry.last && entry.last !== run) return entry.last;
		return await new Promise((resolve) => entry.settled.push(resolve));
	}

	/** Lets the time of a wait pass: the execution resumes with its node's stored input. */
	async timePasses(run: EngineRun): Promise<EngineRun> {
		const entry = this.find(run);
		return await this.proceed(entry, throughDatabase(entry.data));
	}

	/** Answers a call to `/webhook-waiting/<execution>/<path>`. */
	answerCall = async (request: Request, response: Response): Promise<void> => {
		const [, , id = '', ...path] = request.path.split('/');
		const entry = this.known.get(id);
		if (!entry) return refuse(response, 404, `The execution "${id}" does not exist.`);
		const { resumeToken } = entry.data as { resumeToken?: string };
		if (resumeToken && request.query.signature !== resumeToken)
			return refuse(response, 401, 'Invalid token');
		if (entry.state !== 'waiting')
			return refuse(response, 409, `The execution "${id}" is ${entry.state}.`);
		// A call that resumes nothing leaves the stored data untouched.
		const data = throughDatabase(entry.data);
		const webhook = webhookOf(entry.execution, data, request.method, path.join('/'));
		if (!webhook) return refuse(response, 404, 'The workflow does not wait at this path.');
		let items: INodeExecutionData[] | undefined;
		await callWebhook(webhook, request, response, async (returned) => {
			await this.beforeResume?.();
			entry.state = 'running';
			items = returned;
		});
		if (!items) return;
		// A webhook's items replace the waiting node's input. n8n stores them before the node runs.
		const waiting = data.executionData!.nodeExecutionStack[0]!;
		waiting.data.main = [items];
		waiting.metadata = { ...waiting.metadata, forwardAllOutputs: true };
		await this.proceed(entry, throughDatabase(data));
	};

	private async proceed(entry: Entry, data: IRunExecutionData): Promise<EngineRun> {
		entry.state = 'running';
		// After a wait, n8n doesn't show an execution which one it retries.
		const { execution, last } = entry;
		const run = await execute(last ? { ...execution, retryOf: undefined } : execution, data);
		if (run.status === 'waiting') {
			entry.state = 'waiting';
			entry.data = throughDatabase(run.data.data);
		} else {
			entry.state = 'finished';
			// It never waited, so no one reads it again, and it may have a hundred thousand items.
			if (!last) this.known.delete(run.executionId);
		}
		entry.last = run;
		for (const settle of entry.settled.splice(0)) settle(run);
		return run;
	}

	private find({ executionId }: EngineRun): Entry {
		return this.known.get(executionId)!;
	}
}

/** The webhook at which an execution waits; the node is made ready for the call. */
function webhookOf(
	execution: Execution,
	data: IRunExecutionData,
	method: string,
	path: string,
): NodeWebhook | undefined {
	const workflow = openWorkflow(execution);
	const node = workflow.getNode(data.resultData.lastNodeExecuted ?? '')!;
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	// n8n evaluates the path of the only ones there are, `={{ $nodeId }}`.
	const description = type.description.webhooks?.find(
		(one) => one.restartWebhook && one.httpMethod === method && path === node.id,
	);
	if (!description) return undefined;
	// n8n switches the node off so that resuming doesn't start the wait again.
	data.executionData!.nodeExecutionStack[0]!.node.disabled = true;
	data.resultData.runData[node.name]?.pop();
	data.waitTill = undefined;
	const { id: executionId, mode } = execution;
	const additionalData = { ...execution.additionalData, executionId };
	return { workflow, node, description, path, additionalData, mode, runExecutionData: data };
}
