import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
	NodeExecutionHint,
} from 'n8n-workflow';
import { linkedItems } from './expressions';
import { signatureParameter } from './webhooks';

/** A wait's mark in the data with which n8n runs the node, which it stores with the execution. */
const waitMark = 'crmMessagingWait';

/** A run of the node: everything that the package reads of n8n while the node runs, and hands to it. */
export class Execution {
	/** n8n copies it on every request. */
	readonly node: INode;
	readonly items: readonly INodeExecutionData[];
	/** An execution's; a retry is another one. */
	readonly id: string;
	readonly timezone: string;
	readonly isRetry: boolean;
	/** Whether an AI agent uses the node; n8n 1 shows it by the node's type only. */
	readonly isTool: boolean;
	readonly round: number;
	readonly continuesOnError: boolean;
	readonly linkedItems: ReturnType<typeof linkedItems>;
	/** What sends requests for the node. */
	readonly requests: Pick<
		IExecuteFunctions,
		'helpers' | 'getCredentials' | 'getExecutionCancelSignal'
	>;

	constructor(private readonly context: IExecuteFunctions) {
		const more = context as { isToolExecution?: () => boolean; runIndex?: number };
		this.node = context.getNode();
		this.items = context.getInputData();
		this.id = context.getExecutionId();
		this.timezone = context.getTimezone();
		this.isRetry = context.getMode() === 'retry';
		this.isTool = more.isToolExecution?.call(context) || this.node.type.endsWith('Tool');
		this.round = more.runIndex as number;
		this.continuesOnError = context.continueOnFail();
		this.linkedItems = linkedItems(context);
		this.requests = context;
	}

	/**
	 * The node's memory, which the tools of an agent share. n8n keeps it for retries, the next round of a
	 * loop and the end of a wait.
	 */
	get memory(): IDataObject {
		return this.context.getContext(this.isTool ? 'flow' : 'node');
	}

	/** Whether valid items are sent if others are wrong. An agent's call is one item, and it reads the error. */
	get continues(): boolean {
		return this.continuesOnError && !this.isTool;
	}

	read(address: string, item: number): unknown {
		return this.context.getNodeParameter(address, item);
	}

	evaluate(code: string, item: number): unknown {
		return this.context.evaluateExpression(code, item);
	}

	addHint(hint: Pick<NodeExecutionHint, 'message' | 'type'>): void {
		this.context.addExecutionHints({ ...hint, location: 'outputPane' });
	}

	/**
	 * Whether this node may have begun in the retried execution without a trace in its data
	 * (docs/contributing/architecture.md, After a kill). After a wait, and in n8n 1 always, n8n doesn't know
	 * which one is retried. Then the data at the start of the retry is read, which shows neither progress
	 * stored midway nor a retry's kill.
	 *
	 * @param noted what the node noted before: a retry has judged such marks
	 */
	async mayHaveBegun(noted?: { isRetry: boolean }): Promise<boolean> {
		const { additionalData } = this.context as {
			additionalData?: { hooks?: { retryOf?: string } };
		};
		const retried = additionalData?.hooks?.retryOf;
		const data = retried === undefined ? undefined : await this.stored(retried);
		if (data && !endedInOrder(data)) return true;
		const shown = data ?? (await this.stored(this.id));
		if (!shown) return false;
		const runs = runsOf(shown, this.node.name);
		// A retry removes the last run if it failed, even one added from the log.
		const isTakenAway = runs?.length === 0 && !noted;
		const isMarked = isOfLog(runs?.at(-1)) && !noted?.isRetry;
		return isMarked || isTakenAway || shown.resultData.lastNodeExecuted === undefined;
	}

	/** An execution's stored data. A version may not offer it. */
	private async stored(id: string): Promise<IRunExecutionData | undefined> {
		return await (this.context as Partial<IExecuteFunctions>).getExecutionDataById?.(id);
	}

	/** The URL of `resumeWebhooks` once the execution waits, the same in all rounds of a loop. */
	resumeUrl(): URL {
		const url = new URL(this.evaluate('{{ $execution.resumeUrl }}', 0) as string);
		url.pathname += `/${this.node.id}`;
		return url;
	}

	/** Whether the node is in a sub-workflow of n8n 1, whose caller doesn't wait with it. */
	get isUnawaited(): boolean {
		if (this.context.getMode() !== 'integrated') return false;
		return !this.resumeUrl().searchParams.has(signatureParameter);
	}

	/** Parks the execution until its webhook resumes it, or the time is over: then n8n outputs these items. */
	async park(name: string, until: Date, items: INodeExecutionData[]): Promise<void> {
		const stored = this.context.getExecuteData();
		stored.data.main = [items];
		stored.metadata = { ...stored.metadata, [waitMark]: name } as typeof stored.metadata;
		await this.context.putExecutionToWait(until);
	}

	/** The wait after which n8n runs the node again, with the items that its webhook returned. */
	get resumed(): { name: string; items: INodeExecutionData[] } | undefined {
		const { data, metadata } = this.context.getExecuteData();
		const { [waitMark]: name } = (metadata ?? {}) as Record<string, unknown>;
		return typeof name === 'string' ? { name, items: data.main?.[0] ?? [] } : undefined;
	}
}

/** Whether an execution failed at a node, or was stopped while it waited. All is stored then. */
function endedInOrder(data: IRunExecutionData): boolean {
	const { error, lastNodeExecuted = '' } = data.resultData;
	// n8n's error if its log shows an unfinished node.
	if (!error || error.name === 'WorkflowCrashedError') return false;
	if (data.waitTill) return true;
	const last = runsOf(data, lastNodeExecuted)?.at(-1);
	const hasFailed = last?.error !== undefined || last?.executionStatus === 'error';
	const next = data.executionData?.nodeExecutionStack[0]?.node.name;
	return next === lastNodeExecuted && hasFailed;
}

function runsOf({ resultData }: IRunExecutionData, node: string): ITaskData[] | undefined {
	return Object.hasOwn(resultData.runData, node) ? resultData.runData[node] : undefined;
}

/** Whether n8n added a run from its event log after a restart. */
function isOfLog(run: ITaskData | undefined): boolean {
	const isMark = run?.data?.main?.[0]?.[0]?.json.isArtificialRecoveredEventItem === true;
	return isMark || run?.executionStatus === 'crashed';
}
