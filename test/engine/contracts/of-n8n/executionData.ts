import {
	hasFailed,
	isParked,
	itemsUnderWay,
	memoryIn,
	storedExecution,
} from '../../../../nodes/CrmMessaging/n8n/executionData';
import { executionMemoryOf } from '../../../../nodes/CrmMessaging/n8n/executionMemory';
import { failing, type Prober } from '../probe';

/** That a server stores it like this is shown by test/server/wait-here.test.ts. */
export function contract(this: Prober): void {
	it('tells what a node keeps, and whether the execution is parked or has failed', async () => {
		const parked = await this.run(async (context) => {
			executionMemoryOf(context).kept = 'this';
			await context.putExecutionToWait(new Date(Date.now() + 60_000));
			return context.getInputData();
		});
		const { data } = parked.data;
		expect(memoryIn(data, parked.nodeName)).toEqual({ kept: 'this' });
		expect(memoryIn(data, 'Another')).toEqual({});
		expect([isParked(data), hasFailed(data)]).toEqual([true, false]);
		expect(itemsUnderWay(data)).toHaveLength(1);
		const failed = await this.run(async (context) => {
			throw failing(context);
		});
		expect([isParked(failed.data.data), hasFailed(failed.data.data)]).toEqual([false, true]);
	});

	it('is read by nodes that run and by webhooks, and not where n8n does not tell', async () => {
		const data = { resultData: { runData: {} } };
		const read = async (id: string) => (id === '7' ? data : undefined);
		const contexts = [
			{ getExecutionDataById: read },
			{ additionalData: { getRunExecutionData: read } },
			{ additionalData: {} },
			{},
		];
		const found = contexts.map(async (context) => await storedExecution(context as never, '7'));
		expect(await Promise.all(found)).toEqual([data, data, undefined, undefined]);
	});
}
