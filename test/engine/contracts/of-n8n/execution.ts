import {
	hasFailed,
	isParked,
	itemsUnderWay,
	memoryIn,
	storedExecution,
	executionMemoryOf,
	runIndexOf,
	isToolExecution,
} from '../../../../nodes/CrmMessaging/n8n/execution';
import { failing, node, type Prober } from '../probe';
import type { IExecuteFunctions } from 'n8n-workflow';

export function contract(this: Prober): void {
	describe('what n8n has stored of an execution', contractOfExecutionData.bind(this));
	describe('the memory of a node', contractOfExecutionMemory.bind(this));
	describe('the index of a run', contractOfRunIndex.bind(this));
	describe('whether an agent uses the node as a tool', contractOfToolExecution.bind(this));
}

/** That a server stores it like this is shown by test/server/wait-here.test.ts. */
function contractOfExecutionData(this: Prober): void {
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

function contractOfExecutionMemory(this: Prober): void {
	const count = (context: IExecuteFunctions) => {
		const memory = executionMemoryOf(context);
		memory.runs = Number(memory.runs ?? 0) + 1;
		return memory.runs;
	};

	it('is the same when a node runs again by Retry On Fail', async () => {
		const run = await this.run(
			async (context) => {
				const runs = count(context);
				if (runs < 3) throw failing(context);
				return [{ json: { runs } }];
			},
			{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		);
		expect(run.output).toMatchObject([{ json: { runs: 3 } }]);
	});

	it('is the same when a failed execution is retried, and empty in a new one', async () => {
		const execute = async (context: IExecuteFunctions) => {
			const runs = count(context);
			if (runs < 2) throw failing(context);
			return [{ json: { runs } }];
		};
		const failed = await this.run(execute);
		const nodeTypes = this.typeOf(execute);
		const again = await this.engine.runWorkflow(failed.workflow, {
			retryOf: failed,
			observe: failed.nodeName,
			nodeTypes,
		});
		expect(again.output).toMatchObject([{ json: { runs: 2 } }]);
		expect((await this.run(execute)).status).toBe('error');
	});
}

function contractOfRunIndex(this: Prober): void {
	it('counts the rounds of a loop', async () => {
		const seen: number[] = [];
		const run = await this.run(async (context) => {
			seen.push(runIndexOf(context));
			return seen.length < 3 ? context.getInputData() : [];
		});
		const [input, probe] = run.workflow.nodes.map(({ name }) => name) as [string, string];
		seen.length = 0;
		const link = { main: [[{ node: probe, type: 'main' as const, index: 0 }]] };
		const looped = { ...run.workflow, connections: { [input]: link, [probe]: link } };
		await this.engine.runWorkflow(looped, {
			start: { node: input, items: [{}] },
			nodeTypes: this.typeOf(async (context) => {
				seen.push(runIndexOf(context));
				return seen.length < 3 ? [{ json: {}, pairedItem: { item: 0 } }] : [];
			}),
		});
		expect(seen).toEqual([0, 1, 2]);
	});
}

function contractOfToolExecution(this: Prober): void {
	it.each([
		['contract.probe', false],
		['contract.probeTool', true],
	])('is told by the type %s', async (type, expected) => {
		const run = await this.run(
			async (context) => [{ json: { tool: isToolExecution(context) } }],
			{ type },
		);
		expect(run.output).toMatchObject([{ json: { tool: expected } }]);
	});

	it('is told by n8n where it tells', () => {
		const context = { isToolExecution: () => true, getNode: () => node };
		expect(isToolExecution(context as unknown as IExecuteFunctions)).toBe(true);
	});
}
