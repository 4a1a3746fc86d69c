import { isPrivate, isReadableOnTheWay } from '../../../nodes/CrmMessaging/service/addresses';

const inside = `
	localhost LOCALHOST n8n n8n.localhost nas.local n8n.internal 127.0.0.1 10.1.2.3 172.16.0.1
	172.31.255.255 192.168.1.10 0.0.0.0 169.254.1.1 [::1] [::] [fd12::1] [fe80::1]`;
const outside = `
	n8n.example.com localhost.example.com n8n.local.example.com n8n.mylocalhost 8.8.8.8
	172.15.0.1 172.32.0.1 11.0.0.1 192.169.1.1 100.127.0.1 [2001:db8::1] fda.example.com
	10.example.com 127.example.com [2001:db8::fe80:1] [fec0::1] [::12] 10.0.0.1.example.com`;

it.each([
	['reachable', outside],
	['unreachable', inside],
])('a host is known as %s for a service on the internet: %s', (kind, hosts) => {
	for (const host of hosts.trim().split(/\s+/)) {
		expect([host, isPrivate(host) ? 'unreachable' : 'reachable']).toEqual([host, kind]);
	}
});

it.each([
	['http://api.example.com', true],
	['HTTP://8.8.8.8/crm', true],
	['https://api.example.com', false],
	['http://localhost:3000', false],
	['http://10.1.2.3/crm', false],
])('requests to %s can be read in transit on the internet: %p', (url, isReadable) => {
	expect(isReadableOnTheWay(url)).toBe(isReadable);
});
