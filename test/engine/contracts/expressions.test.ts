import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	Expression,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import {
	readerOf,
	type Reading,
} from '../../../nodes/CrmMessaging/engine/read/expressions/parameterReader';
import { Execution } from '../../../nodes/CrmMessaging/n8n/execution';
import type { ServiceError } from '../../../nodes/CrmMessaging/service/failure';
import { runs, seed } from '../../property-runs';
import { PROBE, Prober } from './probe';
import { chosenEngine } from '../harness';
import { INPUT_TYPE, inRow, nodeOfType, PASS_ON_TYPE, simpleNode } from '../harness/nodes';
import { guests, phoneOf, smsForm } from '../message-forms';
import { NodeRunner } from '../node-runner';

const plain = fc.oneof(
	fc.constantFrom('Ana', 'maría josé', 'O’Neill', '', ' a b ', 'ZÜRICH', '1', '-3.5', 'true'),
	fc.constantFrom('2026-05-01', '{"a":1}', '{{ 1 }}', '}}', '"quoted" \'too\'', 'a\nb', '\\'),
	fc.constantFrom('\ud800', '😀', 0, 2, -0, 12345.678, NaN, Infinity),
	fc.constantFrom(true, false, null, undefined),
	fc.string({ maxLength: 6 }),
);

const keys = ['a', 'name', 'tags', 'guest', 'first name', '0', 'length'];
/** Keys that every object inherits, that the engine blocks, or that need another notation. */
const oddKeys = [
	...['toString', 'constructor', '__proto__', 'prototype', 'then', 'caller', 'isEmpty'],
	...['$x', '_id', 'é', '-1', '', 'a}}', '{{a', 'json', 'isProxy', 'toJSON'],
];

const anyValue = fc.anything({
	key: fc.constantFrom(...keys, ...oddKeys),
	values: [plain, fc.string({ unit: 'binary' }), fc.double(), fc.date({ noInvalidDate: true })],
	maxKeys: 3,
	maxDepth: 2,
});

/** Data of an item, mostly plain, with keys of the expressions. */
const randomItem = fc.record(
	Object.fromEntries(
		keys.map((key) => [key, fc.oneof({ weight: 3, arbitrary: plain }, anyValue)]),
	),
	{ requiredKeys: [] },
) as fc.Arbitrary<IDataObject>;

const nodes = ['Input', 'Middle', 'Side', 'Probe', 'Nowhere', "It's"];
const root = fc.oneof(
	{ weight: 3, arbitrary: fc.constant('$json') },
	fc.constantFrom('$input.item.json', '$input.first().json', '$input.last().json'),
	{
		weight: 4,
		arbitrary: fc
			.tuple(fc.constantFrom(...nodes), fc.constantFrom('item', 'first()', 'last()'))
			.map(([node, which]) => `$(${JSON.stringify(node)}).${which}.json`),
	},
	fc.constantFrom(...nodes).map((node) => `$node[${JSON.stringify(node)}].json`),
);
const step = fc.oneof(
	fc.constantFrom('.a', '?.a', '.name', '?.tags', '.guest', "['a']", '[0]', '.missing'),
	fc.constantFrom('.a', '.name', '.guest.a', '.tags[0]', '.tags[1]', '["first name"]'),
	fc.constantFrom('.toString', '[1]', '[01]', '.length', "['a']", '["first name"]', '?.["a"]'),
	fc.constantFrom(...oddKeys).map((key) => `["${key}"]`),
);
const path = fc
	.tuple(root, fc.array(step, { maxLength: 3 }))
	.map(([start, steps]) => start + steps.join(''));

