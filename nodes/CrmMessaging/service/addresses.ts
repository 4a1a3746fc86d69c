import { wrongValue } from '../catalogue/values';
import { InputError } from '../fields/inputError';
import { createHmac } from 'crypto';

/** Addresses that share their first `prefix` bits. */
export interface IpRange {
	/** As IPv6; IPv4 addresses are its range ::ffff:0:0/96. */
	value: bigint;
	prefix: number;
	isIpv4: boolean;
}

/**
 * Reads `203.0.113.7, 10.0.0.0/8, 2001:db8::/32`. @throws InputError naming the first wrong entry
 */
export function readIpRanges(text: string): IpRange[] {
	const parts = text.split(',').map((part) => part.trim());
	return parts.filter(Boolean).map((part) => {
		const [, address = '', prefix] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(part) ?? [];
		const range = readRange(address, prefix);
		if (range) return range;
		throw new InputError(
			wrongValue.wrongFormat({
				value: `“${part}”`,
				format: 'an IP address or a range',
				example: '203.0.113.0/24',
			}),
		);
	});
}

/** Whether an address is in one of the ranges; `::ffff:203.0.113.7` counts as IPv4. */
export function isInIpRanges(text: string, ranges: readonly IpRange[]): boolean {
	// A link-local address may include its network interface: fe80::1%eth0.
	const address = readRange(text.split('%', 1)[0] ?? '');
	if (!address) return false;
	return ranges.some(({ value, prefix, isIpv4 }) => {
		const rest = BigInt(128 - prefix);
		return isIpv4 === address.isIpv4 && value >> rest === address.value >> rest;
	});
}

function readRange(text: string, shared?: string): IpRange | undefined {
	const isDotted = /^\d+(\.\d+){3}$/.test(text);
	const value = addressIn(isDotted ? `::ffff:${text}` : text);
	const prefix = shared === undefined ? 128 : Number(shared) + (isDotted ? 96 : 0);
	if (value === undefined || prefix > 128) return undefined;
	return { value, prefix, isIpv4: prefix >= 96 && value >> 32n === 0xffffn };
}

/** Uses `URL`, which refuses a leading 0 in an IPv4 address: some programs read it as octal. */
function addressIn(text: string): bigint | undefined {
	const url = `http://[${text}]`;
	if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(url)) return undefined;
	const halves = new URL(url).hostname.slice(1, -1).split('::');
	const [left = [], right = []] = halves.map((half) => (half ? half.split(':') : []));
	const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
	const groups = [...left, ...zeros, ...right];
	return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
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
