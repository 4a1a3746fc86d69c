import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { executionMemoryOf } from '../n8n/executionMemory';
import { startSubExecution, waitForSubExecution } from '../n8n/subExecution';
import { textOf } from '../transport/answer';
import { waitNodes } from './names';
import { memoryOnceParked } from './parked';
import { readSettings } from './settings';
import { callbackWorkflow } from './subWorkflow';

/** What *Watch* keeps, for the sender and for *Finish*. */
export interface Watched {
	/** The execution that takes the callbacks. */
	taker: string;
	/** Where it takes them. */
	url: string;
}

/** Milliseconds within which the execution that takes callbacks has to be parked. */
const startLimit = 30_000;

/** Starts the execution that takes callbacks, and parks this one until that has ended. */
export async function watch(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const workflow = callbackWorkflow(context.getNode().type, readSettings(context));
	const taker = await startSubExecution(context, workflow, [{ json: {} }]);
	const { url } = await memoryOnceParked(context, taker, waitNodes.collect, startLimit);
	const watched: Watched = { taker, url: textOf(url) };
	Object.assign(executionMemoryOf(context), watched);
	await waitForSubExecution(context, taker);
	return [[], []];
}
