import { join } from 'node:path';
import { LazyPackageDirectoryLoader } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import pLimit from 'p-limit';
import { serverFolder } from '../playground/n8n/cache-folder';
import { simpleNode } from '../test/engine/harness/node-types';
import { requestsOf } from './workloads/workload';
import type { Body, Workload } from './workloads/workload';
import { credentials, workflowInRow } from './workflow';
import type { BenchNode, MakeContender, Setting } from './workflow';

/** Requests in parallel of this node at first, and of the contenders that send the same batches. */
const usualParallel = 5;

function nodeOf(name: string, work: Parameters<typeof simpleNode>[1]): BenchNode {
	const is = simpleNode(name, work, {
		credentials: [{ name: 'crmMessagingApi', required: false }],
	});
	return { name, parameters: {}, credentials, is };
}

/**
 * Does what a hand-written Code node does: makes the body of each request. n8n 2 runs Code nodes in a
 * task runner, to which all items travel and back; this one runs inside n8n.
 */
const batchingNode = (workload: Workload): BenchNode =>
	nodeOf('Batch', async (context) => {
		const items = context.getInputData().map(({ json }) => json);
		return requestsOf(items, workload).map((part) => ({
			json: { body: JSON.stringify(workload.body(part)) },
			pairedItem: { item: 0 },
		}));
	});

/**
 * The least a node can do: sends the same batches through n8n's helper, returns each entry with its
 * result, linked to its item, and checks nothing.
 */
const floorNode = (workload: Workload): BenchNode =>
	nodeOf('Floor', async (context) => {
		const { baseUrl } = await context.getCredentials('crmMessagingApi');
		const url = `${baseUrl as string}${workload.path}`;
		const headers = { 'content-type': 'application/json' };
		const parts = requestsOf(context.getInputData(), workload).map((part) =>
			workload.body(part.map(({ json }) => json)),
		);
		const send = async (part: Body): Promise<Answer> => {
			const body = Buffer.from(JSON.stringify(part));
			return (await context.helpers.httpRequestWithAuthentication.call(
				context,
				'crmMessagingApi',
				{ method: 'POST', url, headers, body, json: true },
			)) as Answer;
		};
		const limit = pLimit(usualParallel);
		const answers = await Promise.all(parts.map((part) => limit(send, part)));
		return parts
			.flatMap((part, at) => entriesWithResults(part, answers[at]!))
			.map((json, item) => ({ json, pairedItem: { item } }));
	});

/** A result for each delivery, in the order of the deliveries, or one bulk job. */
interface Answer {
	deliveries?: IDataObject[];
	bulk?: IDataObject;
}

function entriesWithResults(body: Body, { deliveries, bulk }: Answer): IDataObject[] {
	const entries = body.deliveries ?? body.contacts ?? [];
	return entries.map((entry, at) =>
		Object.assign(entry, deliveries?.[at] ?? { bulk_id: bulk?._id }),
	);
}

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

const floor: MakeContender = (setting) => workflowInRow([floorNode(setting.workload)], setting);

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
		const send = async (part: IDataObject[]): Promise<unknown> => {
			const body = JSON.stringify(workload.body(part));
			const answer = await fetch(url, { method: 'POST', headers, body });
			if (!answer.ok) throw new Error(`The service answered ${answer.status}`);
			return await answer.json();
		};
		const limit = pLimit(usualParallel);
		await Promise.all(requestsOf(items, workload).map((part) => limit(send, part)));
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
	// A text crosses into the expression engine and back faster than an object does.
	const body = {
		contentType: 'raw',
		rawContentType: 'application/json',
		body: '={{ $json.body }}',
	};
	return workflowInRow([batchingNode(setting.workload), httpRequest(setting, body)], setting);
};

/** The ways to send a workload's items to the service, each with its title in a table. */
export const contenders = {
	node: { title: 'This node', make: thisNode(usualParallel) },
	node20: { title: 'This node, 20 in parallel', make: thisNode(20) },
	floor: { title: 'Floor', make: floor },
	plain: { title: 'Plain client', make: plain },
	batched: { title: 'Code + HTTP Request', make: batched },
	single: { title: 'HTTP Request, one per item', make: single },
} satisfies Record<string, { title: string; make: MakeContender }>;

export type ContenderName = keyof typeof contenders;
