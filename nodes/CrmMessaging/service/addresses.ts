import { wrongValue } from '../catalogue/values';
import { InputError } from '../fields/inputError';

/** Addresses that share their first bits; a single address shares all 128. */
export interface IpRange {
	/** As IPv6; IPv4 addresses are a range of it: ::ffff:0:0/96. */
	value: bigint;
	/** How many of the first bits they share. */
	prefix: number;
	isIpv4: boolean;
}

/**
 * Reads addresses and ranges such as `203.0.113.7, 10.0.0.0/8, 2001:db8::/32`.
 *
 * @param text separated by commas; an empty place between two commas counts as nothing
 * @throws InputError naming the first that is neither an address nor a range
 */
export function readIpRanges(text: string): IpRange[] {
	const parts = text.split(',').map((part) => part.trim());
	return parts.filter(Boolean).map((part) => {
		const [, address = '', prefix] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(part) ?? [];
		const range = readRange(address, prefix);
		if (range) return range;
		throw new InputError(
			wrongValue.wrongFormat(`“${part}”`, 'an IP address or a range', '203.0.113.0/24'),
		);
	});
}

/**
 * Whether an address lies in one of the ranges. An IPv4 address that is written as IPv6
 * (`::ffff:203.0.113.7`) counts as IPv4.
 *
 * @param text the caller's address; one that cannot be read lies in none
 */
export function isInIpRanges(text: string, ranges: readonly IpRange[]): boolean {
	// A link-local address may name the network card it came through: fe80::1%eth0.
	const address = readRange(text.split('%', 1)[0] ?? '');
	if (!address) return false;
	return ranges.some(({ value, prefix, isIpv4 }) => {
		const rest = BigInt(128 - prefix);
		return isIpv4 === address.isIpv4 && value >> rest === address.value >> rest;
	});
}

/** @param shared what follows the slash; undefined for a single address */
function readRange(text: string, shared?: string): IpRange | undefined {
	const isDotted = /^\d+(\.\d+){3}$/.test(text);
	const value = addressIn(isDotted ? `::ffff:${text}` : text);
	const prefix = shared === undefined ? 128 : Number(shared) + (isDotted ? 96 : 0);
	if (value === undefined || prefix > 128) return undefined;
	return { value, prefix, isIpv4: prefix >= 96 && value >> 32n === 0xffffn };
}

/**
 * Reads an IPv6 address as that of a server is read: `URL` spells it in groups of hexadecimal digits.
 * It takes no leading 0 in an IPv4 address at its end, which some programs read as octal.
 */
function addressIn(text: string): bigint | undefined {
	const url = `http://[${text}]`;
	if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(url)) return undefined;
	const halves = new URL(url).hostname.slice(1, -1).split('::');
	const [left = [], right = []] = halves.map((half) => (half ? half.split(':') : []));
	const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
	const groups = [...left, ...zeros, ...right];
	return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

/** Names that only lead somewhere inside of a network (RFC 6761), also one without a domain. */
const privateName = /^localhost$|\.(localhost|local|internal|lan|home|test)$|^[^.:]+$/;

/** Addresses that do so (RFC 1122, 1918, 3927, 4193, 4291). */
const privateRanges = readIpRanges(
	'0.0.0.0/8, 10.0.0.0/8, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16, ::/127, fc00::/7, fe80::/10',
);

/** Whether a host, as `URL` returns it, only leads somewhere inside of a network. */
export function isPrivate(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
	return privateName.test(host) || isInIpRanges(host, privateRanges);
}

/** Whether what goes to an address can be read on its way through the internet. */
export function isReadableOnTheWay(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	return protocol === 'http:' && !isPrivate(hostname);
}
