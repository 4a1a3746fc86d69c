import {
	NodeHelpers,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';

/** The node that provides the items of the node under test. */
export const INPUT_TYPE = 'test.input';
/** A node that passes its items on. */
export const PASS_ON_TYPE = 'test.passOn';

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
		for (const source of sources) {
			for (const [name, type] of source) this.types.set(name, type);
		}
	}

	getByName(name: string): INodeType | IVersionedNodeType {
		const type = this.types.get(name);
		if (!type) {
			throw new Error(`The engine harness has no node type "${name}": give it in nodeTypes`);
		}
		return type;
	}

	getByNameAndVersion(name: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(name), version);
	}

	getKnownTypes(): IDataObject {
		return {};
	}
}
