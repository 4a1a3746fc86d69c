import {
	NodeHelpers,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	type IVersionedNodeType,
	type IWorkflowBase,
	type IWorkflowSettings,
} from 'n8n-workflow';

/** The node that provides the items of the node under test. */
export const INPUT_TYPE = 'test.input';
/** A node that passes its items on. */
export const PASS_ON_TYPE = 'test.passOn';

/** Name of the node that provides the items, e.g. for `$('Input')` in an expression. */
export const INPUT_NODE = 'Input';
/** Name of the node under test. */
export const NODE_UNDER_TEST = 'Node under test';

/** The ID in the URL of every trigger. */
export const webhookId = 'd1a2b3c4-0000-4000-8000-000000000001';

/** A node as a test describes it. */
export interface TestNode {
	/** Short name in the package, or the full name of a type given in `nodeTypes`. */
	type?: string;
	parameters: IDataObject;
	onError?: INode['onError'];
	retryOnFail?: boolean;
	maxTries?: number;
	/** Milliseconds; n8n's own default is 1000, and 0 means the default. */
	waitBetweenTries?: number;
	/** By default, the ones that its type requires. */
	credentials?: INode['credentials'];
}

/** Passes items on, each paired with the one it came from. */
async function passOn(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return context.getInputData().map((item, index) => ({ ...item, pairedItem: { item: index } }));
}

/**
 * A small real node type.
 *
 * @param work what one run does: by default, it passes its items on
 * @param more other parts of its description
 */
export function simpleNode(
	displayName: string,
	work = passOn,
	more: Partial<INodeTypeDescription> = {},
): INodeType {
	return {
		description: {
			displayName,
			name: displayName,
			group: ['transform'],
			version: 1,
			description: 'A node of a test',
			defaults: { name: displayName },
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
			...more,
		},
		async execute() {
			return [await work(this)];
		},
	};
}

/** The node types an execution can use: the package's, small ones and a test's own. */
export class TestNodeTypes implements INodeTypes {
	private readonly types = new Map<string, INodeType | IVersionedNodeType>(
		[INPUT_TYPE, PASS_ON_TYPE].map((type) => [type, simpleNode(type)]),
	);

	constructor(...sources: Array<Iterable<[string, INodeType | IVersionedNodeType]>>) {
		for (const [name, type] of sources.flatMap((source) => [...source]))
			this.types.set(name, type);
	}

	getByName(name: string): INodeType | IVersionedNodeType {
		const type = this.types.get(name);
		if (!type) throw new Error(`No node type "${name}": name it in nodeTypes`);
		return type;
	}

	getByNameAndVersion(name: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(name), version);
	}

	getKnownTypes(): IDataObject {
		return {};
	}
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
