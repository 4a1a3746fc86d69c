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
}

/** The editor's calls while a person edits a node. */
export interface EditorCalls {
	listSearch(method: string, filter?: string): Promise<INodeListSearchResult>;
	resourceMapping(method: string): Promise<ResourceMapperFields>;
}

/** Calls `methods` of a node type in n8n-core's LoadOptionsContext, as n8n's server does. */
export function editorCalls(
	{ methods = {} }: INodeType,
	workflow: Workflow,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
): EditorCalls {
	const { listSearch, resourceMapping } = methods;
	const surroundings = { ...additionalData, currentNodeParameters: node.parameters };
	const context = () => new LoadOptionsContext(workflow, node, surroundings, 'parameters');
	return {
		listSearch: (name, filter) =>
			evaluating(workflow, () => listSearch![name]!.call(context(), filter)),
		resourceMapping: (name) =>
			evaluating(workflow, () => resourceMapping![name]!.call(context())),
	};
}
