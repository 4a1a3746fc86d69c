import { join } from 'node:path';
import { LazyPackageDirectoryLoader } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { serverFolder } from '../../playground/n8n/cache-folder';
import type { Workload } from '../workloads/workload';
import { batchingNode, batchingType } from './batching-node';
import type { BenchNode, MakeContender } from './contender';
import { workflowInRow } from './engine-workflow';
import { loadThisPackage } from './this-package';

/** n8n's own HTTP Request node, out of the n8n server that the playground runs. */
function loadHttpRequest(): INodeType | IVersionedNodeType {
	const folder = join(serverFolder(), 'node_modules', 'n8n-nodes-base');
	const loader = new LazyPackageDirectoryLoader(folder);
	loader.loadNodeFromFile('dist/nodes/HttpRequest/HttpRequest.node.js');
	return loader.nodeTypes.httpRequest!.type;
}

const type = 'n8n-nodes-base.httpRequest';

/** With its secret in a plain header: reading a credential for each item would cost it more. */
function httpRequestNode(
	{ path, secret }: Workload,
	sinkUrl: string,
	found: INodeType | IVersionedNodeType,
	body: INodeParameters,
): BenchNode {
	return {
		name: 'HTTP Request',
		type,
		typeVersion: NodeHelpers.getVersionedNodeType(found).description.defaultVersion ?? 4.2,
		parameters: {
			method: 'POST',
			url: sinkUrl + path,
			sendHeaders: true,
			specifyHeaders: 'keypair',
			headerParameters: {
				parameters: [{ name: 'Authorization', value: `Token token=${secret}` }],
			},
			sendBody: true,
			...body,
		},
	};
}

/** The HTTP Request node with a request for each item. */
function requestAnItem(
	more: Partial<BenchNode> = {},
	options: INodeParameters = {},
): MakeContender {
	return async (workload, sinkUrl) => {
		const found = loadHttpRequest();
		const node = httpRequestNode(workload, sinkUrl, found, {
			contentType: 'json',
			specifyBody: 'json',
			jsonBody: workload.itemBody,
			options,
		});
		return workflowInRow([{ ...node, ...more }], {
			loaded: await loadThisPackage(),
			nodeTypes: [[type, found]],
			sinkUrl,
		});
	};
}

/** The HTTP Request node as most people use it. */
export const oneRequestAnItem = requestAnItem();

/** As one sets it for a service that allows ten requests a second; what is turned away stays undone. */
export const tenRequestsASecond = requestAnItem(
	{ onError: 'continueRegularOutput' },
	{ batching: { batch: { batchSize: 10, batchInterval: 1000 } } },
);

/** The HTTP Request node behind code that makes a request's whole body. */
export const handBatched: MakeContender = async (workload, sinkUrl) => {
	const found = loadHttpRequest();
	const batch = { name: 'Batch', type: batchingType, parameters: {} };
	// A text crosses into the expression engine and back faster than an object does.
	const node = httpRequestNode(workload, sinkUrl, found, {
		contentType: 'raw',
		rawContentType: 'application/json',
		body: '={{ $json.body }}',
	});
	return workflowInRow([batch, node], {
		loaded: await loadThisPackage(),
		nodeTypes: [
			[type, found],
			[batchingType, batchingNode(workload)],
		],
		sinkUrl,
	});
};
