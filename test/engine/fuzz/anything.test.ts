import fc from 'fast-check';
import type { IDataObject, OnError } from 'n8n-workflow';
import type { FaultAction } from '../../../playground/service/mock-service';
import { runs } from '../../property-runs';
import { everyForm, type FormCase } from '../every-operation/cases';
import { OperationRunner } from '../every-operation/operation-runner';
import { skipPauses, type EngineRun } from '../harness';
import { errorsIn, linksOf } from '../node-runner';

jest.setTimeout(600_000);
skipPauses();
const node = new OperationRunner();

const nestedIn = (wrap: (inner: unknown) => unknown): unknown =>
	Array.from({ length: 500 }).reduce(wrap, 'core');
const cycle: { inner: unknown[] } = { inner: [] };
cycle.inner.push(cycle);

/** Long texts, some of them slow to match with a careless pattern. */
const longTexts = ['x', '1', ' ', '%{'].map((part) => `a${part.repeat(100_000)}a`);
const texts = fc.oneof(
	fc.constantFrom('', ' ', '.', '..', '__proto__', 'constructor', '\ud800', 'a\udfffb', '\u0000'),
	fc.constantFrom('null', '[', '[]', '{}', '[null]', '{"a":1}', '[{"__proto__":1}]', '"'),
	fc.constantFrom('+34600100001', '2026-02-30', '2026-03-29T09:30', 'http://[', '%{x}', '%%{x}'),
	fc.constantFrom('=', '{{', ...longTexts),
	fc.string({ unit: 'binary', maxLength: 20 }),
);
/** Keys of items and answers, also those that every object inherits. */
const keys = fc.oneof(
	fc.constantFrom('__proto__', 'constructor', 'toString', 'prototype', 'error', 'json', '', '0'),
	fc.string({ maxLength: 5 }),
);
const exotic = { withBigInt: true, withDate: true, withMap: true, withTypedArray: true };
const strangeValue = fc.oneof(
	texts,
	fc.constantFrom<unknown>(null, [], {}, [null], [[]], { value: null }, { __rl: true }, cycle),
	fc.constantFrom(
		new Date(NaN),
		nestedIn((inner) => [inner]),
		nestedIn((inner) => ({ inner })),
	),
	fc.anything({ key: keys, ...exotic }),
);

/** A valid item with some strange values and additional keys. */
function itemLike(goodItem: IDataObject): fc.Arbitrary<IDataObject> {
	const key = fc.oneof(fc.constantFrom(...Object.keys(goodItem)), keys);
	const changes = fc.dictionary(key, strangeValue, { maxKeys: 4 });
	return changes.map((changed) => ({ ...goodItem, ...changed }) as IDataObject);
}

const documented = everyForm.map(({ operation }) => operation.endpoint.documented({}, {}));
const answerKeys = [...new Set(documented.flatMap((answer) => Object.keys(answer)))];
const known = fc.constantFrom(...answerKeys, 'uuid', 'id', 'valid', 'delivery_id', 'error');
const json = fc.anything({
	key: fc.oneof({ weight: 4, arbitrary: known }, keys),
	values: [texts, fc.integer(), fc.double(), fc.boolean()],
});
const lists = fc.oneof(json, fc.array(json), fc.array(fc.array(json)));
/** Answers that are almost valid, and others. */
const answers = fc.record({
	status: fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(200, 201) },
		{ weight: 1, arbitrary: fc.constantFrom(202, 204, 300, 304, 401, 404, 413, 429, 503) },
	),
	body: fc.oneof(
		json,
		fc.dictionary(fc.constantFrom(...answerKeys), lists, { minKeys: 1, maxKeys: 3 }),
		fc.constantFrom<unknown>('[', '{"deliveries": [', '\ud800', '<html>', '['.repeat(5000)),
	),
	headers: fc.dictionary(
		fc.constantFrom('retry-after', 'location', 'content-type', 'x-request-id'),
		fc.constantFrom('', '-1', '1e9', '0', 'soon', 'http://[', 'image/png'),
		{ maxKeys: 2 },
	),
});

/**
 * Expects a message of the node that names its items, not one of the JavaScript engine, which would
 * mean an unhandled case. Errors of the expression engine are allowed.
 */
function expectPlainSentence(message: string, count: number): void {
	const [, item] = / \[items? (\d+)[^\]]*\]$/.exec(message) ?? [];
	expect({ message, isItem: Number(item) < count }).toEqual({ message, isItem: true });
	expect(message.replace(/Expression evaluation failed:.*/, '')).not.toMatch(
		/is not (a function|iterable|defined)|Cannot (read|convert|set|mix)|call stack|Invalid (array|string|time|count)|URI malformed|circular/i,
	);
	expect(message.length).toBeLessThan(1000);
}

describe.each(everyForm)('$name ends in a result or an error of the item,', (one: FormCase) => {
	const { form, goodItem, preview, mayBeSilent } = one;

	/** Runs the node with Continue off, and on: then every item is in the output. */
	async function expectValidEnd(
		items: IDataObject[],
		action?: FaultAction,
		isSilent = mayBeSilent,
	): Promise<void> {
		const run = async (onError: OnError): Promise<EngineRun> => {
			node.reset();
			if (action) node.service.faults.add({ times: Infinity, action });
			const ended = await node.run(form, { items, onError });
			if (ended.status === 'success' || ended.status === 'waiting') return ended;
			expect(ended.error?.name).toMatch(/^Node(Operation|Api)Error$/);
			expectPlainSentence(ended.error!.message, items.length);
			return ended;
		};
		await run('stopWorkflow');
		const { status, output, errorOutput } = await run('continueErrorOutput');
		if (status !== 'success') return;
		for (const { message } of errorsIn(errorOutput))
			expectPlainSentence(message as string, items.length);
		// With Test Recipient, only the first few messages are sent.
		const isTest = Object.hasOwn((form.options ?? {}) as IDataObject, 'testRecipient');
		if (isSilent || isTest) return;
		const linked = new Set(linksOf([...output, ...errorOutput]).flat());
		expect([...items.keys()].filter((item) => !linked.has(item))).toEqual([]);
	}

	if (preview === undefined) {
		it('whatever the service answers', async () => {
			const property = fc.asyncProperty(answers, async (respond) => {
				const items = [goodItem, goodItem, goodItem];
				await expectValidEnd(items, { respond }, mayBeSilent || respond.status < 300);
			});
			await fc.assert(property, { numRuns: runs(8), endOnFailure: true });
		});
	}

	it('whatever the items contain', async () => {
		const items = fc.array(itemLike(goodItem), { minLength: 1, maxLength: 3 });
		const property = fc.asyncProperty(items, async (values) => await expectValidEnd(values));
		await fc.assert(property, { numRuns: runs(7), endOnFailure: true });
	});
});
