import { InputError } from '../fields/inputError';

/** Addresses that share their first bits; a single address shares all. */
export interface IpRange {
	/** How many bits an address has: 32 for IPv4, 128 for IPv6. */
	bits: 32 | 128;
	value: bigint;
	/** How many of the first bits they share. */
	prefix: number;
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
			`“${part}” is neither an IP address nor a range such as 203.0.113.0/24`,
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
	return ranges.some(({ bits, prefix, value }) => {
		const rest = BigInt(bits - prefix);
		return bits === address.bits && value >> rest === address.value >> rest;
	});
}

/** @param prefix what follows the slash; undefined for a single address */
function readRange(text: string, prefix?: string): IpRange | undefined {
	const bits = text.includes(':') ? 128 : 32;
	const value = bits === 32 ? ipv4(text) : ipv6(text);
	const shared = prefix === undefined ? bits : Number(prefix);
	if (value === undefined || shared > bits) return undefined;
	// IPv4 addresses have a range of their own within IPv6: ::ffff:0:0/96.
	return bits === 128 && shared >= 96 && value >> 32n === 0xffffn
		? { bits: 32, value: value & 0xffffffffn, prefix: shared - 96 }
		: { bits, value, prefix: shared };
}

/** Four numbers up to 255; some programs read a leading 0 as octal, so none may have one. */
function ipv4(text: string): bigint | undefined {
	const parts = text.split('.');
	const isByte = (part: string) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
	if (parts.length !== 4 || !parts.every(isByte)) return undefined;
	return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

/** As the address of a server is read; `URL` spells it in groups of hexadecimal digits. */
function ipv6(text: string): bigint | undefined {
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
