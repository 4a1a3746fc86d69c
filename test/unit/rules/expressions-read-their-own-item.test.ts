import { Script } from 'node:vm';
import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { expressionParts, printed } from '../../../nodes/CrmMessaging/n8n/expressions';
import { ExpressionBatches } from '../../../nodes/CrmMessaging/engine/read/expressions/expressionBatches';
import { readerOf } from '../../../nodes/CrmMessaging/engine/read/expressions/parameterReader';
import {
	pureCodeOf,
	mayChangeItems,
} from '../../../nodes/CrmMessaging/engine/read/expressions/purity';
import { readPart } from '../../../nodes/CrmMessaging/engine/read/expressions/plainPath';
import { breakOuts, evaluatedTogether, leftToN8n } from '../../expressions-of-users';
import { forMany } from './rule';
import { changingMethods } from '../../../nodes/CrmMessaging/engine/read/expressions/pureNames';

function isRecognized(raw: string): boolean {
	const parts = expressionParts(raw) ?? [{ code: '' }];
	return parts.every((part) => 'text' in part || pureCodeOf(part.code) !== undefined);
}

/** Whether JavaScript accepts code, apart from its regular expressions. */
function isAccepted(code: string): boolean {
	try {
		new Script(`($json, x) => ${code}`);
		return true;
	} catch (error) {
		return String(error).includes('Invalid regular expression');
	}
}

/** Attempts that JavaScript itself rejects. */
const wrongGrammar = ['$json.a ? 1', '$json.a[]', '()', '(1]', '1 + ...[1]'];

describe('an expression that reads only its own item', () => {
	it.each(evaluatedTogether)('is recognized: %s', (raw) => {
		expect(isRecognized(raw)).toBe(true);
	});

	it.each(leftToN8n)('isn’t assumed for %s', (raw) => {
		expect(isRecognized(raw)).toBe(false);
	});

	it.each([...breakOuts, '', ' '])('isn’t assumed for an attempt to break out: %s', (code) => {
		if (wrongGrammar.includes(code)) expect(isAccepted(`(${code}\n)`)).toBe(false);
		else expect(pureCodeOf(code)).toBeUndefined();
	});

	it.each(['$if(1)', 'a.trim(', 'a . trim (', 'a.trim?.(', 'a.trim ?. ('])(
		'isn’t assumed if n8n reads a text differently: %s',
		(hidden) => {
			for (const quote of ['"', "'"]) {
				const text = `${quote}${hidden}${quote}`;
				expect(pureCodeOf(`$json.name + ${text}`)).toBeUndefined();
				// This affects only the first text.
				expect(pureCodeOf(`$json.name + "b" + ${text}`)?.reads).toEqual([['name']]);
			}
		},
	);

	it('can’t escape the parentheses around it, whatever its parts', () => {
		const signs = '()[]{}`"\'/\\,?:.+;=!x1 \n';
		const words = ['${', '=>', '...', '$json', '$json.a', '"a"', '/a/', 'a:'];
		const piece = fc.constantFrom(...signs, ...words);
		forMany(3000, fc.array(piece, { maxLength: 12 }), (pieces) => {
			const code = pieces.join('');
			if (pureCodeOf(code) === undefined) return;
			if (isAccepted(`(${code}\n)`))
				expect([code, isAccepted(`[${code}\n]`)]).toEqual([code, true]);
		});
	});

	it.each([
		['$json.a + $json.b.c', [['a'], ['b', 'c']]],
		['$json.a.trim() + $json["first name"]?.x', [['a'], ['first name', 'x']]],
		['`${$json.a}` + [1].map(x => x + $json.b[0])', [['a'], ['b', '0']]],
		['JSON.stringify($json)', [[]]],
		['$json.a.toString', [['a']]],
		['$itemIndex', []],
	])('reports the paths it reads: %s', (code, paths) => {
		expect(pureCodeOf(code)?.reads).toEqual(paths);
	});
});

describe('a text with expressions', () => {
	it.each([
		['={{ a }}', [{ code: ' a ' }]],
		['= {{ a }}', [{ text: ' ' }, { code: ' a ' }]],
		['=a\\\\b{{ c }}\\\\d', [{ text: 'a\\b' }, { code: ' c ' }, { text: '\\\\d' }]],
		['={{ "}}" }}', [{ code: ' "' }, { text: '" }}' }]],
		['=text', [{ text: 'text' }]],
		['=', []],
		['=\\{{ a }}', undefined],
		['={{ a \\}}', undefined],
		['={{ a', undefined],
		['=x .constructor {{ a }}', undefined],
	])('is parsed like in n8n: %s', (raw, parts) => {
		expect(expressionParts(raw)).toEqual(parts);
	});

	it('prints values like n8n', () => {
		expect([0, -0, false, true, 1.5, 'a'].map(printed).join()).toBe('0,0,false,true,1.5,a');
		expect(['', null, undefined, NaN].map(printed).join('')).toBe('');
	});
});

