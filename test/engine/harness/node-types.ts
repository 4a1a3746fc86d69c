import {
	NodeHelpers,
	type IDataObject,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { standInNodes } from './stand-in-nodes';

/** The node types an execution can use: the package's, small ones and a test's own. */
export class TestNodeTypes implements INodeTypes {
	private readonly types: Map<string, INodeType | IVersionedNodeType>;

	constructor(...sources: Array<Iterable<[string, INodeType | IVersionedNodeType]>>) {
		this.types = new Map(standInNodes());
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
		return Object.fromEntries([...this.types.keys()].map((name) => [name, {}]));
	}
}
