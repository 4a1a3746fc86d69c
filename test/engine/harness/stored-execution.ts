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
 * The data a *Retry* from the executions list starts with: the failed node's last run is undone,
 * and the nodes are those of the workflow as it is now.
 */
export function forRetry(data: IRunExecutionData, workflow: Workflow): IRunExecutionData {
	const copy = throughDatabase(data);
	const { lastNodeExecuted, runData } = copy.resultData;
	delete copy.resultData.error;
	if (lastNodeExecuted && runData[lastNodeExecuted]) {
		runData[lastNodeExecuted].pop();
		if (runData[lastNodeExecuted].length === 0) delete runData[lastNodeExecuted];
	}
	for (const entry of copy.executionData?.nodeExecutionStack ?? []) {
		entry.node = workflow.getNode(entry.node.name) ?? entry.node;
	}
	return copy;
}