/** Code that isn't followed, and that throws or returns what n8n can't print alike. */
const computed = fc.constantFrom(
	...`$json.a.trim() | [$json.a, 1] | $json.tags | () => 1 | $json.name.trim | $json. | $json.a // b |
	DateTime.fromISO("2026-05-01") | DateTime.fromISO("x") | (1).toFixed(200) | $json.a ?? "guest" |
	({ a: 1 }) | new Date(0) | $itemIndex | null | $json["x"]["y"].z | $json .a | $json |
	$('Input').all().length`.split(/\s*\|\s+/),
	'',
	'$json.a\n.trim()',
);
const code = fc.oneof({ weight: 5, arbitrary: path }, { weight: 1, arbitrary: computed });
const braced = fc
	.tuple(fc.constantFrom('', ' ', '\n'), code, fc.constantFrom('', ' '))
	.map(([before, inner, after]) => `{{${before}${inner}${after}}}`);
const around = fc.constantFrom(
	...['', ' ', 'Dear ', ', your room ', '\n', '\\', '\\\\', 'a\\\\b', '}}', '{', "it's ", '😀'],
);

/** An expression: code alone, or a text of several parts. */
const randomExpression: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: braced.map((one) => `=${one}`) },
	fc
		.tuple(fc.array(fc.tuple(around, braced), { maxLength: 3 }), around)
		.map(([parts, end]) => `=${parts.flat().join('')}${end}`),
);

/** How a node between can link its items to those it got. */
const pairings: Record<string, (items: INodeExecutionData[]) => INodeExecutionData[]> = {
	each: (items) => items.map((item, at) => ({ ...item, pairedItem: at })),
	joined: (items) => [
		{ json: { a: 'all' }, pairedItem: items.map((_, item) => ({ item })) },
		{ json: { a: 'one' }, pairedItem: [{ item: 0 }] },
	],
	unlinked: (items) => items.map(({ json }) => ({ json })),
	wrong: (items) => items.map(({ json }, item) => ({ json, pairedItem: item + 2 })),
	// What JSON can't hold.
	unusual: (items) =>
		items.map((_, item) => ({
			json: {
				a: Object.assign(() => 1, { a: 1 }),
				get name() {
					return 'Ana';
				},
				tags: new Map([['a', 1]]),
				guest: Object.assign(Object.create({ name: 'Eva' }) as object, { a: 'Ana' }),
				0: Object.assign(Object.create(null) as object, { a: 'Bo' }),
			},
			pairedItem: { item },
		})),
	binary: (items) => items.map((_, item) => ({ json: {}, binary: {}, pairedItem: { item } })),
};

/** The value of a reading, or its error as n8n shows it. */
function outcomeOf(read: () => unknown): unknown {
	try {
		const value = read();
		if (typeof value === 'function') return String(value);
		if (!DateTime.isDateTime(value)) return value;
		return `${value.invalidReason ?? value.toMillis()} ${value.zoneName} ${value.locale}`;
	} catch (thrown) {
		const { name, message, description, context } = thrown as Record<string, unknown>;
		return { name, message, description, context };
	}
}

interface Compared {
	different: string[];
	/** How many times n8n read a parameter for an item, and how many readings there were. */
	byN8n: number;
	all: number;
}

/** Reads every expression for every item in both ways: the package's and n8n's own. */
function compare(context: IExecuteFunctions, compared: Compared): void {
	const { inner } = context.getNode().parameters as { inner: Array<{ value: string }> };
	const items = context.getInputData();
	const reading: Reading = {
		execution: new Execution(context),
		checks: { of: () => ({ see: () => undefined, broken: (error) => error as ServiceError }) },
	};
	const read = jest.spyOn(context, 'getNodeParameter');
	const owns = inner.map(({ value }, at) => {
		const reader = readerOf(reading, value, ['inner', String(at), 'value']);
		const valueOf = typeof reader === 'function' ? reader : () => reader.value;
		return items.map((_, item) => outcomeOf(() => valueOf(item)));
	});
	compared.byN8n += read.mock.calls.length;
	read.mockRestore();
	inner.forEach(({ value }, at) => {
		items.forEach(({ json }, item) => {
			compared.all++;
			const n8n = outcomeOf(() => {
				const one: unknown = context.getNodeParameter(`inner.${at}.value`, item);
				return DateTime.isDateTime(one) ? one.toString() : one;
			});
			const own = owns[at]?.[item];
			if (isDeepStrictEqual(own, n8n)) return;
			compared.different.push(inspect({ value, item, json, own, n8n }, { depth: 6 }));
		});
	});
}

