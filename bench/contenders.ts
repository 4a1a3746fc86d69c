import { ExecutionLifecycleHooks, LazyPackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeParameters,
	INodeType,
	IVersionedNodeType,
} from 'n8n-workflow';
import { join } from 'node:path';
import { serverFolder } from '../playground/n8n/cache-folder.cjs';
import { additionalDataFor } from '../test/engine/harness/additional-data';
import type { LoadedPackage } from '../test/engine/harness/loaded-package';
import { simpleNode, TestNodeTypes } from '../test/engine/harness/node-types';
import { inRow, nodeOfType, workflowOf } from '../test/engine/harness/node-under-test';
import { TestCredentials } from '../test/engine/harness/test-credentials';
import { account, type Workload } from './workloads';

/** Makes ready to send items, which are in memory by then; the run it returns is what is timed. */
export type Prepare = (items: IDataObject[]) => () => Promise<void>;

/** The parts of a contender. */
export interface Setting {
	workload: Workload;
	/** Address of the mock service. */
	service: string;
	/** This package, as n8n loads it. */
	loaded: LoadedPackage;
}

type BenchNode = Pick<INode, 'name' | 'parameters'> &
	Partial<INode> & { is?: INodeType | IVersionedNodeType };

const credentialName = 'crmMessagingApi';
const credentials = { [credentialName]: { id: '1', name: 'CRM Messaging' } };

const typeOf = ({ name }: { name: string }): string => `bench.${name}`;

/** Nodes in a row, run by the real n8n-core; the items are the first one's input. */
function workflowInRow(nodes: BenchNode[], { service, loaded }: Setting): Prepare {
	const complete = nodes.map(({ is: _, ...node }) => ({
		...nodeOfType(typeOf(node), node.name),
		...node,
	}));
	const own = nodes.flatMap(({ is, name }) =>
		is ? [[typeOf({ name }), is] as [string, typeof is]] : [],
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
			const engine = new WorkflowExecute(additional, 'trigger', data);
			const run = await engine.processRunExecutionData(workflow);
			if (run.status !== 'success') {
				throw run.data.resultData.error ?? new Error(`The execution ended: ${run.status}`);
			}
		};
	};
}

/** This package's node as it is by default. */
function thisNode(setting: Setting): Prepare {
	const { parameters } = setting.workload;
	const type = `${setting.loaded.name}.crmMessaging`;
	return workflowInRow([{ name: 'CRM Messaging', type, parameters, credentials }], setting);
}

/** Cuts items into the bodies of requests. */
function bodiesOf(items: readonly IDataObject[], { body, perRequest }: Workload): IDataObject[] {
	const count = Math.ceil(items.length / perRequest);
	return Array.from({ length: count }, (_, index) =>
		body(items.slice(index * perRequest, (index + 1) * perRequest)),
	);
}

function nodeOf(name: string, work: Parameters<typeof simpleNode>[1]): BenchNode {
	const own = { credentials: [{ name: credentialName, required: false }] };
	return { name, parameters: {}, credentials, is: simpleNode(name, work, own) };
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
			const answer = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				credentialName,
				{
					method: 'POST',
					url: service + workload.path,
					headers: { 'content-type': 'application/json' },
					body: Buffer.from(JSON.stringify(body)),
					json: true,
				},
			)) as IDataObject;
			const entries = (body.deliveries ?? body.contacts) as IDataObject[];
			const results = answer.deliveries as IDataObject[] | undefined;
			return entries.map((entry, at) =>
				Object.assign(entry, results?.[at] ?? { bulk_id: answer._id }),
			);
		};
		const sent = await Promise.all(bodiesOf(items, workload).map(send));
		return sent.flat().map((json, item) => ({ json, pairedItem: { item } }));
	});
	return workflowInRow([node], setting);
}

/** n8n's own HTTP Request node, out of the server that the playground runs. Its secret is a plain header: a credential would cost it more. */
function httpRequest({ workload, service }: Setting, body: INodeParameters): BenchNode {
	const folder = join(serverFolder(), 'node_modules', 'n8n-nodes-base');
	const loader = new LazyPackageDirectoryLoader(folder);
	loader.loadNodeFromFile('dist/nodes/HttpRequest/HttpRequest.node.js');
	const { type: is } = loader.nodeTypes.httpRequest!;
	const header = { name: 'Authorization', value: `Token token=${workload.secret}` };
	return {
		name: 'HTTP Request',
		is,
		typeVersion: NodeHelpers.getVersionedNodeType(is).description.defaultVersion ?? 4.2,
		parameters: {
			method: 'POST',
			url: service + workload.path,
			sendHeaders: true,
			specifyHeaders: 'keypair',
			headerParameters: { parameters: [header] },
			sendBody: true,
			...body,
		},
	};
}

/**
 * The nodes a person would use instead. A Code node makes the body of each request; n8n 2 runs it in a task
 * runner, to which all items travel and back, but this one runs inside n8n.
 */
function batched(setting: Setting): Prepare {
	const code = nodeOf('Batch', async (context) => {
		const items = context.getInputData().map(({ json }) => json);
		return bodiesOf(items, setting.workload).map((body) => ({
			json: { body: JSON.stringify(body) },
			pairedItem: { item: 0 },
		}));
	});
	// A text crosses into the expression engine and back faster than an object does.
	const body = {
		contentType: 'raw',
		rawContentType: 'application/json',
		body: '={{ $json.body }}',
	};
	return workflowInRow([code, httpRequest(setting, body)], setting);
}

function single(setting: Setting): Prepare {
	const { itemBody: jsonBody } = setting.workload;
	const body = { contentType: 'json', specifyBody: 'json', jsonBody };
	return workflowInRow([httpRequest(setting, body)], setting);
}

/** The ways to send a workload's items to the service, each with its title in a table. */
export const contenders = {
	node: { title: 'This node', make: thisNode },
	before: { title: 'Before', make: thisNode },
	floor: { title: 'Floor', make: floor },
	batched: { title: 'Code + HTTP Request', make: batched },
	single: { title: 'HTTP Request, one per item', make: single },
} satisfies Record<string, { title: string; make: (setting: Setting) => Prepare }>;

export type ContenderName = keyof typeof contenders;
