/** The ways to send a workload: nodes in a row, run by the real n8n-core. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ExecutionLifecycleHooks, LazyPackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, NodeHelpers, Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { serverFolder } from '../playground/n8n/cache-folder.cjs';
import type { LoadedPackage } from '../test/engine/harness/n8n';
import {
	inRow,
	nodeOfType,
	simpleNode,
	TestNodeTypes,
	workflowOf,
} from '../test/engine/harness/nodes';
import { surroundings } from '../test/engine/harness/surroundings';
import { account, type Workload } from './workloads';

/** Entries in one request. */
const perRequest = 1000;

/** The data, the address of the mock service, and the package as n8n loads it. */
export interface Setting {
	workload: Workload;
	service: string;
	loaded: LoadedPackage;
}

/** Makes ready to send items; the run that it returns is what is timed. */
export type Prepare = (items: IDataObject[]) => () => Promise<void>;

const credentialName = 'crmMessagingApi';
const credentials = { [credentialName]: { id: '1', name: 'CRM Messaging' } };

/** Makes a workflow of nodes in a row ready. @param types those that the package doesn't have */
function inOrder(
	nodes: Array<Partial<INode> & Pick<INode, 'name' | 'type'>>,
	{ service, loaded }: Setting,
	types: Array<[string, INodeType | IVersionedNodeType]> = [],
): Prepare {
	const complete = nodes.map((node) => ({ ...nodeOfType(node.type), ...node }));
	const nodeTypes = new TestNodeTypes(loaded.nodeTypes, types);
	const json = workflowOf(complete, {}, inRow(complete).connections);
	const credential = { baseUrl: service, ...account };
	const around = surroundings(loaded.credentialTypes, credential, 'http://127.0.0.1');
	return (items) => {
		const workflow = new Workflow({ ...structuredClone(json), nodeTypes });
		const main = [items.map((item) => ({ json: item }))];
		const node = workflow.getNode(complete[0]!.name)!;
		const data = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
		});
		return async () => {
			const hooks = new ExecutionLifecycleHooks('trigger', '1', json);
			const additional = { ...around, executionId: randomUUID(), hooks };
			const execution = new WorkflowExecute(additional, 'trigger', data);
			const { status, data: ran } = await execution.processRunExecutionData(workflow);
			if (status === 'success') return;
			throw ran.resultData.error ?? new Error(`The execution ended: ${status}`);
		};
	};
}

function thisNode(setting: Setting): Prepare {
	const { parameters } = setting.workload;
	const type = `${setting.loaded.name}.crmMessaging`;
	return inOrder([{ name: 'CRM Messaging', type, parameters, credentials }], setting);
}

/**
 * The nodes a person would use instead: a Code node that makes the bodies, and n8n's own HTTP Request. n8n
 * runs code in a task runner, to which all items travel and back, but this one runs inside n8n.
 */
function codeAndHttpRequest(setting: Setting): Prepare {
	const { workload, service } = setting;
	const code = simpleNode('Batch', async (context) => {
		const items = context.getInputData().map(({ json }) => json);
		const count = Math.ceil(items.length / perRequest);
		return Array.from({ length: count }, (_, at) => {
			const batch = items.slice(at * perRequest, (at + 1) * perRequest);
			const body = JSON.stringify(workload.body(batch));
			return { json: { body }, pairedItem: { item: 0 } };
		});
	});
	const loader = new LazyPackageDirectoryLoader(
		join(serverFolder(), 'node_modules', 'n8n-nodes-base'),
	);
	loader.loadNodeFromFile('dist/nodes/HttpRequest/HttpRequest.node.js');
	const { type: is } = loader.nodeTypes.httpRequest!;
	const request = {
		name: 'HTTP Request',
		type: 'bench.httpRequest',
		typeVersion: NodeHelpers.getVersionedNodeType(is).description.defaultVersion ?? 4.2,
		parameters: {
			method: 'POST',
			url: service + workload.path,
			// A credential would cost it more.
			sendHeaders: true,
			headerParameters: {
				parameters: [{ name: 'Authorization', value: `Token token=${workload.secret}` }],
			},
			sendBody: true,
			// A text crosses into the expression engine and back faster than an object does.
			contentType: 'raw',
			rawContentType: 'application/json',
			body: '={{ $json.body }}',
		},
	};
	const batch = { name: 'Batch', type: 'bench.batch' };
	return inOrder([batch, request], setting, [
		[batch.type, code],
		[request.type, is],
	]);
}

/** Each by its title in a table. */
export const contenders = {
	'Code + HTTP Request': codeAndHttpRequest,
	'This node': thisNode,
};
