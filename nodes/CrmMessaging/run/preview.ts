import type { ServiceClient } from '../transport/client';
import { requestOf } from './additionalFields';
import type { Batch, Operation } from './operation';
import type { CallbackAddresses, Sent } from './send';

/** The exact requests that batches would become, as output items; no secret is in them. */
export function previewsOf(
	operation: Operation,
	client: ServiceClient,
	batches: readonly Batch[],
	addresses?: CallbackAddresses,
): Sent {
	const results = batches.map((batch) => {
		const request = requestOf(operation, batch, {
			signedCallback: (url) => client.signedCallback(url),
			callbackUrl: addresses?.urlOf(batch),
		});
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
	return { results, failures: [], hints: [hint] };
}
