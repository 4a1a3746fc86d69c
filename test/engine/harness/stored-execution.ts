import { jsonParse, jsonStringify } from 'n8n-workflow';
import type { IRunExecutionData, Workflow } from 'n8n-workflow';

/** A copy of execution data as it comes back from n8n's database: plain data, sharing nothing. */
export function throughDatabase(data: IRunExecutionData): IRunExecutionData {
	const copy = jsonParse<IRunExecutionData>(jsonStringify(data, { replaceCircularRefs: true }));
	// n8n keeps this one in a column of its own, as a date.
	copy.waitTill = data.waitTill;
	return copy;
}

/**
 * The data a *Retry* from the executions list starts with: the last run is undone where it failed,
 * and the nodes are those of the workflow as it is now.
 */
export function forRetry(data: IRunExecutionData, workflow: Workflow): IRunExecutionData {
	const copy = throughDatabase(data);
	const { lastNodeExecuted, runData } = copy.resultData;
	if (lastNodeExecuted) {
		delete copy.resultData.error;
		const runs = runData[lastNodeExecuted];
		if (runs?.at(-1)?.error !== undefined) runs.pop();
	}
	for (const entry of copy.executionData?.nodeExecutionStack ?? []) {
		entry.node = workflow.getNode(entry.node.name) ?? entry.node;
	}
	return copy;
}
