import type { IDataObject } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { requestOf } from './additionalFields';
import type { Operation } from './operation';
import type { Preview } from './options';
import { type Outcomes, outcomeCounts } from './outcomes';
import type { CallbackAddresses } from './dispatch';
import type { RunReport } from './report';
import type { Call, Output } from './row';

/**
 * The contents of calls as output items, without any secret.
 *
 * @param preview one item for each message, or for each request
 */
export function previewsOf(
	preview: Exclude<Preview, 'off'>,
	operation: Operation,
	client: ServiceClient,
	calls: readonly Call[],
	addresses?: CallbackAddresses,
): RunReport {
	const { message } = operation;
	const rows = calls.flatMap((call) => call.rows);
	const results =
		preview === 'messages'
			? rows.map((row) => ({ json: message?.previewOf(row) ?? row.body, items: row.items }))
			: calls.map((call) => requestIn(call, operation, client, addresses));
	const hint = 'This is a preview: nothing was sent. Remove the option Preview to send.';
	const total = rows.length > 0 ? message?.totalOf?.(rows) : undefined;
	return { results, failures: [], hints: total ? [`${total}.`, hint] : [hint], alarms: [] };
}

/**
 * A person's notes about earlier tries in a preview.
 *
 * @param before what happened to the rows that a preview leaves out
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

/** The exact request that a call would become. */
function requestIn(
	call: Call,
	operation: Operation,
	client: ServiceClient,
	addresses?: CallbackAddresses,
): Output {
	const request = requestOf(operation, call, {
		signedCallback: (url) => client.signedCallback(url),
		callbackUrl: addresses?.example,
	});
	const json = {
		method: request.endpoint.method,
		url: client.urlOf(request),
		body: client.withoutSecrets(request.body) as IDataObject | undefined,
		[operation.limit.entries]: call.entries.length,
	};
	return { json, items: call.items };
}
