import { mayChangeItems } from '../../../nodes/CrmMessaging/engine/expressions/purity';
import { changingMethods } from '../../../nodes/CrmMessaging/engine/expressions/purity';

const assignments = ['=', '+=', '-=', '*=', '/=', '%=', '**=', '&=', '|=', '^=', '<<=', '>>='];
const logical = ['||=', '&&=', '??=', '>>>='];

describe('code that may change its item', () => {
	it.each([...assignments, ...logical])('is an assignment: %s', (sign) => {
		expect(mayChangeItems(`={{ ($json.a ${sign} 2) && "a" }}`)).toBe(true);
	});

	it.each(['$json.a++', '--$json.a', 'delete $json.a'])('is %s', (code) => {
		expect(mayChangeItems(`={{ ${code} }}`)).toBe(true);
	});

	it.each([...changingMethods])('calls %s', (method) => {
		expect(mayChangeItems(`={{ $json.tags.${method}(1) }}`)).toBe(true);
		expect(mayChangeItems(`={{ $json.tags["${method}"](1) }}`)).toBe(true);
	});

	it('is found wherever it stands', () => {
		const change = '={{ $json.tags.sort() }}';
		for (const raw of [
			`=Dear {{ $json.name }}, ${change.slice(1)}`,
			{ one: [{ two: change }], three: 'text' },
			// n8n may read in it what cannot be taken apart here.
			'={{ $json.tags.sort()',
		]) {
			expect(mayChangeItems(raw)).toBe(true);
		}
	});

	it.each<unknown>([
		'$json.tags.sort()',
		5,
		null,
		undefined,
		'=',
		{},
		[],
		'=a = 1, or sort() {{ $json.a }}',
		'={{ $json.a }}',
		{ a: '={{ $json.b }}' },
		'={{ $json.a == 1 }}',
		'={{ $json.a <= 1 }}',
		'={{ $json.a >= 1 }}',
		'={{ $("Other").first() }}',
		'={{ $("Other").all().map(one => one.json.a != 1) }}',
		'={{ $json.sorted }}',
	])('is none: %p', (raw) => {
		expect(mayChangeItems(raw)).toBe(false);
	});
});
