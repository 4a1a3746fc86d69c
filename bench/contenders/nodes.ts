import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { requestsOf } from '../workloads/workload';
import type { Body, Workload } from '../workloads/workload';

/** Requests in parallel of this node by default, and of the contenders that send the same batches. */
export const usualParallel = 5;

type Execute = (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;

function nodeOf(name: string, execute: Execute): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: ['transform'],
			version: 1,
			description: 'A node of the bench',
			defaults: { name },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'crmMessagingApi', required: false }],
			properties: [],
		},
		async execute(): Promise<INodeExecutionData[][]> {
			return [await execute(this)];
		},
	};
}

/**
 * Does what a hand-written Code node does: makes the body of each request. n8n 2 runs Code nodes in a
 * task runner, to which all items travel and back; this one runs inside n8n.
 */
export const batchingNode = (workload: Workload): INodeType =>
	nodeOf('Batch', async (context) => {
		const items = context.getInputData().map(({ json }) => json);
		return requestsOf(items, workload).map((part) => ({
			json: { body: JSON.stringify(workload.body(part)) },
			pairedItem: { item: 0 },
		}));
	});

/**
 * The least a node can do: sends the same batches through n8n's helper, returns each entry with its
 * result, linked to its item, and checks nothing.
 */
export const floorNode = (workload: Workload): INodeType =>
	nodeOf('Floor', async (context) => {
		const { baseUrl } = await context.getCredentials('crmMessagingApi');
		const url = `${baseUrl as string}${workload.path}`;
		const headers = { 'content-type': 'application/json' };
		const parts = requestsOf(context.getInputData(), workload).map((part) =>
			workload.body(part.map(({ json }) => json)),
		);
		const answers = await inParallel(parts, usualParallel, async (part) => {
			const body = Buffer.from(JSON.stringify(part));
			return (await context.helpers.httpRequestWithAuthentication.call(
				context,
				'crmMessagingApi',
				{ method: 'POST', url, headers, body, json: true },
			)) as Answer;
		});
		return parts
			.flatMap((part, at) => entriesWithResults(part, answers[at]!))
			.map((json, item) => ({ json, pairedItem: { item } }));
	});

/** A result for each delivery, in the order of the deliveries, or one bulk job. */
interface Answer {
	deliveries?: IDataObject[] | IDataObject[][];
	bulk?: IDataObject;
}

function entriesWithResults(body: Body, { deliveries, bulk }: Answer): IDataObject[] {
	const entries = body.deliveries ?? body.contacts ?? [];
	const results = deliveries?.flat();
	return entries.map((entry, at) =>
		Object.assign(entry, results?.[at] ?? { bulk_id: bulk?._id }),
	);
}

/** Works through a list, with a few of its entries in progress. */
export async function inParallel<T, R>(
	list: readonly T[],
	parallel: number,
	work: (entry: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < list.length) {
			const at = next++;
			results[at] = await work(list[at]!);
		}
	};
	await Promise.all(Array.from({ length: parallel }, worker));
	return results;
}
