import { inspect } from 'node:util';
import { DateTime, Duration, Interval } from 'luxon';
import { ExpressionExtensions } from 'n8n-workflow';
import * as names from '../../../nodes/CrmMessaging/engine/read/expressions/pureNames';
import { atBothClocks, misdeeds } from './two-clocks';

type AnyFunction = (...values: unknown[]) => unknown;
type Constructors = Record<string, new (...values: unknown[]) => object>;

const dateTime = Date.UTC(2020, 5, 6, 7, 8, 9);

/** New values of each kind that code can get hold of. */
const kinds: Readonly<Record<string, () => object>> = {
	text: () => new String('2026-05-01'),
	number: () => new Number(2.5),
	boolean: () => new Boolean(true),
	list: () => [3, 1, 2],
	object: () => ({ a: 'b', c: 1 }),
	set: () => new Set([3, 1]),
	Date: () => new Date(dateTime),
	DateTime: () => DateTime.fromMillis(dateTime, { zone: 'Europe/Madrid' }),
	Duration: () => Duration.fromObject({ hours: 30 }),
	function: () => (one: unknown) => one,
	...Object.fromEntries(
		[...names.staticFunctions.Intl!].map((name) => [
			`Intl.${name}`,
			() =>
				new (Intl as unknown as Constructors)[name]!(
					'en',
					name === 'DisplayNames' ? { type: 'language' } : {},
				),
		]),
	),
};

/** The kinds of n8n's types. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
	String: ['text'],
	Number: ['number'],
	Boolean: ['boolean'],
	Array: ['list'],
	Object: ['object'],
	Date: ['Date', 'DateTime'],
};

function methodsOf(value: object): string[] {
	const prototype: unknown = Object.getPrototypeOf(value);
	if (typeof prototype !== 'object' || prototype === null) return [];
	const own = Object.entries(Object.getOwnPropertyDescriptors(prototype))
		.filter(([, { value: method }]) => typeof method === 'function')
		.map(([name]) => name);
	return [...own, ...methodsOf(prototype)];
}

const given: ReadonlyArray<() => unknown[]> = [
	() => [],
	() => ['a'],
	() => [1],
	() => [1, 'days'],
	() => [[2, 1]],
	() => [{ days: 1 }],
	() => [{ day: 1 }, { day: 2 }],
	() => ['2026-05-01', '2027-05-01'],
	() => [(one: unknown) => one, 0],
	() => [DateTime.fromMillis(7), 'days'],
	() => [/a/g, 'b'],
];

/** The arguments with which a function changes something, or asks for the time or chance. */
function misdeedsOf(call: (value: object, values: unknown[]) => unknown, make: () => object) {
	return given.filter((values) => {
		misdeeds.length = 0;
		const value = make();
		const before = inspect([value, values()]);
		const passed = values();
		const [early, late] = atBothClocks(() => call(value, passed));
		return misdeeds.length > 0 || early !== late || inspect([value, passed]) !== before;
	});
}

describe('a method that code may call in a batch', () => {
	const found = Object.entries(kinds).flatMap(([kind, make]) =>
		methodsOf(make()).flatMap((name) =>
			names.isHarmlessProperty(name) ? { kind, make, name } : [],
		),
	);

	it.each(found)('$name of $kind changes nothing and reads no clock', ({ make, name }) => {
		const call = (value: object, values: unknown[]) =>
			(value as Record<string, AnyFunction>)[name]!(...values);
		expect(misdeedsOf(call, make).map(String)).toEqual([]);
	});

	const statics = Object.entries(names.staticFunctions).flatMap(([owner, functions]) =>
		[...functions].map((name) => ({ owner, name })),
	);
	const luxon: Readonly<Record<string, object>> = { DateTime, Duration, Interval };

	it.each(statics)('$owner.$name changes nothing and reads no clock', ({ owner, name }) => {
		const object = (luxon[owner] ?? globalThis[owner as 'Math']) as Record<string, AnyFunction>;
		expect(typeof object[name]).toBe('function');
		const call = (_: object, values: unknown[]) => object[name]!(...values);
		expect(misdeedsOf(call, () => ({})).map(String)).toEqual([]);
	});

	it('of n8n changes nothing and reads no clock; those that do are known', () => {
		const impure = ExpressionExtensions.flatMap(({ typeName, functions }) =>
			Object.entries(functions).flatMap(([name, method]) => {
				if (!names.pureMethods.has(name)) return [name];
				const call = (value: object, values: unknown[]) =>
					(method as AnyFunction)(typeName === 'Date' ? value : value.valueOf(), values);
				const isBad = kindsOf[typeName]!.some(
					(kind) => misdeedsOf(call, kinds[kind]!).length > 0,
				);
				return isBad ? [`${name} is impure`] : [];
			}),
		);
		expect([...new Set(impure)].sort()).toEqual([
			'diffToNow',
			'isInLast',
			'randomItem',
			'reverse',
		]);
	});

	it('exists', () => {
		const existing = new Set([
			...Object.values(kinds).flatMap((make) => methodsOf(make())),
			...ExpressionExtensions.flatMap(({ functions }) => Object.keys(functions)),
			// Of regular expressions, and for Node 22.
			...[
				'exec',
				'test',
				'isDisjointFrom',
				'isSubsetOf',
				'isSupersetOf',
				'symmetricDifference',
			],
		]);
		expect([...names.pureMethods].filter((name) => !existing.has(name))).toEqual([]);
	});
});
