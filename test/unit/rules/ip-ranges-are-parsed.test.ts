import { BlockList, isIP, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { quote } from '../../../nodes/CrmMessaging/fields/inputError';
import { isInIpRanges, readIpRanges } from '../../../nodes/CrmMessaging/service/addresses';
import { forAll, forMany, notA, refusal } from './rule';

const notARange = notA('an IP address or a range', '203.0.113.0/24');

const isIn = (address: string, ranges: string) => isInIpRanges(address, readIpRanges(ranges));
const kindOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Few different values, so addresses often fall into ranges. */
const byte = fc.oneof(fc.constantFrom(0, 1, 10, 127, 128, 255), fc.integer({ min: 0, max: 255 }));
const ipv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
const group = fc.constantFrom('0', '1', 'ffff', '2001', 'DB8');
const groups = fc.array(group, { minLength: 8, maxLength: 8 }).map((all) => all.join(':'));
const ipv6 = fc
	.oneof(fc.ipV6(), groups)
	// IPv4-mapped addresses have their own test.
	.filter((text) => !isInRangeForNode(text, '::ffff:0:0', 96));
const range = fc.oneof(
	fc.record({ base: ipv4, prefix: fc.integer({ min: 0, max: 32 }) }),
	fc.record({ base: ipv6, prefix: fc.integer({ min: 0, max: 128 }) }),
);

function isInRangeForNode(address: string, base: string, prefix: number): boolean {
	const list = new BlockList();
	list.addSubnet(base, prefix, kindOf(base));
	return kindOf(address) === kindOf(base) && list.check(address, kindOf(address));
}

describe('an IP range', () => {
	it('contains its base address and the same addresses as in Node', () => {
		forMany(3000, range, fc.oneof(ipv4, ipv6), ({ base, prefix }, address) => {
			const expected = isInRangeForNode(address, base, prefix);
			expect(isIn(address, `${base}/${prefix}`)).toBe(expected);
			expect(isIn(base, `${base}/${prefix}`)).toBe(true);
			expect(isIn(base, base)).toBe(true);
		});
	});

	it('accepts the same single addresses as Node', () => {
		const text = fc.oneof(
			fc.stringMatching(/^[0-9a-f:.]{1,20}$/),
			fc.stringMatching(/^\d{1,4}(\.\d{1,4}){2,4}$/),
			fc.stringMatching(/^([0-9a-f]{0,5}:){1,9}[0-9a-f]{0,5}$/),
			...[ipv4, ipv6],
		);
		forMany(3000, text, (address) => {
			const read = () => readIpRanges(address).length === 1;
			if (isIP(address)) expect(read()).toBe(true);
			else expect(refusal(read)).toEqual(notARange({ value: quote(address) }));
		});
	});

	it('treats an IPv4-mapped IPv6 address as IPv4', () => {
		forAll(ipv4, ipv4, fc.integer({ min: 0, max: 32 }), (address, base, prefix) => {
			const expected = isInRangeForNode(address, base, prefix);
			for (const way of [address, `::ffff:${address}`, `::FFFF:${address}`]) {
				expect(isIn(way, `${base}/${prefix}`)).toBe(expected);
				expect(isIn(way, `::ffff:${base}/${prefix + 96}`)).toBe(expected);
				expect(isIn(way, '::/0')).toBe(false);
			}
		});
	});

	it.each<[address: string, ranges: string, expected: boolean]>([
		['203.0.113.7', ' ,198.51.100.0/24,203.0.113.7,, ', true],
		['203.0.113.8', '198.51.100.0/24, 203.0.113.7', false],
		['2001:db8::1', '203.0.113.7, 2001:DB8::/32', true],
		['fe80::1%eth0', 'fe80::/10', true],
		['203.0.113.7', '::ffff:203.0.113.7/64', false],
		['203.0.113.7', '', false],
		['', '0.0.0.0/0, ::/0', false],
		['unknown', '0.0.0.0/0, ::/0', false],
	])('in a list contains the address %s in “%s”: %s', (address, ranges, expected) => {
		expect(isIn(address, ranges)).toBe(expected);
	});

	it.each([
		...'office 203.0.113.07 203.0.113.* /24'.split(' '),
		...'203.0.113.0/33 203.0.113.0/ 203.0.113.0/-1 203.0.113.0/024 203.0.113.0/1/2'.split(' '),
		...'2001:db8::/129 fe80::1%eth0'.split(' '),
		'203.0.113.1-203.0.113.9',
		'203.0.113.1 203.0.113.2',
		'https://example.com',
	])('can’t be “%s”', (text) => {
		expect(refusal(() => readIpRanges(`10.0.0.0/8, ${text}`))).toEqual(
			notARange({ value: `“${text}”` }),
		);
	});
});
