import type { Request, Response } from 'express';
import { ManualExecutionCancelledError } from 'n8n-workflow';
import * as n8nWorkflow from 'n8n-workflow';
import type { INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import type { EngineRun } from './engine-run';
import { execute, openWorkflow, throughDatabase, type Execution } from './execution';
import { wokenBy } from './start-data';
import { answerWebhook, type NodeWebhook } from './webhook-answer';

type ById = Pick<EngineRun, 'executionId'>;

interface Entry {
	execution: Execution;
	/** Its data in the database while it waits. */
	data: IRunExecutionData;
	state: 'running' | 'waiting' | 'finished';
	settled: Array<(run: EngineRun) => void>;
	last: EngineRun | undefined;
}

/** Executions by ID, as n8n's database stores them, and the calls and dates they wait for. */
export class WaitingExecutions {
	private readonly known = new Map<string, Entry>();
	/** Executions whose stored data a node read, in order: a large one takes n8n seconds. */
	readonly read: string[] = [];

	/** Runs an execution and keeps it, in case it waits. */
	async run(execution: Execution, data: IRunExecutionData): Promise<EngineRun> {
		const entry: Entry = {
			execution,
			// A retry reads the data that n8n stored at its start.
			data: execution.mode === 'retry' ? throughDatabase(data) : data,
			state: 'running',
			settled: [],
			last: undefined,
		};
		this.known.set(execution.id, entry);
		return await this.proceed(entry, data);
	}

	/** An execution's data in the database; undefined if it ended without a wait. */
	stored(id: string): IRunExecutionData | undefined {
		this.read.push(id);
		const entry = this.known.get(id);
		if (!entry) return undefined;
		const data = throughDatabase(entry.data);
		// n8n stores an execution when it starts to wait.
		if (entry.state === 'running' && !entry.last) data.waitTill = undefined;
		return data;
	}

	/** The executions that name another one as the one to resume, in the order they were started. */
	subExecutionsOf(run: ById): EngineRun[] {
		return [...this.known.values()]
			.filter(({ data }) => data.parentExecution?.executionId === run.executionId)
			.flatMap(({ last }) => last ?? []);
	}

	/** The end (or next wait) of a waiting execution. A call may have resumed it already, even before it waited. */
	async resumed(run: EngineRun): Promise<EngineRun> {
		if (run.status !== 'waiting') return run;
		const entry = this.find(run);
		if (entry.last && entry.last !== run) return entry.last;
		return await new Promise((resolve) => entry.settled.push(resolve));
	}

	hasEnded(run: ById): boolean {
		return this.find(run).state === 'finished';
	}

	/** Lets the time of a wait pass: the execution resumes with its node's input. */
	async timePasses(run: ById): Promise<EngineRun> {
		const entry = this.find(run);
		return await this.proceed(entry, throughDatabase(entry.data));
	}

	/** A user stops a waiting execution. If another one waits for it, `sweep` resumes that. */
	stop(run: ById): void {
		const entry = this.find(run);
		const error = new ManualExecutionCancelledError(run.executionId);
		const { message, stack } = error;
		entry.state = 'finished';
		entry.data.resultData.error = { ...error, message, stack };
	}

	/** A waiting execution is lost, as when n8n is killed just then: its data doesn't show it. */
	lose(run: ById): void {
		this.find(run).state = 'finished';
	}

	/** n8n deletes a finished execution, as it does with the oldest ones. */
	pruned({ executionId }: ById): void {
		this.known.delete(executionId);
	}

	/** Resumes executions that wait for ended ones, as n8n does once a minute. */
	sweep(): void {
		for (const entry of this.known.values()) {
			const { data, state } = entry;
			const isDue =
				state === 'waiting' &&
				data.waitTill?.getTime() === n8nWorkflow.WAIT_FOR_SUB_EXECUTION?.getTime();
			const ended = waitedForBy(data).find((id) => this.known.get(id)?.state === 'finished');
			if (isDue && ended) {
				void this.proceed(entry, wokenBy(this.known.get(ended)!.data, data));
			}
		}
	}

	/** Answers a call to `/webhook-waiting/<execution>/<path>`. */
	answerCall = async (request: Request, response: Response): Promise<void> => {
		const [, , id = '', ...path] = request.path.split('/');
		const entry = this.known.get(id);
		const refuse = (code: number, message: string): void =>
			void response.status(code).json({ code, message });
		if (!entry) return refuse(404, `The execution "${id}" does not exist.`);
		const { resumeToken } = entry.data as { resumeToken?: string };
		if (resumeToken && request.query.signature !== resumeToken)
			return refuse(401, 'Invalid token');
		if (entry.state !== 'waiting')
			return refuse(409, `The execution "${id}" is ${entry.state}.`);
		// A call that resumes nothing leaves the stored data untouched.
		const data = throughDatabase(entry.data);
		const webhook = webhookOf(entry.execution, data, request.method, path.join('/'));
		if (!webhook) return refuse(404, 'The workflow does not wait at this path.');
		// The caller of one that fails gets a 500, as from n8n.
		const items = await answerWebhook(webhook, request, response).catch(() => undefined);
		if (!items) return;
		// Another call was faster.
		if (entry.state !== 'waiting')
			return refuse(500, 'There was a problem executing the workflow');
		const resumed = resumeWith(data, items);
		entry.data = throughDatabase(resumed);
		const { data: ended } = await this.proceed(entry, resumed);
		if (!response.headersSent) answerWithLastNode(ended.data, response);
	};

	private async proceed(entry: Entry, data: IRunExecutionData): Promise<EngineRun> {
		entry.state = 'running';
		// After a wait, n8n doesn't show an execution which one it retries.
		const { execution, last } = entry;
		const run = await execute(last ? { ...execution, retryOf: undefined } : execution, data);
		if (run.status === 'waiting') {
			entry.state = 'waiting';
			entry.data = throughDatabase(run.data.data);
		} else if (entry.last || run.data.data.parentExecution) {
			entry.state = 'finished';
			entry.data = throughDatabase(run.data.data);
		} else {
			// It never waited, so no one reads it again, and it may have a hundred thousand items.
			this.known.delete(run.executionId);
		}
		entry.last = run;
		for (const settle of entry.settled.splice(0)) settle(run);
		// n8n resumes the parent only if the finished execution has waited itself.
		if (entry.state === 'finished' && last) this.wake(execution.id);
		return run;
	}

	/** Resumes the parent with the output, as n8n does, unless it doesn't wait or waits for another execution. */
	private wake(id: string): void {
		const { data } = this.known.get(id)!;
		const { parentExecution } = data;
		const parent = this.known.get(parentExecution?.executionId ?? '');
		if (!parentExecution?.shouldResume || parent?.state !== 'waiting') return;
		const waitedFor = waitedForBy(parent.data);
		if (waitedFor.length > 0 && !waitedFor.includes(id)) return;
		void this.proceed(parent, wokenBy(data, parent.data));
	}

	private find(run: ById): Entry {
		const entry = this.known.get(run.executionId);
		if (!entry) throw new Error(`No execution ${run.executionId} in this engine`);
		return entry;
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
	const description = type.description.webhooks?.find(
		(one) => one.restartWebhook && one.httpMethod === method && one.path === path,
	);
	if (!description) return undefined;
	// The node is switched off so that resuming doesn't start the wait again.
	data.executionData!.nodeExecutionStack[0]!.node.disabled = true;
	data.resultData.runData[node.name]?.pop();
	data.waitTill = undefined;
	const { id: executionId, mode } = execution;
	const additionalData = { ...execution.additionalData, executionId };
	return { workflow, node, description, path, additionalData, mode, runExecutionData: data };
}

/** The executions whose end resumes an execution. */
function waitedForBy(data: IRunExecutionData): string[] {
	const [entry] = data.executionData?.nodeExecutionStack ?? [];
	return entry?.metadata?.waitingChildExecutionIds ?? [];
}

/** As n8n answers in the response mode `lastNode`, without data. */
function answerWithLastNode({ resultData }: IRunExecutionData, response: Response): void {
	const { error, lastNodeExecuted = '', runData } = resultData;
	const items = runData[lastNodeExecuted]?.at(-1)?.data?.main?.[0] ?? [];
	const isGood = !error && items.length > 0;
	response.status(isGood ? 200 : 500).end();
}

/** A webhook's items replace the waiting node's output, on all its outputs. */
function resumeWith(data: IRunExecutionData, items: INodeExecutionData[][]): IRunExecutionData {
	const waiting = data.executionData!.nodeExecutionStack[0]!;
	waiting.data.main = items;
	waiting.metadata = { ...waiting.metadata, forwardAllOutputs: true };
	return data;
}
