import { changingMethods } from '../../../nodes/CrmMessaging/engine/read/expressions/pureNames';
import { mayChangeItems } from '../../../nodes/CrmMessaging/engine/read/expressions/purity';

const assignments = '= += -= *= /= %= **= &= |= ^= <<= >>= >>>= ||= &&= ??='.split(' ');
const calls = [...changingMethods].flatMap((method) => [`.${method}(1)`, `["${method}"](1)`]);

describe('code that may change its item', () => {
	it.each([
		...['$json.a++', '--$json.a', 'delete $json.a'],
		...assignments.map((sign) => `($json.a ${sign} 2) && "a"`),
		...calls.map((call) => `$json.tags${call}`),
	])('is recognized: %s', (code) => {
		expect(mayChangeItems(`={{ ${code} }}`)).toBe(true);
	});

	it('is found in a text, in nested values and in unparsable code', () => {
		const change = '={{ $json.tags.sort() }}';
		for (const raw of [
			`=Dear {{ $json.name }}, ${change.slice(1)}`,
			{ one: [{ two: change }], three: 'text' },
			// n8n may find code in a text that can't be parsed here.
			'={{ $json.tags.sort()',
		]) {
			expect(mayChangeItems(raw)).toBe(true);
		}
	});

	it.each<unknown>([
		'$json.tags.sort()',
		null,
		'=',
		{},
		[],
		'=a = 1, or sort() {{ $json.a }}',
		'={{ $json.a }}',
		{ a: '={{ $json.b }}' },
		'={{ $now == 1 }}',
		'={{ $now <= 1 }}',
		'={{ $now >= 1 }}',
		'={{ $("Other").first() }}',
		'={{ $("Other").all().map(one => one.json.a != 1) }}',
		'={{ $now.sorted }}',
	])('isn’t recognized in %p', (raw) => {
		expect(mayChangeItems(raw)).toBe(false);
	});
});
