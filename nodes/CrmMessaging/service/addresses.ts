import { wrongFormat } from '../fields/inputError';
import { createHmac } from 'crypto';

/**
 * Reads `203.0.113.7, 10.0.0.0/8, 2001:db8::/32`.
 *
 * @returns the bits that the addresses of each range begin with
 * @throws InputError naming the first wrong entry
 */
export function readIpRanges(text: string): string[] {
	const parts = text.split(',').map((part) => part.trim());
	return parts.filter(Boolean).map((part) => {
		const [, address = '', prefix] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(part) ?? [];
		const bits = bitsOf(address);
		const length = prefix === undefined ? 128 : Number(prefix) + (isDotted(address) ? 96 : 0);
		if (bits && length <= 128) return bits.slice(0, length);
		throw wrongFormat(part, 'an IP address or a range', '203.0.113.0/24');
	});
}

/** Whether an address is in one of the ranges; `::ffff:203.0.113.7` counts as IPv4. */
export function isInIpRanges(text: string, ranges: readonly string[]): boolean {
	// A link-local address may include its network interface: fe80::1%eth0.
	const bits = bitsOf(text.split('%', 1)[0] ?? '');
	if (!bits) return false;
	// IPv4 addresses are ::ffff:0:0/96, and no part of larger ranges.
	const shortest = bits.startsWith(ipv4Bits) ? ipv4Bits.length : 0;
	return ranges.some((range) => range.length >= shortest && bits.startsWith(range));
}

const ipv4Bits = `${'0'.repeat(80)}${'1'.repeat(16)}`;

function isDotted(address: string): boolean {
	return /^\d+(\.\d+){3}$/.test(address);
}

/**
 * The 128 bits of an address; undefined if it's wrong. `URL` reads it, which refuses a leading 0 in
 * IPv4: some programs read that as octal.
 */
function bitsOf(text: string): string | undefined {
	const url = `http://[${isDotted(text) ? `::ffff:${text}` : text}]`;
	if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(url)) return undefined;
	const halves = new URL(url).hostname.slice(1, -1).split('::');
	const [left = [], right = []] = halves.map((half) => (half ? half.split(':') : []));
	const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
	const groups = [...left, ...zeros, ...right];
	return groups.map((group) => parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

/** Names that resolve only inside a network (RFC 6761), including those without a domain. */
const privateName = /^localhost$|\.(localhost|local|internal|lan|home|test)$|^[^.:]+$/;

/** Addresses inside a network (RFC 1122, 1918, 3927, 4193, 4291). */
const privateRanges = readIpRanges(
	'0.0.0.0/8, 10.0.0.0/8, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16, ::/127, fc00::/7, fe80::/10',
);

/** Whether a host, as `URL` returns it, is only reachable inside a network. */
export function isPrivate(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
	return privateName.test(host) || isInIpRanges(host, privateRanges);
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
	signed.searchParams.set(keyParameter, signatureOf(webhookId, accountSecret));
	return signed.toString();
}

/** Whether a URL is a trigger's of this package. */
export function isTriggerUrl(url: string): boolean {
	return webhookIdIn(url) !== undefined;
}

/** Behind any prefix of a proxy. */
function webhookIdIn(url: string): string | undefined {
	const parts = URL.canParse(url) ? new URL(url).pathname.split('/').filter(Boolean) : [];
	return parts.at(-1) === webhookPath ? parts.at(-2) : undefined;
}

/** The key of a callback URL, derived from a trigger's webhook ID or a wait's name. */
export function signatureOf(subject: string, accountSecret: string): string {
	return createHmac('sha256', accountSecret).update(subject).digest('hex');
}