describe('n8n’s own reading', () => {
	const upper = (name: string) => name.toUpperCase();

	/** Reads each item twice. @param engine the value of code in a batch */
	function readTwice(raw: string, n8n: typeof upper, engine: typeof upper) {
		const names = ['Ana', 'Ben', 'Eva'];
		const readByN8n: number[] = [];
		const context = {
			getNode: () => ({ name: 'Node', parameters: {} }),
			getContext: () => ({}),
			// A batch is a function of all items; a part of a text is read alone.
			evaluateExpression: (text: string, item: number) =>
				text.startsWith('{{ (') ? names.map((name) => [engine(name)]) : upper(names[item]!),
			getNodeParameter: (_: string, item: number) => {
				readByN8n.push(item);
				return n8n(names[item]!);
			},
		} as unknown as IExecuteFunctions;
		const items = names.map((name) => ({ json: { name } }));
		const reader = readerOf(context, new ExpressionBatches(context, items), raw, 'to');
		const read = typeof reader === 'function' ? reader : () => reader.value;
		const values = items.flatMap(({ json }, item) => [read(item, json), read(item, json)]);
		expect(values).toEqual(names.flatMap((name) => [n8n(name), n8n(name)]));
		return readByN8n;
	}

	it('counts, once for each item, if the first one differs', () => {
		for (const end of ['', '!']) {
			const n8n = (name: string) => (name === 'Ana' ? 'A.' : `${upper(name)}${end}`);
			const raw = `={{ $json.name.toUpperCase() }}${end}`;
			expect(readTwice(raw, n8n, upper)).toEqual([0, 1, 2]);
		}
	});

	it('counts for a part of a text if its batch differs', () => {
		const [shout, other] = ['!', '?'].map((end) => (name: string) => `${upper(name)}${end}`);
		expect(readTwice('={{ $json.name.toUpperCase() }}!', shout!, other!)).toEqual([0]);
	});
});

describe('the part of an item passed to the engine', () => {
	it('contains only what the code reads', () => {
		const item = { a: 1, b: { c: 'x', d: 'no' }, e: [1, 'a', null], f: 'no' };
		expect(readPart(item, [['a'], ['b', 'c'], ['e'], ['missing', 'x']])).toEqual({
			a: 1,
			b: { c: 'x' },
			e: [1, 'a', null],
		});
		expect(readPart({ a: 'text' }, [['a', 'length']])).toEqual({ a: 'text' });
	});

	it.each<unknown>([
		{},
		[{}],
		[undefined],
		new Date(0),
		NaN,
		-0,
		'\ud800',
		1n,
		() => 1,
		new Map(),
		Array(2),
		Object.assign([1], { x: 1 }),
	])('is the whole item if the code reads %p', (a) => {
		expect(readPart({ a }, [['a']])).toBeUndefined();
		expect(readPart({ a: 1 }, [[]])).toBeUndefined();
	});

	/** The numbers of items in the calls of the engine, for one piece of code. */
	function itemsInCalls(items: object[], asked = items.length): number[] {
		const memory: Record<string, { text: string }> = {};
		const counts: number[] = [];
		const context = {
			getNode: () => ({ name: 'Node', parameters: {} }),
			getContext: () => memory,
			evaluateExpression: (program: string) => {
				expect(program.split('JSON.stringify($json)')).toHaveLength(2);
				const passedItems = JSON.parse(Object.values(memory)[0]!.text) as unknown[];
				counts.push(passedItems.length);
				return passedItems.map(() => ['']);
			},
		};
		const batches = new ExpressionBatches(
			context as unknown as IExecuteFunctions,
			items.map((json) => ({ json: json as IDataObject })),
		);
		for (let item = 0; item < asked; item++) {
			const column = batches.columnOf({ code: 'JSON.stringify($json)', as: 'value' }, [[]]);
			batches.at(item, column);
		}
		return counts;
	}

	it('belongs to a batch, which grows from call to call', () => {
		expect(itemsInCalls(Array<object>(9000).fill({ a: 1 }))).toEqual([
			200, 600, 1400, 3000, 3800,
		]);
		expect(itemsInCalls(Array<object>(30_000).fill({ a: 1 })).slice(4)).toEqual([
			5000, 5000, 5000, 5000, 4800,
		]);
	});

	it('is limited in size, even with circular references', () => {
		const large = { a: 'x'.repeat(1_500_000) };
		const endless: Record<string, unknown> = {};
		endless.self = endless;
		expect(itemsInCalls(Array<object>(9).fill({ a: 1 }))).toEqual([9]);
		expect(itemsInCalls(Array<object>(9).fill(large), 2)).toEqual([3]);
		expect(itemsInCalls(Array<object>(9).fill(endless), 2)).toEqual([1]);
	});
});

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
