import type { IDataObject } from 'n8n-workflow';
import type { Batch } from '../../run/operation';
import type { ServiceClient } from '../../service/client';
import { endpoints } from '../../service/endpoints';
import type { ServiceRequest } from '../../service/request';

/** The request that submits contacts, and perhaps a purchase (interface document, Endpoints 5). */
export function submissionOf(
	{ envelope: { options, ...envelope }, entries }: Batch,
	client: ServiceClient,
): ServiceRequest {
	const body: IDataObject = { ...envelope };
	if (options && Object.keys(options).length > 0) {
		body.options = withSignedUrl(options as IDataObject, client);
	}
	if (entries.length > 0) body.contacts = entries.map(({ data }) => data);
	return { endpoint: endpoints.syncData, body };
}

function withSignedUrl(options: IDataObject, client: ServiceClient): IDataObject {
	const webhook = options.webhook as { url?: string } | undefined;
	if (webhook?.url === undefined) return options;
	return { ...options, webhook: { ...webhook, url: client.signedCallback(webhook.url) } };
}
