import { runHint } from '../catalogue/runs';
import { counted } from '../catalogue/sentence';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import type { Operation } from './operation';
import { linkedItem, type RunReport } from './report';
import { entriesOf, itemsOf, type Batch } from './row';

/**
 * The contents of batches as output items, without secrets.
 *
 * @param chosen one item for each row, or for each request
 */
export function previewOf(
	chosen: string,
	operation: Operation,
	client: ServiceClient,
	batches: readonly Batch[],
	callbackUrl?: string,
): RunReport {
	const { preview } = operation;
	const rows = batches.flatMap((batch) => batch.rows);
	const results =
		chosen === preview?.value
			? rows.map((row) => linkedItem(preview.of(row), row.items))
			: batches.map((batch) => requestIn(batch, operation, client, callbackUrl));
	const requests = counted(batches.length, 'request');
	const total = (rows.length > 0 && preview?.totalOf(rows)) || requests;
	return { results, failures: [], hints: [runHint.preview({ total })] };
}

function requestIn(
	batch: Batch,
	operation: Operation,
	client: ServiceClient,
	callbackUrl?: string,
): INodeExecutionData {
	const request = operation.request(batch, {
		signedCallback: (url) => client.signedCallback(url),
		callbackUrl,
	});
	const { limit } = operation;
	const json = {
		method: request.endpoint.method,
		url: client.urlOf(request),
		body: client.redactor.inValue(request.body) as IDataObject | undefined,
		[operation.hasParts ? (limit.list?.key ?? limit.rows) : limit.rows]:
			entriesOf(batch).length,
	};
	return linkedItem(json, itemsOf(batch.rows));
}
