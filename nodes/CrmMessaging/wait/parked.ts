import { sleep, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../fields/inputError';
import { hasFailed, isParked, memoryIn, storedExecution } from '../n8n/executionData';

/**
 * Waits until an execution is parked.
 *
 * @param id of the execution
 * @param limit milliseconds to wait at most
 * @returns what a node of it keeps
 * @throws InputError where it fails, or is not parked in time
 */
export async function memoryOnceParked(
	context: IExecuteFunctions,
	id: string,
	nodeName: string,
	limit: number,
): Promise<IDataObject> {
	const end = Date.now() + limit;
	while (Date.now() < end) {
		const data = await storedExecution(context, id);
		if (data && isParked(data)) return memoryIn(data, nodeName);
		if (data && hasFailed(data)) break;
		await sleep(50);
	}
	throw new InputError(
		`did not begin to wait: the execution ${id} of this workflow, which waits for the callbacks, was not ready after ${limit / 1000} seconds; look at it in the executions list`,
		['Wait Here'],
	);
}
