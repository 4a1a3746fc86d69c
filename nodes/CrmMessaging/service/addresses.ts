import { createHmac } from 'crypto';

/** As `URL` writes them: names (RFC 6761), and addresses (RFC 1122, 1918, 3927, 4193, 4291). */
const privateHosts = [
	/^localhost$|\.(localhost|local|internal|lan|home|test)$|^[^.:]+$/,
	/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)(\.\d+)+$|^\[(::1?|f([cd]..|e[89ab].):.*)\]$/,
];

export function isPrivate(host: string): boolean {
	return privateHosts.some((pattern) => pattern.test(host.toLowerCase()));
}

/** Whether requests to an address can be read on their way through the internet. */
export function isReadableOnTheWay(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	return protocol === 'http:' && !isPrivate(hostname);
}

/** The last part of the trigger's path; the part before it is the webhook's unguessable ID. */
export const webhookPath = 'crm-messaging';

/** The query parameter for the key of a signed URL. */
export const keyParameter = 'key';

/** Adds the key to a trigger's URL, for the trigger to check. Other URLs are returned unchanged. */
export function signUrl(url: string, accountSecret: string): string {
	const webhookId = webhookIdIn(url);
	if (!webhookId) return url;
	const signed = new URL(url);
	signed.searchParams.set(keyParameter, callbackKey('trigger', webhookId, accountSecret));
	return signed.toString();
}

/** The ID in the URL of a trigger of this package, behind any prefix of a proxy. */
export function webhookIdIn(url: string): string | undefined {
	const parts = URL.canParse(url) ? new URL(url).pathname.split('/').filter(Boolean) : [];
	return parts.at(-1) === webhookPath ? parts.at(-2) : undefined;
}

/** What a key opens: a trigger by its webhook's ID, or a wait by its name. */
type KeyPurpose = 'trigger' | 'wait';

/** The key of a callback URL. It isn't the service's own signature, whose text begins with digits. */
export function callbackKey(purpose: KeyPurpose, name: string, accountSecret: string): string {
	return createHmac('sha256', accountSecret).update(`${purpose}:${name}`).digest('hex');
}
