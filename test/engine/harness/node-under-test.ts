import type {
	ICredentialType,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IWorkflowBase,
	IWorkflowSettings,
} from 'n8n-workflow';
import type { WorkflowRunOptions } from './execution';
import { INPUT_TYPE } from './stand-in-nodes';

/** Name of the node that gives the items, e.g. for `$('Input')` in an expression. */
export const INPUT_NODE = 'Input';
/** Name of the node under test. */
export const NODE_UNDER_TEST = 'Node under test';

/** A node as a test describes it. */
export interface TestNode {
	/** Short name in the package, or the full name of a type given in `nodeTypes`. */
	type?: string;
	typeVersion?: number;
	parameters: IDataObject;
	onError?: INode['onError'];
	retryOnFail?: boolean;
	maxTries?: number;
	/** Milliseconds; n8n's own default is 1000, and 0 counts as not given. */
	waitBetweenTries?: number;
	/** If they aren't those its type asks for. */
	credentials?: INode['credentials'];
}

/** One node, and what it receives. */
export interface NodeRunOptions extends Omit<WorkflowRunOptions, 'start' | 'observe'> {
	/** Items (`{ json, … }`) or their `json` alone; without any, one empty item. */
	items?: Array<INodeExecutionData | IDataObject>;
	node: TestNode;
	settings?: IWorkflowSettings;
}

/** A node's id is part of a callback's address while it waits. */
export const NODE_ID = '00000000-0000-4000-8000-000000000002';

/** The credentials a node of this type is saved with. */
export function credentialsFor(
	type: INodeType,
	known: Map<string, ICredentialType>,
): INode['credentials'] {
	const names = (type.description.credentials ?? []).map(({ name }) => name);
	return Object.fromEntries(
		names
			.filter((name) => known.has(name))
			.map((name) => [name, { id: '1', name: known.get(name)!.displayName }]),
	);
}

/** A node of a workflow, from a test's description of it. */
export function nodeOf(test: TestNode, fullType: string, version: number): INode {
	return {
		...test,
		id: NODE_ID,
		name: NODE_UNDER_TEST,
		type: fullType,
		typeVersion: test.typeVersion ?? version,
		position: [200, 0],
		parameters: test.parameters as INodeParameters,
	};
}

/** A workflow from nodes and nothing else. */
export function workflowOf(
	nodes: INode[],
	settings: IWorkflowSettings = {},
	connections: IWorkflowBase['connections'] = {},
): IWorkflowBase {
	return {
		id: 'workflow',
		name: 'Engine test',
		active: true,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		activeVersionId: null,
		nodes,
		connections,
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** Nodes in a row; the last one may lead back to one of them. */
export function inRow(nodes: INode[], back?: string): Pick<IWorkflowBase, 'nodes' | 'connections'> {
	const connections: IWorkflowBase['connections'] = {};
	nodes.forEach(({ name }, at) => {
		const node = nodes[at + 1]?.name ?? back;
		connections[name] = { main: [node ? [{ node, type: 'main', index: 0 }] : []] };
	});
	return { nodes, connections };
}

/** A node of a row that needs no more than its type. */
export function nodeOfType(type: string, name = type): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

/** *Input* → the node under test. */
export function workflowAround(node: INode, settings?: IWorkflowSettings): IWorkflowBase {
	const { nodes, connections } = inRow([nodeOfType(INPUT_TYPE, INPUT_NODE), node]);
	return workflowOf(nodes, settings, connections);
}

/** Items from what a test gives: an object with an object `json` is an item, any other its `json`. */
export function itemsOf(given: Array<INodeExecutionData | IDataObject>): INodeExecutionData[] {
	return given.map((value) => {
		const isItem = typeof value.json === 'object' && value.json !== null;
		return structuredClone(isItem ? value : { json: value }) as INodeExecutionData;
	});
}
