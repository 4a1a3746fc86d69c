import type { Request, Response } from 'express';
import { ManualExecutionCancelledError } from 'n8n-workflow';
import * as n8nWorkflow from 'n8n-workflow';
import type { INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import type { EngineRun } from './engine-run';
import { execute, openWorkflow, throughDatabase, type Execution } from './execution';
import { wokenBy } from './start-data';
import { answerWebhook, type NodeWebhook } from './webhook-answer';

type ById = Pick<EngineRun, 'executionId'>;

interface Parked {
	execution: Execution;
	/** Its data in the database while it waits. */
	data: IRunExecutionData;
	state: 'running' | 'waiting' | 'finished';
	settled: Array<(run: EngineRun) => void>;
	last: EngineRun | undefined;
}

/** Executions by id, as n8n's database has them, and the calls and dates they wait for. */
export class WaitingExecutions {
	private readonly known = new Map<string, Parked>();
	/** Executions whose stored data a node asked for, in order: reading a large one takes n8n seconds. */
	readonly read: string[] = [];

	/** Runs an execution and keeps it, in case it waits. */
	async run(execution: Execution, data: IRunExecutionData): Promise<EngineRun> {
		const parked: Parked = {
			execution,
			// A retry reads the data that n8n stored at its start.
			data: execution.mode === 'retry' ? throughDatabase(data) : data,
			state: 'running',
			settled: [],
			last: undefined,
		};
		this.known.set(execution.id, parked);
		return await this.proceed(parked, data);
	}

	/** An execution's data in the database; none if it has ended without a wait. */
	stored(id: string): IRunExecutionData | undefined {
		this.read.push(id);
		const parked = this.known.get(id);
		if (!parked) return undefined;
		const data = throughDatabase(parked.data);
		// One that is about to wait is stored when it does.
		if (parked.state === 'running' && !parked.last) data.waitTill = undefined;
		return data;
	}

	/** The executions that name another one as the one to resume, in the order they were started. */
	subExecutionsOf(run: ById): EngineRun[] {
		return [...this.known.values()]
			.filter(({ data }) => data.parentExecution?.executionId === run.executionId)
			.flatMap(({ last }) => last ?? []);
	}

	/** The end (or next wait) of an execution that waits; a call may have resumed it already, or before it could wait. */
	async resumed(run: EngineRun): Promise<EngineRun> {
		if (run.status !== 'waiting') return run;
		const parked = this.find(run);
		if (parked.last && parked.last !== run) return parked.last;
		return await new Promise((resolve) => parked.settled.push(resolve));
	}

	hasEnded(run: ById): boolean {
		return this.find(run).state === 'finished';
	}

	/** Lets the time of a wait pass: the execution resumes with its node's input. */
	async timePasses(run: ById): Promise<EngineRun> {
		const parked = this.find(run);
		return await this.proceed(parked, throughDatabase(parked.data));
	}

	/** A person stops an execution that waits. If another one waits for it, `sweep` resumes that. */
	stop(run: ById): void {
		this.endWith(run, new ManualExecutionCancelledError(run.executionId));
	}

	/** An execution that waits is lost, as when n8n is killed just then. */
	lose(run: ById): void {
		this.endWith(run, new Error('crashed'));
	}

	private endWith(run: ById, error: Error): void {
		const parked = this.find(run);
		const { message, stack } = error;
		parked.state = 'finished';
		parked.data.resultData.error = { ...error, message, stack } as never;
	}

	/** n8n deletes an execution that has ended, as it does with the oldest ones. */
	pruned({ executionId }: ById): void {
		this.known.delete(executionId);
	}

	/** Resumes executions that wait for ended ones, as n8n does once a minute. */
	sweep(): void {
		for (const parked of this.known.values()) {
			const { data, state } = parked;
			const isDue =
				state === 'waiting' &&
				data.waitTill?.getTime() === n8nWorkflow.WAIT_FOR_SUB_EXECUTION?.getTime();
			const ended = waitedForBy(data).find((id) => this.known.get(id)?.state === 'finished');
			if (isDue && ended) {
				void this.proceed(parked, wokenBy(this.known.get(ended)!.data, data));
			}
		}
	}

	/** Answers a call to `/webhook-waiting/<execution>/<path>`. */
	take = async (request: Request, response: Response): Promise<void> => {
		const [, , id = '', ...path] = request.path.split('/');
		const parked = this.known.get(id);
		const refuse = (code: number, message: string): void =>
			void response.status(code).json({ code, message });
		if (!parked) return refuse(404, `The execution "${id}" does not exist.`);
		const { resumeToken } = parked.data as { resumeToken?: string };
		if (resumeToken && request.query.signature !== resumeToken)
			return refuse(401, 'Invalid token');
		if (parked.state !== 'waiting')
			return refuse(409, `The execution "${id}" is ${parked.state}.`);
		// A call that resumes nothing leaves the stored data untouched.
		const data = throughDatabase(parked.data);
		const webhook = webhookOf(parked.execution, data, request.method, path.join('/'));
		if (!webhook) return refuse(404, 'The workflow does not wait at this path.');
		// The caller of one that fails gets a 500, as from n8n.
		const items = await answerWebhook(webhook, request, response).catch(() => undefined);
		if (!items) return;
		// Another call was faster.
		if (parked.state !== 'waiting')
			return refuse(500, 'There was a problem executing the workflow');
		const resumed = resumeWith(data, items);
		parked.data = throughDatabase(resumed);
		const { data: ended } = await this.proceed(parked, resumed);
		if (!response.headersSent) answerWithLastNode(ended.data, response);
	};

	private async proceed(parked: Parked, data: IRunExecutionData): Promise<EngineRun> {
		parked.state = 'running';
		// After a wait, n8n doesn't tell an execution which one it retries.
		const { execution, last } = parked;
		const run = await execute(last ? { ...execution, retryOf: undefined } : execution, data);
		if (run.status === 'waiting') {
			parked.state = 'waiting';
			parked.data = throughDatabase(run.data.data);
		} else if (parked.last || run.data.data.parentExecution) {
			parked.state = 'finished';
			parked.data = throughDatabase(run.data.data);
		} else {
			// It never waited: nothing asks for it again, and it may hold a hundred thousand items.
			this.known.delete(run.executionId);
		}
		parked.last = run;
		for (const settle of parked.settled.splice(0)) settle(run);
		// n8n looks for the waiting one only if the ended execution has waited itself.
		if (parked.state === 'finished' && last) this.wake(execution.id);
		return run;
	}

	/** As n8n does, with what an execution gives, unless the other one doesn't wait, or waits for another. */
	private wake(id: string): void {
		const { data } = this.known.get(id)!;
		const { parentExecution } = data;
		const parent = this.known.get(parentExecution?.executionId ?? '');
		if (!parentExecution?.shouldResume || parent?.state !== 'waiting') return;
		const waitedFor = waitedForBy(parent.data);
		if (waitedFor.length > 0 && !waitedFor.includes(id)) return;
		void this.proceed(parent, wokenBy(data, parent.data));
	}

	private find(run: ById): Parked {
		const parked = this.known.get(run.executionId);
		if (!parked) throw new Error(`No execution ${run.executionId} in this engine`);
		return parked;
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
