import type { IDataObject } from 'n8n-workflow';
import type { ServiceClient } from '../transport/client';
import { requestOf } from './additionalFields';
import type { Batch, Operation, Result } from './operation';
import type { Preview } from './options';
import type { CallbackAddresses, Sent } from './send';

/**
 * What batches would send, as output items; no secret is in them.
 *
 * @param preview one item for each message, or for each request
 */
export function previewsOf(
	preview: Exclude<Preview, 'off'>,
	operation: Operation,
	client: ServiceClient,
	batches: readonly Batch[],
	addresses?: CallbackAddresses,
): Sent {
	const results =
		preview === 'messages'
			? batches.flatMap((batch) => messagesIn(batch, operation))
			: batches.map((batch) => requestIn(batch, operation, client, addresses));
	const hint = 'This is a preview: nothing was sent. Remove the option Preview to send.';
	return { results, failures: [], hints: [hint] };
}

function messagesIn({ entries }: Batch, { message }: Operation): Result[] {
	return entries.map((entry) => ({
		json: message?.previewOf(entry) ?? entry.data,
		items: [entry.item],
		place: entry.place,
	}));
}

/** The exact request that a batch would become. */
function requestIn(
	batch: Batch,
	operation: Operation,
	client: ServiceClient,
	addresses?: CallbackAddresses,
): Result {
	const request = requestOf(operation, batch, {
		signedCallback: (url) => client.signedCallback(url),
		callbackUrl: addresses?.urlOf(batch),
	});
	const json = {
		method: request.endpoint.method,
		url: client.urlOf(request),
		body: client.withoutSecrets(request.body) as IDataObject | undefined,
		[operation.limit.entries]: batch.entries.length,
	};
	return { json, items: batch.items };
}