/** The engine of this n8n, and the one that every n8n has. */
const engines = [...new Set([chosenEngine, 'legacy' as const])];

describe.each(engines)('expressions that are followed, in the %s engine', (kind) => {
	const prober = new Prober();
	beforeAll(() => Expression.setExpressionEngine(kind));
	afterAll(() => Expression.setExpressionEngine(chosenEngine));

	/** Runs *Input*, *Middle* and *Probe* in a loop of two rounds; *Side* isn't on the way. */
	async function compareIn(pairing: string, values: string[], items: IDataObject[]) {
		const compared: Compared = { different: [], byN8n: 0, all: 0 };
		let rounds = 0;
		const middle = simpleNode('middle', async (context) =>
			rounds++ < 2 ? pairings[pairing]!(context.getInputData()) : [],
		);
		const nodeTypes: Record<string, INodeType> = {
			'test.middle': middle,
			...prober.typeOf(async (context) => {
				compare(context, compared);
				return context.getInputData();
			}),
		};
		const { nodes, connections } = inRow(
			[nodeOfType(INPUT_TYPE, 'Input'), nodeOfType('test.middle', 'Middle')].concat({
				...nodeOfType(PROBE, 'Probe'),
				parameters: { inner: values.map((value) => ({ value })) },
			}),
			'Middle',
		);
		nodes.push(nodeOfType(PASS_ON_TYPE, 'Side'));
		const run = await prober.engine.runWorkflow({ nodes, connections }, { items, nodeTypes });
		expect(run.status).toBe('success');
		return compared;
	}

	it.each(Object.keys(pairings))(
		'return the same values and errors as n8n: %s',
		async (pairing) => {
			const samples = fc.sample(
				fc.record({
					values: fc.array(randomExpression, { minLength: 25, maxLength: 25 }),
					items: fc.array(randomItem, { minLength: 6, maxLength: 6 }),
				}),
				{ numRuns: runs(1), seed: seed + pairing.length },
			);
			for (const { values, items } of samples) {
				const { different, byN8n, all } = await compareIn(pairing, values, items);
				expect(different).toEqual([]);
				// Otherwise n8n was compared with itself, as only it reads unusual values.
				if (pairing !== 'unusual') expect(byN8n).toBeLessThan(all);
			}
		},
		600_000,
	);

	it.each([
		['=T {{ $json.a = 5 }} {{ $json.a }}', { a: 1 }],
		['=T {{ $json.a.trim }} {{ $json.a }}', { a: 'x' }],
	])('leave to n8n what it can’t read alike: %s', async (value, item) => {
		const items = [1, 2, 3].map((n) => ({ ...item, n }));
		expect((await compareIn('each', [value], items as IDataObject[])).different).toEqual([]);
	});
});

describe('a node over many items', () => {
	const node = new NodeRunner();

	it('has n8n evaluate paths for the first item only, whichever node they read', async () => {
		const form = smsForm({
			phoneNumber: "={{ $('Input').item.json.phone }}",
			messageHolder: `=Hi {{ $json.phone }}, {{ $input.item.json["phone"] }}, {{ $node["Input"].json.phone }}`,
		});
		const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		await node.run(form, { items: guests(500) });
		const evaluated = evaluate.mock.calls.filter(([text]) => String(text).includes('{{'));
		evaluate.mockRestore();
		expect(evaluated).toHaveLength(2);
		const phone = phoneOf(500);
		expect(node.texts[499]).toBe(`Hi ${phone}, ${phone}, ${phone}`);
	});
});
