import {
	NodeOperationError,
	type IExecuteData,
	type INodeExecutionData,
	type IRunExecutionData,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { openRequests, type ParkedRuns } from './parked';
import { originOf } from './requestName';
import type { Callbacks } from './gathering';
import { parkedRunsIn } from './storedExecution';

/**
 * The execution that a callback belongs to, as n8n read it from its database. What is changed here is
 * stored when the execution goes on.
 */
export class ParkedExecution {
	private constructor(
		private readonly runs: ParkedRuns,
		private readonly waiting: IExecuteData,
	) {}

	/** @throws NodeOperationError where n8n keeps the execution elsewhere */
	static of(context: IWebhookFunctions): ParkedExecution {
		const node = context.getNode();
		// n8n gives webhooks no method to write to the execution they go on with.
		const { runExecutionData } = context as { runExecutionData?: IRunExecutionData };
		const waiting = runExecutionData?.executionData?.nodeExecutionStack[0];
		if (!waiting) {
			throw new NodeOperationError(
				node,
				'This version of n8n does not let the node see its waiting execution; choose When Processed: Continue at Once and wait with Bulk Job: Wait Until Processed',
			);
		}
		return new ParkedExecution(parkedRunsIn(runExecutionData, node.name), waiting);
	}

	/** Whether these callbacks are all that is waited for. */
	isCompleteWith(callbacks: Callbacks): boolean {
		return Object.values(this.runs)
			.flatMap((run) => (run ? openRequests(run) : []))
			.every((request) => callbacks.has(request));
	}

	/** Takes over what was stored since n8n read the execution: to go on with less would undo it. */
	catchUp(stored: ParkedRuns): void {
		for (const [runIndex, run] of Object.entries(this.runs)) {
			const storedRun = stored[runIndex];
			if (storedRun) Object.assign(run?.callbacks ?? {}, storedRun.callbacks);
			else delete this.runs[runIndex];
		}
	}

	/**
	 * Notes what the service called back.
	 *
	 * @returns whether any of it was waited for
	 */
	note(callbacks: Callbacks): boolean {
		let isNews = false;
		for (const [request, body] of callbacks) {
			const run = this.runs[originOf(request).runIndex];
			if (!run || !openRequests(run).includes(request)) continue;
			run.callbacks[request] = body;
			isNews = true;
		}
		return isNews;
	}

	/** Lets n8n run the node again: it then gives its output, or waits for the next callback. */
	runAgain(): INodeExecutionData[][] {
		// n8n switches a waiting node off before it calls its webhook.
		this.waiting.node.disabled = false;
		return (this.waiting.data.main ?? []).map((items) => items ?? []);
	}
}
