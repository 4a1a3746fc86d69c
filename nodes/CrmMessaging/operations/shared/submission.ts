import type { IDataObject } from 'n8n-workflow';
import type { Batch } from '../../run/operation';
import type { ServiceClient } from '../../transport/client';
import { endpoints } from '../../interface/endpoints';
import type { ServiceRequest } from '../../transport/request';

/**
 * The request that submits contacts, and perhaps a purchase (interface document, Endpoints 5).
 *
 * @param waitUrl where a run that waits is called back
 */
export function submissionOf(
	{ envelope: { options, ...envelope }, entries }: Batch,
	client: ServiceClient,
	waitUrl?: string,
): ServiceRequest {
	const body: IDataObject = { ...envelope };
	const given = withCallback((options ?? {}) as IDataObject, client, waitUrl);
	if (Object.keys(given).length > 0) body.options = given;
	if (entries.length > 0) body.contacts = entries.map(({ data }) => data);
	return { endpoint: endpoints.syncData, body };
}

function withCallback(options: IDataObject, client: ServiceClient, waitUrl?: string): IDataObject {
	const webhook = options.webhook as { url?: string } | undefined;
	const url = waitUrl ?? (webhook?.url && client.signedCallback(webhook.url));
	return url ? { ...options, webhook: { ...webhook, url } } : options;
}
