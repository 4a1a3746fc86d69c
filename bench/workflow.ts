import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import { Workflow, createRunExecutionData } from 'n8n-workflow';
import type { IDataObject, INode, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { additionalDataFor } from '../test/engine/harness/additional-data';
import type { LoadedPackage } from '../test/engine/harness/loaded-package';
import { TestNodeTypes } from '../test/engine/harness/node-types';
import { inRow, workflowOf } from '../test/engine/harness/node-under-test';
import { TestCredentials } from '../test/engine/harness/test-credentials';
import { account } from './workloads/workload';
import type { Workload } from './workloads/workload';

/** Makes ready to send items, which are in memory by then; the run it returns is what is timed. */
export type Prepare = (items: IDataObject[]) => () => Promise<void>;

/** The parts of a contender. */
export interface Setting {
	workload: Workload;
	/** Address of the mock service. */
	service: string;
	/** This package, as n8n loads it. */
	loaded: LoadedPackage;
}

export type MakeContender = (setting: Setting) => Prepare;

/** A node of a workflow of the bench. */
export type BenchNode = Pick<INode, 'name' | 'parameters'> &
	Partial<INode> & { is?: INodeType | IVersionedNodeType };

/** The credential of a node that sends through n8n's helper. */
export const credentials = { crmMessagingApi: { id: '1', name: 'CRM Messaging' } };

/** Nodes in a row, run by the real n8n-core; the items are the first one's input. */
export function workflowInRow(nodes: BenchNode[], { service, loaded }: Setting): Prepare {
	const complete = nodes.map(({ is: _, ...node }, index): INode => ({
		id: `00000000-0000-4000-8000-00000000000${index}`,
		type: `bench.${node.name}`,
		typeVersion: 1,
		position: [index * 200, 0],
		...node,
	}));
	const own = nodes.flatMap(({ is }, index) =>
		is ? [[complete[index]!.type, is] as [string, typeof is]] : [],
	);
	const nodeTypes = new TestNodeTypes(loaded.nodeTypes, own);
	const json = workflowOf(complete, {}, inRow(complete).connections);
	const stored = new Map([['crmMessagingApi', { baseUrl: service, ...account }]]);
	const additionalData = additionalDataFor(
		new TestCredentials(loaded.credentialTypes, stored),
		'http://127.0.0.1',
	);
	return (items) => {
		const workflow = new Workflow({ ...structuredClone(json), nodeTypes });
		const main = [items.map((item) => ({ json: item }))];
		const node = workflow.getNode(complete[0]!.name)!;
		const data = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
		});
		return async () => {
			const hooks = new ExecutionLifecycleHooks('trigger', '1', json);
			const additional = { ...additionalData, executionId: '1', hooks };
			const engine = new WorkflowExecute(additional, 'trigger', data);
			const run = await engine.processRunExecutionData(workflow);
			if (run.status !== 'success') {
				throw run.data.resultData.error ?? new Error(`The execution ended: ${run.status}`);
			}
		};
	};
}
