import { NodeHelpers } from 'n8n-workflow';
import type { IDataObject, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { passOnNode, standInNodes } from './stand-in-nodes';

/** The node types an execution can use: the package's, the stand-ins and a test's own. */
export class TestNodeTypes implements INodeTypes {
	private readonly types: Map<string, INodeType | IVersionedNodeType>;

	constructor(...sources: Array<Iterable<[string, INodeType | IVersionedNodeType]>>) {
		this.types = new Map(standInNodes());
		for (const source of sources) {
			for (const [name, type] of source) this.types.set(name, type);
		}
	}

	/** Nodes with pinned data never run, so a type that is not installed here will do for them. */
	allowPinned(typeNames: string[]): void {
		for (const name of typeNames) {
			if (!this.types.has(name)) this.types.set(name, passOnNode(name));
		}
	}

	getByName(name: string): INodeType | IVersionedNodeType {
		const type = this.types.get(name);
		if (!type) {
			throw new Error(
				`The engine harness has no node type "${name}": pin the node's data, or give the type in nodeTypes`,
			);
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
