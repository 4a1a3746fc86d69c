import type { IDataObject } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { requestOf } from './additionalFields';
import type { Batch, Operation, Result } from './operation';
import type { Preview } from './options';
import { type Outcomes, outcomeCounts } from './outcomes';
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
	const entries = batches.flatMap((batch) => batch.entries);
	const total = entries.length > 0 ? operation.message?.totalOf?.(entries) : undefined;
	return { results, failures: [], hints: total ? [`${total}.`, hint] : [hint], alarms: [] };
}

/**
 * What a person should know of earlier tries when they see a preview.
 *
 * @param before what became of what a preview leaves out
 * @param isInDoubt whether it isn't known who was reached
 */
export function hintsOfPreview(before: Outcomes, isInDoubt: boolean): string[] {
	const counts = outcomeCounts(before);
	return [
		isInDoubt
			? 'It isn’t known whom the execution that you retry has reached, so the preview shows everyone.'
			: '',
		counts
			? `In an earlier try, ${counts}. The preview leaves them out, because they’re not sent again.`
			: '',
	].filter(Boolean);
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
