import fc from 'fast-check';
import type { IDataObject, OnError } from 'n8n-workflow';
import { setOwn } from '../../../nodes/CrmMessaging/fields/values';
import type { FaultAction } from '../../../playground/service/mock-service';
import { runs } from '../../property-runs';
import { everyForm, type FormCase } from '../every-operation/cases';
import { OperationRunner } from '../every-operation/operation-runner';
import { skipPauses, type EngineRun } from '../harness';
import { inRow, nodeOfType, NODE_UNDER_TEST, simpleNode } from '../harness/nodes';
import { errorsIn, linksOf } from '../node-runner';
import { answersLike, itemLike, type FuzzItem } from './strange-values';

jest.setTimeout(600_000);
skipPauses();

/** Tries a property a few times per form. PROPERTY_SHRINK makes a failing example smaller, slowly. */
async function holds<Value>(
	times: number,
	values: fc.Arbitrary<Value>,
	property: (value: Value) => Promise<void>,
): Promise<void> {
	const endOnFailure = process.env.PROPERTY_SHRINK === undefined;
	const settings = { numRuns: runs(times), endOnFailure };
	await fc.assert(fc.asyncProperty(values, property), settings);
}

const documented = everyForm.map(({ operation }) => operation.endpoint.documented({}, {}));
const answers = answersLike([...new Set(documented.flatMap((answer) => Object.keys(answer)))]);

/** A copy outside jest's realm, as n8n's values are; functions and symbols have none. */
function outsideJest(value: unknown): unknown {
	try {
		return structuredClone(value);
	} catch {
		return value;
	}
}

/** An item outside jest's realm that can't be stored. */
function itemOutside({ json, ...item }: FuzzItem): FuzzItem {
	const copy = structuredClone({}) as IDataObject;
	for (const [key, value] of Object.entries(json)) setOwn(copy, key, outsideJest(value));
	return { ...item, json: copy };
}

const SOURCE = 'fuzz.source';
const node = new OperationRunner();

async function runOver(
	{ form }: FormCase,
	items: FuzzItem[],
	onError: OnError,
	action?: FaultAction,
): Promise<EngineRun> {
	node.reset();
	if (action) node.service.faults.add({ times: Infinity, action });
	const source = simpleNode('Source', async () => items.map(itemOutside));
	const [, own] = node.workflow(form, { onError }).nodes;
	const workflow = inRow([nodeOfType(SOURCE, 'Source'), own!]);
	return await node.engine.runWorkflow(workflow, {
		start: { node: 'Source' },
		nodeTypes: { [SOURCE]: source },
		credential: node.credential,
		observe: NODE_UNDER_TEST,
	});
}

/**
 * A message of the node that names its items, not one of the JavaScript engine, which would mean an
 * unhandled case. Errors of the expression engine are allowed.
 *
 * @returns the first item it names
 */
function expectPlainSentence(message: string, count: number): number {
	const [, item] = / \[items? (\d+)[^\]]*\]$/.exec(message) ?? [];
	expect({ message, isItem: Number(item) < count }).toEqual({ message, isItem: true });
	expect(message.replace(/Expression evaluation failed:.*/, '')).not.toMatch(
		/is not (a function|iterable|defined)|Cannot (read|convert|set|mix)|call stack|Invalid (array|string|time|count)|URI malformed|circular/i,
	);
	expect(message.length).toBeLessThan(1000);
	return Number(item);
}

/** A success, a wait, or an error of the node that names its items. n8n gets an index if there is only one. */
function expectEnd({ status, error }: EngineRun, count: number): void {
	if (status === 'success' || status === 'waiting') return;
	const { name, message = '', context } = error ?? {};
	expect(name).toMatch(/^Node(Operation|Api)Error$/);
	const first = expectPlainSentence(message, count);
	expect(context?.itemIndex).toBe(message.endsWith(` [item ${first}]`) ? first : undefined);
}

/** Runs the node with Continue off, and on: then every item is in the output. */
async function expectValidEnd(
	formCase: FormCase,
	items: FuzzItem[],
	action?: FaultAction,
): Promise<void> {
	expectEnd(await runOver(formCase, items, 'stopWorkflow', action), items.length);
	const continued = await runOver(formCase, items, 'continueErrorOutput', action);
	expectEnd(continued, items.length);
	if (continued.status !== 'success') return;
	for (const { message } of errorsIn(continued.errorOutput)) {
		expectPlainSentence(message as string, items.length);
	}
	const linked = linksOf([...continued.output, ...continued.errorOutput]).flat();
	const missing = items.flatMap((_, index) => (linked.includes(index) ? [] : index));
	// With Test Recipient, only the first few messages are sent.
	const isTest = Object.hasOwn((formCase.form.options ?? {}) as IDataObject, 'testRecipient');
	if (!formCase.mayBeSilent && !isTest) expect(missing).toEqual([]);
}

describe.each(everyForm)('$name ends in a result or an error of the item,', (operation) => {
	const { goodItem, preview } = operation;

	if (preview === undefined) {
		it('whatever the service answers', async () => {
			const items = Array.from({ length: 3 }, () => ({ json: goodItem }));
			await holds(8, answers, async (respond) => {
				const tolerant = { ...operation, mayBeSilent: respond.status < 300 };
				await expectValidEnd(tolerant, items, { respond });
			});
		});
	}

	it('whatever the items contain', async () => {
		const items = fc.array(itemLike(goodItem), { minLength: 1, maxLength: 3 });
		await holds(7, items, async (values) => await expectValidEnd(operation, values));
	});
});
