import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import type { EngineRun, NodeRunOptions } from '../harness';
import { simpleNode } from '../harness/nodes';
import { EngineOfFile } from '../node-runner';

/** A probe's work as a node, called as often as n8n runs the node. */
export type Execute = (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;

export const PROBE = 'contract.probe';

/** A node as n8n passes it to code without an execution. */
export const node: INode = {
	id: '1',
	name: 'Probe',
	type: PROBE,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Runs small nodes in n8n-core, to see how n8n reacts to their code. */
export class Prober extends EngineOfFile {
	/** A node type with its own name that runs `execute`. */
	typeOf(execute: Execute, name = PROBE): Record<string, INodeType> {
		const type = simpleNode('Probe', execute, {
			name,
			credentials: [{ name: 'crmMessagingApi' }],
			properties: [
				{ displayName: 'Inner', name: 'inner', type: 'json', default: [] as never },
			],
		});
		return { [name]: type };
	}

	/** Runs one probe over one item. */
	async run(
		execute: Execute,
		node: Partial<NodeRunOptions['node']> = {},
		options: Partial<Omit<NodeRunOptions, 'node'>> = {},
	): Promise<EngineRun> {
		return await this.engine.run({
			nodeTypes: this.typeOf(execute, node.type),
			node: { type: PROBE, parameters: {}, ...node },
			...options,
		});
	}
}

/** No program listens there, and no test gets this port. */
export const closedAddress = 'http://127.0.0.1:1';
