import { LoadOptionsContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeListSearchResult,
	INodeType,
	IWorkflowExecuteAdditionalData,
	ResourceMapperFields,
	Workflow,
} from 'n8n-workflow';
import { evaluating } from './expression-engine';
import type { TestNode } from './node-under-test';

/** The node in the editor, as far as the person has filled it in. */
export interface EditorOptions {
	node: TestNode;
	credential?: IDataObject;
	/** Path of the parameter that asks, e.g. `parameters.contacts.fields`. */
	path?: string;
}

/** The editor's calls while a person edits a node. */
export interface EditorCalls {
	listSearch(
		method: string,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult>;
	resourceMapping(method: string): Promise<ResourceMapperFields>;
}

/** Calls `methods` of a node type in n8n-core's LoadOptionsContext, as n8n's server does. */
export function editorCalls(
	type: INodeType,
	workflow: Workflow,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
	path = 'parameters',
): EditorCalls {
	const context = (): LoadOptionsContext =>
		new LoadOptionsContext(
			workflow,
			node,
			{ ...additionalData, currentNodeParameters: node.parameters },
			path,
		);
	function method<Kind extends keyof NonNullable<INodeType['methods']>>(
		kind: Kind,
		name: string,
	): NonNullable<NonNullable<INodeType['methods']>[Kind]>[string] {
		const found = type.methods?.[kind]?.[name];
		if (!found) throw new Error(`${type.description.name} has no methods.${kind}.${name}`);
		return found as NonNullable<NonNullable<INodeType['methods']>[Kind]>[string];
	}
	const opened = <T>(call: () => Promise<T>): Promise<T> => evaluating(workflow, call);
	return {
		listSearch: (name, filter, paginationToken) =>
			opened(() => method('listSearch', name).call(context(), filter, paginationToken)),
		resourceMapping: (name) => opened(() => method('resourceMapping', name).call(context())),
	};
}
