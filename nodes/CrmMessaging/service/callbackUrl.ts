import { createHmac } from 'crypto';

/** The last part of the trigger's path; the part before it is the webhook's unguessable id. */
export const webhookPath = 'crm-messaging';

/** The query parameter that carries the key of a signed URL. */
export const keyParameter = 'key';

/** Adds the key to a trigger's URL; the trigger checks it. Any other URL is returned unchanged. */
export function signUrl(url: string, accountSecret: string): string {
	const webhookId = webhookIdIn(url);
	if (!webhookId) return url;
	const signed = new URL(url);
	signed.searchParams.set(keyParameter, keyOf(webhookId, accountSecret));
	return signed.toString();
}

/** Whether a URL leads to a trigger of this package. */
export function isTriggerUrl(url: string): boolean {
	return webhookIdIn(url) !== undefined;
}

/** The webhook's id in a trigger's URL; whatever a proxy puts before it does not matter. */
function webhookIdIn(url: string): string | undefined {
	const parts = URL.canParse(url) ? new URL(url).pathname.split('/').filter(Boolean) : [];
	return parts.at(-1) === webhookPath ? parts.at(-2) : undefined;
}

/** The key of a callback URL, made of a trigger's webhook id. */
export function keyOf(subject: string, accountSecret: string): string {
	return createHmac('sha256', accountSecret).update(subject).digest('hex');
}
