import type { SharedPlayground } from './playground';
import { until } from './until';
import {
	hasEnded,
	type Execution,
	type ExecutionSummary,
	type N8nClient,
} from '../../../playground/n8n/client';

/** The execution that something begins, with its data, once it has ended. */
export async function endOf(
	client: N8nClient,
	workflowId: string,
	begin: () => Promise<unknown>,
	limitMs?: number,
): Promise<Execution> {
	const newest = async () => (await client.executions(workflowId))[0];
	const before = (await newest())?.id;
	await begin();
	let last: ExecutionSummary | undefined;
	const isOver = async () => {
		last = await newest();
		return last !== undefined && last.id !== before && hasEnded(last);
	};
	await until('the execution', isOver, limitMs);
	return await client.execution(last!.id);
}

/** The data of a workflow's execution from a trigger on the canvas, which must succeed. */
export async function ran(
	{ client }: Pick<SharedPlayground, 'client'>,
	workflowId: string,
	trigger = 'Start',
	limitMs?: number,
): Promise<string> {
	const begin = () => client.execute(workflowId, trigger);
	const { status, data } = await endOf(client, workflowId, begin, limitMs);
	expect(status).toBe('success');
	return data;
}
