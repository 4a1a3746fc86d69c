import { join } from 'node:path';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runs, seed } from '../property-runs';
import { startEngine } from './harness';
import type { Engine } from './harness';

/** Keys that are ordinary, that every object has, or that the engine guards. */
const key = fc.oneof(
	fc.constantFrom('a', 'b', 'name', '$x', '_id', 'first name', 'é', '0', '-1', '', 'a}}', '{{a'),
	fc.constantFrom('length', 'toString', 'constructor', '__proto__', 'prototype', 'then'),
	fc.constantFrom('caller', 'binding', 'hasOwnProperty', 'toJSON', 'valueOf', 'isEmpty'),
	fc.string({ maxLength: 4 }),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		fc.string(),
		fc.string({ unit: 'binary' }),
		fc.constantFrom('={{ 1 + 1 }}', '{{ $json.a }}', '\ud800', 'x'.repeat(5000)),
		fc.double(),
		fc.integer(),
		fc.boolean(),
		fc.constantFrom(null, undefined),
		fc.date({ noInvalidDate: true }),
		fc.array(tie('value'), { maxLength: 2 }),
		fc.dictionary(key, tie('value'), { maxKeys: 3 }),
	),
}));

/** One step of a path, in each way that people and the editor write it. */
function stepOf(name: string, index: number): string {
	if (/^[A-Za-z_$]\w*$/.test(name) && index !== 1) return index === 0 ? `.${name}` : `?.${name}`;
	if (/^\d+$/.test(name) && index % 3 === 0) return `[${name}]`;
	return index % 5 === 0 && !name.includes("'") ? `['${name}']` : `[${JSON.stringify(name)}]`;
}

/** An item that has the value at the path, unless a further key hides it. */
function itemOf(path: string[], leaf: unknown, others: IDataObject): IDataObject {
	const inner = path.reduceRight<unknown>(
		(rest, name) => Object.fromEntries([[name, rest]]),
		leaf,
	);
	return Object.fromEntries([...Object.entries(others), ...Object.entries(inner as IDataObject)]);
}

describe('parameters that are read without the expression engine', () => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await startEngine({ packageDirectory: join(__dirname, 'reading-package') });
	});
	afterAll(() => engine.stop());

	it('have the value that the engine gives, for any item, path and value', async () => {
		const cases = fc.sample(
			fc.record({
				path: fc.array(key, { minLength: 1, maxLength: 3 }),
				leaf: value,
				others: fc.dictionary(key, value, { maxKeys: 3 }),
				space: fc.constantFrom('', ' ', '  ', '\n', '\t'),
				around: fc.constantFrom(['', ''], ['', ' '], [' ', ''], ['x', ''], ['', '{{ 1 }}']),
				isPlain: fc.integer({ max: 9, min: 0 }).map((one) => one > 0),
			}),
			{ numRuns: runs(4000), seed },
		);
		const places = cases.map(({ path, space, around, isPlain }) => {
			const [before, after] = isPlain ? ['', ''] : around;
			const expression = `{{${space}$json${path.map(stepOf).join('')}${space}}}`;
			return { value: `=${before}${expression}${after}` };
		});
		const run = await engine.run({
			items: cases.map(({ path, leaf, others }) => ({
				json: itemOf(path, leaf, others as IDataObject),
			})),
			node: { type: 'compareReadings', parameters: { places } },
		});
		expect(run.status).toBe('success');
		expect(run.output).toHaveLength(cases.length);
		const different = run.output.flatMap(({ json: { same, own, engine: other } }, index) =>
			same ? [] : [{ raw: places[index], own, engine: other }],
		);
		expect(different).toEqual([]);
		// Otherwise the engine was compared with itself.
		expect(run.output.filter(({ json }) => json.direct).length).toBeGreaterThan(
			cases.length / 8,
		);
	}, 60_000);
});
