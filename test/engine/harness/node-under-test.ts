import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IWorkflowBase,
	IWorkflowSettings,
} from 'n8n-workflow';
import type { WorkflowRunOptions } from './execution';

/** Name of the node that provides the items, e.g. for `$('Input')` in an expression. */
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
	/** Milliseconds; n8n's own default is 1000, and 0 means the default. */
	waitBetweenTries?: number;
	/** By default, the ones that its type requires. */
	credentials?: INode['credentials'];
}

/** One node, and what it receives. */
export interface NodeRunOptions extends Omit<WorkflowRunOptions, 'start' | 'observe'> {
	/** Items (`{ json, … }`) or their `json` alone; without any, one empty item. */
	items?: Array<INodeExecutionData | IDataObject>;
	node: TestNode;
	settings?: IWorkflowSettings;
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
	nodes.forEach(({ name }, index) => {
		const node = nodes[index + 1]?.name ?? back;
		connections[name] = { main: [node ? [{ node, type: 'main', index: 0 }] : []] };
	});
	return { nodes, connections };
}

/** A node of a row, described by its type alone. */
export function nodeOfType(type: string, name = type): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

/** Items from a test's values: an object with an object `json` is an item, any other its `json`. */
export function itemsOf(values: Array<INodeExecutionData | IDataObject>): INodeExecutionData[] {
	return values.map((value) => {
		const isItem = typeof value.json === 'object' && value.json !== null;
		return structuredClone(isItem ? value : { json: value }) as INodeExecutionData;
	});
}
