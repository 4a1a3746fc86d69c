import type { INode, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { additionalDataFor } from '../../test/engine/harness/additional-data';
import { execute } from '../../test/engine/harness/execution';
import type { Execution } from '../../test/engine/harness/execution';
import type { LoadedPackage } from '../../test/engine/harness/loaded-package';
import { TestNodeTypes } from '../../test/engine/harness/node-types';
import { workflowOf } from '../../test/engine/harness/node-under-test';
import { startDataOf } from '../../test/engine/harness/start-data';
import { TestCredentials } from '../../test/engine/harness/test-credentials';
import { account } from '../workloads/workload';
import type { BenchNode, Prepare } from './contender';

/** What n8n has installed, and where its service is. */
export interface Installed {
	loaded: LoadedPackage;
	nodeTypes: Iterable<[string, INodeType | IVersionedNodeType]>;
	sinkUrl: string;
}

/** A workflow of nodes in a row in the real n8n-core; the items are the first one's input. */
export function workflowInRow(nodes: BenchNode[], installed: Installed): Prepare {
	const credential = { baseUrl: installed.sinkUrl, ...account };
	const json = workflowOf(nodes.map(complete), {}, inRow(nodes));
	const nodeTypes = new TestNodeTypes(installed.loaded.nodeTypes, installed.nodeTypes);
	return async (items) => {
		const execution: Execution = {
			id: '1',
			json,
			nodeTypes,
			additionalData: additionalDataFor(
				new TestCredentials(
					installed.loaded.credentialTypes,
					new Map([['crmMessagingApi', credential]]),
				),
				'http://127.0.0.1',
			),
			mode: 'trigger',
			observe: nodes.at(-1)?.name,
		};
		const data = startDataOf(execution, { start: { node: nodes[0]!.name, items } });
		const [begun] = data.executionData?.nodeExecutionStack ?? [];
		return {
			input: begun?.data.main?.[0] ?? [],
			async start() {
				const run = await execute(execution, data);
				if (run.status !== 'success') throw run.error ?? new Error(run.status);
				return { output: run, nodeMilliseconds: run.milliseconds };
			},
		};
	};
}

function complete(node: BenchNode, index: number): INode {
	return {
		id: `00000000-0000-4000-8000-00000000000${index + 1}`,
		typeVersion: 1,
		position: [index * 200, 0],
		...node,
		parameters: structuredClone(node.parameters),
	};
}

function inRow(nodes: BenchNode[]): ReturnType<typeof workflowOf>['connections'] {
	return Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, index) => [
				nodes[index]!.name,
				{ main: [[{ node: name, type: 'main', index: 0 }]] },
			]),
	);
}
