import type { ServiceClient } from '../transport/client';
import type { CallbackUrls } from '../wait/callbackUrls';
import type { Batch, Operation } from './operation';
import type { Sent } from './send';

/** The exact requests that batches would become, as output items; no secret is in them. */
export function previewsOf(
	operation: Operation,
	client: ServiceClient,
	batches: readonly Batch[],
	callbackUrls?: CallbackUrls,
): Sent {
	const results = batches.map((batch) => {
		const request = operation.request(batch, client, callbackUrls?.of(batch));
		const json = {
			method: request.endpoint.method,
			url: client.urlOf(request),
			body: request.body,
			[operation.limit.entries]: batch.entries.length,
			...operation.preview?.(batch),
		};
		return { json, items: batch.items };
	});
	const hint = 'This is a preview: nothing was sent. Remove the option Preview to send.';
	return { results, errors: [], hints: [hint] };
}
