import { isInIpRanges, readIpRanges } from './ipRange';

/** Names that only lead somewhere inside of a network (RFC 6761), also one without a domain. */
const privateName = /^localhost$|\.(localhost|local|internal|lan|home|test)$|^[^.:]+$/;

/** Addresses that do so (RFC 1122, 1918, 3927, 4193, 4291). */
const privateRanges = readIpRanges(
	'0.0.0.0/8, 10.0.0.0/8, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16, ::/127, fc00::/7, fe80::/10',
);

/**
 * Whether a host only leads somewhere inside of a network.
 *
 * @param hostname as `URL` gives it, an IPv6 address in brackets
 */
function isPrivate(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
	return privateName.test(host) || isInIpRanges(host, privateRanges);
}

/**
 * Says what to do about a callback URL that only leads somewhere inside of a network.
 *
 * @returns a sentence or two; undefined where the host may be reachable from the internet
 */
export function adviceOnHost(hostname: string): string | undefined {
	if (!isPrivate(hostname)) return undefined;
	return `The service can call ${hostname} only from within the same network. If the service is on the internet, give n8n a public address (N8N_WEBHOOK_URL), or choose When Processed: Continue at Once and wait with Bulk Job: Wait Until Processed.`;
}

/** Whether what goes to an address can be read on its way through the internet. */
export function isReadableOnTheWay(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	return protocol === 'http:' && !isPrivate(hostname);
}
