/** An address as a number, and how many bits it has: 32 for IPv4, 128 for IPv6. */
interface Address {
	bits: 32 | 128;
	value: bigint;
}

/** Addresses that share their first bits; a single address shares all. */
interface IpRange extends Address {
	/** How many of the first bits they share. */
	prefix: number;
}

/** A range cannot be read; the message names it. */
class IpRangeError extends Error {}

/**
 * Reads addresses and ranges such as `203.0.113.7, 10.0.0.0/8, 2001:db8::/32`.
 *
 * @param text separated by commas; an empty place between two commas counts as nothing
 * @throws IpRangeError at the first that is neither an address nor a range
 */
export function readIpRanges(text: string): IpRange[] {
	return text
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean)
		.map(readRange);
}

/**
 * Whether an address lies in one of the ranges. An IPv4 address that is written as IPv6
 * (`::ffff:203.0.113.7`) counts as IPv4.
 *
 * @param text the caller's address; one that cannot be read lies in none
 */
export function isInIpRanges(text: string, ranges: readonly IpRange[]): boolean {
	// A link-local address may name the network card it came through: fe80::1%eth0.
	const parsed = readAddress(text.split('%', 1)[0] ?? '');
	if (!parsed) return false;
	const address = withoutMapping({ ...parsed, prefix: parsed.bits });
	return ranges.some((range) => {
		const rest = BigInt(range.bits - range.prefix);
		return range.bits === address.bits && range.value >> rest === address.value >> rest;
	});
}

function readRange(text: string): IpRange {
	const [, base = '', length] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
	const address = readAddress(base);
	const prefix = length === undefined ? address?.bits : Number(length);
	if (!address || prefix === undefined || prefix > address.bits) {
		throw new IpRangeError(
			`“${text}” is neither an IP address nor a range such as 203.0.113.0/24`,
		);
	}
	return withoutMapping({ ...address, prefix });
}

function readAddress(text: string): Address | undefined {
	const isIpv4 = !text.includes(':');
	const value = isIpv4 ? ipv4(text) : ipv6(text);
	return value === undefined ? undefined : { bits: isIpv4 ? 32 : 128, value };
}

/** IPv4 addresses have a range of their own within IPv6: ::ffff:0:0/96. */
function withoutMapping(range: IpRange): IpRange {
	const isMapped = range.bits === 128 && range.prefix >= 96 && range.value >> 32n === 0xffffn;
	return isMapped
		? { bits: 32, value: range.value & 0xffffffffn, prefix: range.prefix - 96 }
		: range;
}

/** Four numbers up to 255; some programs read a leading 0 as octal, so none may have one. */
function ipv4(text: string): bigint | undefined {
	const parts = text.split('.');
	const isByte = (part: string) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
	if (parts.length !== 4 || !parts.every(isByte)) return undefined;
	return numberOf(parts.map(BigInt), 8n);
}

/** Eight groups of up to four hexadecimal digits; `::` once for groups that are 0. */
function ipv6(text: string): bigint | undefined {
	const halves = withoutDots(text).split('::').map(groupsIn);
	const [left = [], right] = halves;
	const count = halves.flat().length;
	const isWhole = right ? halves.length === 2 && count < 8 : count === 8;
	if (!isWhole || !halves.flat().every((group) => /^[0-9a-f]{1,4}$/i.test(group))) {
		return undefined;
	}
	const zeros = Array.from({ length: 8 - count }, () => '0');
	const groups = [...left, ...zeros, ...(right ?? [])];
	return numberOf(
		groups.map((group) => BigInt(`0x${group}`)),
		16n,
	);
}

/** The last two groups may be written as an IPv4 address. */
function withoutDots(text: string): string {
	const start = text.lastIndexOf(':') + 1;
	const last = text.slice(start);
	const value = ipv4(last);
	if (value === undefined) return text;
	return `${text.slice(0, start)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}

function groupsIn(half: string): string[] {
	return half === '' ? [] : half.split(':');
}

function numberOf(parts: bigint[], bits: bigint): bigint {
	return parts.reduce((sum, part) => (sum << bits) | part, 0n);
}

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
export function isPrivate(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
	return privateName.test(host) || isInIpRanges(host, privateRanges);
}

/** Whether what goes to an address can be read on its way through the internet. */
export function isReadableOnTheWay(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	return protocol === 'http:' && !isPrivate(hostname);
}
