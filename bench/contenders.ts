/** The ways to send a workload: nodes in a row, run by the real n8n-core. */
import { join } from 'node:path';
import { ExecutionLifecycleHooks, LazyPackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, NodeHelpers, Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { serverFolder } from '../playground/n8n/cache-folder.cjs';
import { additionalDataFor } from '../test/engine/harness/additional-data';
import type { LoadedPackage } from '../test/engine/harness/loaded-package';
import { inRow, nodeOfType, workflowOf } from '../test/engine/harness/node-under-test';
import { simpleNode, TestNodeTypes } from '../test/engine/harness/node-types';
import { TestCredentials } from '../test/engine/harness/test-credentials';
import { account, type Workload } from './workloads';

/** Entries in one request. */
const perRequest = 1000;

type BenchNode = Partial<INode> &
	Pick<INode, 'name' | 'parameters'> & { is?: INodeType | IVersionedNodeType };

/** The data, the address of the mock service, and the package as n8n loads it. */
interface Setting {
	workload: Workload;
	service: string;
	loaded: LoadedPackage;
}

const credentialName = 'crmMessagingApi';
const credentials = { [credentialName]: { id: '1', name: 'CRM Messaging' } };

/** Makes ready to send items; the run that it returns is what is timed. */
type Prepare = (items: IDataObject[]) => () => Promise<void>;

function workflowInRow(nodes: BenchNode[], { service, loaded }: Setting): Prepare {
	const typeOf = (name: string) => `bench.${name}`;
	const complete = nodes.map(({ is: _, ...node }) => ({
		...nodeOfType(typeOf(node.name), node.name),
		...node,
	}));
	const own = nodes.flatMap(({ is, name }): Array<[string, NonNullable<typeof is>]> =>
		is ? [[typeOf(name), is]] : [],
	);
	const nodeTypes = new TestNodeTypes(loaded.nodeTypes, own);
	const json = workflowOf(complete, {}, inRow(complete).connections);
	const stored = new Map([[credentialName, { baseUrl: service, ...account }]]);
	const helper = new TestCredentials(loaded.credentialTypes, stored);
	const surroundings = additionalDataFor(helper, 'http://127.0.0.1');
	return (items) => {
		const workflow = new Workflow({ ...structuredClone(json), nodeTypes });
		const main = [items.map((item) => ({ json: item }))];
		const node = workflow.getNode(complete[0]!.name)!;
		const data = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
		});
		return async () => {
			const hooks = new ExecutionLifecycleHooks('trigger', '1', json);
			const additional = { ...surroundings, executionId: '1', hooks };
			const run = await new WorkflowExecute(
				additional,
				'trigger',
				data,
			).processRunExecutionData(workflow);
			if (run.status !== 'success') {
				throw run.data.resultData.error ?? new Error(`The execution ended: ${run.status}`);
			}
		};
	};
}

function bodiesOf(items: readonly IDataObject[], { body }: Workload): IDataObject[] {
	const count = Math.ceil(items.length / perRequest);
	return Array.from({ length: count }, (_, at) =>
		body(items.slice(at * perRequest, (at + 1) * perRequest)),
	);
}

const nodeOf = (name: string, work: Parameters<typeof simpleNode>[1]): BenchNode => {
	const own = { credentials: [{ name: credentialName, required: false }] };
	return { name, parameters: {}, credentials, is: simpleNode(name, work, own) };
};

function thisNode(setting: Setting): Prepare {
	const type = `${setting.loaded.name}.crmMessaging`;
	const { parameters } = setting.workload;
	return workflowInRow([{ name: 'CRM Messaging', type, parameters, credentials }], setting);
}

/**
 * The least a node can do: sends the same batches through n8n's helper, returns each entry with its
 * result, linked to its item, and checks nothing.
 */
function floor(setting: Setting): Prepare {
	const { workload, service } = setting;
	const node = nodeOf('Floor', async (context) => {
		const items = context.getInputData().map(({ json }) => json);
		const send = async (body: IDataObject): Promise<IDataObject[]> => {
			const { httpRequestWithAuthentication: request } = context.helpers;
			const answered = (await request.call(context, credentialName, {
				method: 'POST',
				url: service + workload.path,
				headers: { 'content-type': 'application/json' },
				body: Buffer.from(JSON.stringify(body)),
				json: true,
			})) as IDataObject;
			const entries = (body.deliveries ?? body.contacts) as IDataObject[];
			const results = (answered.deliveries as IDataObject[] | undefined)?.flat();
			return entries.map((entry, at) =>
				Object.assign(entry, results?.[at] ?? { bulk_id: answered._id }),
			);
		};
		const sent = await Promise.all(bodiesOf(items, workload).map(send));
		return sent.flat().map((json, item) => ({ json, pairedItem: { item } }));
	});
	return workflowInRow([node], setting);
}

/**
 * The nodes a person would use instead: a Code node that makes the bodies, and n8n's own HTTP Request. n8n
 * runs code in a task runner, to which all items travel and back, but this one runs inside n8n.
 */
function codeAndHttpRequest(setting: Setting): Prepare {
	const { workload, service } = setting;
	const code = nodeOf('Batch', async (context) => {
		const items = context.getInputData().map(({ json }) => json);
		return bodiesOf(items, workload).map((body) => ({
			json: { body: JSON.stringify(body) },
			pairedItem: { item: 0 },
		}));
	});
	const loader = new LazyPackageDirectoryLoader(
		join(serverFolder(), 'node_modules', 'n8n-nodes-base'),
	);
	loader.loadNodeFromFile('dist/nodes/HttpRequest/HttpRequest.node.js');
	const { type: is } = loader.nodeTypes.httpRequest!;
	const request: BenchNode = {
		name: 'HTTP Request',
		is,
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
	return workflowInRow([code, request], setting);
}

/** Each by its title in a table. */
export const contenders = {
	Floor: floor,
	'Code + HTTP Request': codeAndHttpRequest,
	'This node': thisNode,
};
