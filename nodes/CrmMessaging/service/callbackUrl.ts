import { createHmac } from 'crypto';

/** The last part of the trigger's path; the part before it is the webhook's unguessable ID. */
export const webhookPath = 'crm-messaging';

/** The query parameter for the key of a signed URL. */
export const keyParameter = 'key';

/** Adds the key to a trigger's URL, for the trigger to check. Other URLs are returned unchanged. */
export function signUrl(url: string, accountSecret: string): string {
	const webhookId = webhookIdIn(url);
	if (!webhookId) return url;
	const signed = new URL(url);
	signed.searchParams.set(keyParameter, keyOf(webhookId, accountSecret));
	return signed.toString();
}

/** Whether a URL is a trigger's of this package. */
export function isTriggerUrl(url: string): boolean {
	return webhookIdIn(url) !== undefined;
}

/** The webhook's ID in a trigger's URL, behind any prefix of a proxy. */
function webhookIdIn(url: string): string | undefined {
	const parts = URL.canParse(url) ? new URL(url).pathname.split('/').filter(Boolean) : [];
	return parts.at(-1) === webhookPath ? parts.at(-2) : undefined;
}

/** The key of a callback URL, derived from a trigger's webhook ID. */
export function keyOf(subject: string, accountSecret: string): string {
	return createHmac('sha256', accountSecret).update(subject).digest('hex');
}
