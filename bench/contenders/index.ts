import { join } from 'node:path';
import { LazyPackageDirectoryLoader } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters } from 'n8n-workflow';
import { serverFolder } from '../../playground/n8n/cache-folder';
import { requestsOf } from '../workloads/workload';
import { credentials, workflowInRow } from './contender';
import type { BenchNode, MakeContender, Setting } from './contender';
import { batchingNode, floorNode, inParallel, usualParallel } from './nodes';

/** This package's node, with a number of requests in parallel. */
function thisNode(parallelRequests: number): MakeContender {
	return (setting) => {
		const { parameters } = setting.workload;
		const options = { ...(parameters.options as object), batching: { parallelRequests } };
		const node: BenchNode = {
			name: 'CRM Messaging',
			type: `${setting.loaded.name}.crmMessaging`,
			parameters: { ...parameters, options },
			credentials,
		};
		return workflowInRow([node], setting);
	};
}

const floor: MakeContender = (setting) => {
	const node = { name: 'Floor', parameters: {}, credentials, is: floorNode(setting.workload) };
	return workflowInRow([node], setting);
};

/** A program that knows its items and sends them in the same batches by `fetch`. */
const plain: MakeContender =
	({ workload, service }) =>
	(items) =>
	async () => {
		const headers = {
			'content-type': 'application/json',
			authorization: `Token token=${workload.secret}`,
		};
		const url = service + workload.path;
		await inParallel(requestsOf(items, workload), usualParallel, async (part) => {
			const body = JSON.stringify(workload.body(part));
			const answer = await fetch(url, { method: 'POST', headers, body });
			if (!answer.ok) throw new Error(`The service answered ${answer.status}`);
			return (await answer.json()) as unknown;
		});
	};

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

const single: MakeContender = (setting) => {
	const { itemBody: jsonBody } = setting.workload;
	const body = { contentType: 'json', specifyBody: 'json', jsonBody };
	return workflowInRow([httpRequest(setting, body)], setting);
};

const batched: MakeContender = (setting) => {
	const batch = { name: 'Batch', parameters: {}, is: batchingNode(setting.workload) };
	// A text crosses into the expression engine and back faster than an object does.
	const body = {
		contentType: 'raw',
		rawContentType: 'application/json',
		body: '={{ $json.body }}',
	};
	return workflowInRow([batch, httpRequest(setting, body)], setting);
};

/** The ways to send a workload's items to the service. */
export const contenders = {
	node: thisNode(usualParallel),
	node20: thisNode(20),
	before: thisNode(usualParallel),
	floor,
	plain,
	batched,
	single,
} satisfies Record<string, MakeContender>;

export type ContenderName = keyof typeof contenders;

/** As a table calls them. */
export const contenderTitles: Record<ContenderName, string> = {
	node: 'This node',
	node20: 'This node, 20 in parallel',
	before: 'This node before',
	floor: 'Floor',
	plain: 'Plain client',
	batched: 'Code + HTTP Request',
	single: 'HTTP Request, one per item',
};
