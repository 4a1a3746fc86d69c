import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runnableForms } from '../every-operation/runnable-forms';
import { FuzzBench, settings } from './fuzz-bench';
import { strangeValue } from './strange-values';

/** Values of a workflow's JSON that no form has. */
const wrong = fc.oneof(
	fc.constantFrom<unknown>(null, '', 'text', 0, -1, 1.5, 1e300, true, [], {}, [null], ['text']),
	fc.constantFrom<unknown>({ value: null }, { field: [null] }, { delivery: [null, 'text', []] }),
	fc.constantFrom<unknown>({ contact: 'text' }, { item: [7] }, { replacement: [null] }),
	fc.constantFrom('={{ $json.v }}', '={{ [$json.v][0] }}', '={{ $json }}', '={{ $json.a.b.c }}'),
	fc.constantFrom('={{ undefined }}', '={{ null }}', '={{ NaN }}', '={{ 1n }}', '={{ 1/0 }}'),
	fc.constantFrom('={{ new Date(NaN) }}', '={{ $now }}', '={{ [] }}', '={{ ({}) }}', '={{ }}'),
	fc.constantFrom(
		'={{ (() => { throw new Error("no") })() }}',
		'={{ ] }}',
		'={{ nothing.here }}',
	),
	fc.jsonValue(),
);

type Path = Array<string | number>;

/** Every place in a form but resource and operation. */
function placesIn(value: unknown, path: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [path];
	const inner = Object.entries(value)
		.filter(([key]) => path.length > 0 || !['resource', 'operation'].includes(key))
		.flatMap(([key, one]) => placesIn(one, [...path, key]));
	return path.length > 0 ? [path, ...inner] : inner;
}

/** The form with something else at a place. */
function withValueAt(form: IDataObject, [key = '', ...rest]: Path, value: unknown): IDataObject {
	const inner = form[key] as IDataObject;
	const copy = (Array.isArray(form) ? [...(form as unknown[])] : { ...form }) as IDataObject;
	copy[key] = (rest.length > 0 ? withValueAt(inner ?? {}, rest, value) : value) as never;
	return copy;
}

jest.setTimeout(600_000);

describe('whatever the parameters hold', () => {
	const bench = new FuzzBench();

	it.each(runnableForms)('$name ends in a result or names the item', async (operation) => {
		const change = fc.tuple(fc.constantFrom(...placesIn(operation.form)), wrong);
		const changes = fc.array(change, { minLength: 1, maxLength: 2 });
		await fc.assert(
			fc.asyncProperty(changes, strangeValue, async (changed, v) => {
				const form = changed.reduce(
					(spoilt, [path, value]) => withValueAt(spoilt, path, value),
					operation.form,
				);
				const items = [
					{ json: operation.goodItem },
					{ json: { ...operation.goodItem, v } as IDataObject },
				];
				await bench.expectSoundEnd({ ...operation, form }, items);
			}),
			settings(8),
		);
	});
});
