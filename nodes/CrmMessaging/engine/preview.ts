import { runHint } from '../catalogue/runs';
import { counted, type Sentence } from '../catalogue/sentence';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import type { Operation } from './operation';
import { type Outcomes, outcomeCounts } from './send/outcomes';
import { linkedItem, type RunReport } from './report';
import type { Call } from './row';

/**
 * The contents of calls as output items, without secrets.
 *
 * @param chosen one item for each row, or for each request
 */
export function previewsOf(
	chosen: string,
	operation: Operation,
	{ client }: { client: ServiceClient },
	calls: readonly Call[],
	callbackUrl?: string,
): RunReport {
	const { preview } = operation;
	const rows = calls.flatMap((call) => call.rows);
	const results =
		chosen === preview?.value
			? rows.map((row) => linkedItem(preview.of(row), row))
			: calls.map((call) => requestIn(call, operation, client, callbackUrl));
	const requests = counted(calls.length, 'request');
	const total = (rows.length > 0 && preview?.totalOf(rows)) || requests;
	const hints = [runHint.preview({ total })];
	return { results, failures: [], hints, isChange: true };
}

/**
 * Hints about earlier tries for a preview.
 *
 * @param before results of the rows that a preview leaves out
 * @param isInDoubt whether it's unknown who was reached
 */
export function hintsOfPreview(before: Outcomes, isInDoubt: boolean): Sentence[] {
	const counts = outcomeCounts(before);
	return [
		...(isInDoubt ? [runHint.previewOfDoubt()] : []),
		...(counts ? [runHint.previewWithoutSent({ counts })] : []),
	];
}

function requestIn(
	call: Call,
	operation: Operation,
	client: ServiceClient,
	callbackUrl?: string,
): INodeExecutionData {
	const request = operation.request(call, {
		signedCallback: (url) => client.signedCallback(url),
		callbackUrl,
	});
	const json = {
		method: request.endpoint.method,
		url: client.urlOf(request),
		body: client.redactor.inValue(request.body) as IDataObject | undefined,
		[operation.limit.entries]: call.entries.length,
	};
	return linkedItem(json, call);
}
