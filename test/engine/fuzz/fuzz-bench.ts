import { setOwn } from '../../../nodes/CrmMessaging/fields/values';
import type { IDataObject, INodeExecutionData, OnError } from 'n8n-workflow';
import type { FaultAction } from '../../../playground/service/mock-service';
import type { FormCase } from '../every-operation/cases';
import { OperationRunner } from '../every-operation/operation-runner';
import type { EngineRun } from '../harness';
import { inRow, NODE_UNDER_TEST as NODE, nodeOfType, simpleNode } from '../harness/nodes';
import { errorsIn, linksOf } from '../node-runner';
import { outsideJest } from './strange-values';

/** An item with any values. */
export type FuzzItem = Pick<INodeExecutionData, 'json' | 'binary'>;

const SOURCE = 'fuzz.source';

/** Runs the node over items that cannot be cloned or stored: create it where tests are declared. */
export class FuzzBench {
	private readonly node = new OperationRunner();
	private items: FuzzItem[] = [];
	private readonly source = simpleNode('Source', async () =>
		this.items.map(({ json, ...item }) => {
			const copy = structuredClone({}) as IDataObject;
			for (const [key, value] of Object.entries(json)) {
				setOwn(copy, key, outsideJest(value));
			}
			return { ...item, json: copy };
		}),
	);

	/**
	 * Runs the node with Continue off and on. It has to end in a result, or in an error of the node
	 * that names the item. With Continue on, every item is in the output.
	 */
	async expectValidEnd(
		formCase: FormCase,
		items: FuzzItem[],
		action?: FaultAction,
	): Promise<void> {
		const stopped = await this.run(formCase, items, 'stopWorkflow', action);
		if (!stopped) return;
		if (stopped.status !== 'success' && stopped.status !== 'waiting')
			expectNamesItem(stopped.error, items.length);
		await this.expectEveryItem(formCase, items, action);
	}

	/** Runs the node with Continue on, and checks that every item is in the output. */
	async expectEveryItem(
		formCase: FormCase,
		items: FuzzItem[],
		action?: FaultAction,
	): Promise<void> {
		const continued = (await this.run(formCase, items, 'continueErrorOutput', action))!;
		if (continued.status === 'waiting') return;
		if (continued.status !== 'success') {
			// Options of the whole run are read before any item.
			expectNamesItem(continued.error, items.length);
			return;
		}
		for (const { message } of errorsIn(continued.errorOutput)) {
			expectPlainSentence(message as string, items.length);
		}
		const linked = linksOf([...continued.output, ...continued.errorOutput]).flat();
		const missing = items.map((_, index) => index).filter((index) => !linked.includes(index));
		// With Test Recipient, only the first few messages are sent.
		const isTest = Object.hasOwn((formCase.form.options ?? {}) as IDataObject, 'testRecipient');
		if (!formCase.mayBeSilent && !isTest) expect(missing).toEqual([]);
	}

	/** One run; undefined if n8n rejects the parameters before any node runs. */
	private async run(
		{ form }: FormCase,
		items: FuzzItem[],
		onError: OnError,
		action?: FaultAction,
	): Promise<EngineRun | undefined> {
		const { engine, service, credential } = this.node;
		this.items = items;
		service.reset();
		if (action) service.faults.add({ times: Infinity, action });
		try {
			const [, own] = this.node.workflow(form, { onError }).nodes;
			const workflow = inRow([nodeOfType(SOURCE, 'Source'), own!]);
			const run = await engine.runWorkflow(workflow, {
				start: { node: 'Source' },
				nodeTypes: { [SOURCE]: this.source },
				credential,
				observe: NODE,
			});
			return run.tries === 0 ? undefined : run;
		} catch (error) {
			// n8n can't open a workflow in which a list of entries isn't a list.
			expect((error as Error).stack).toMatch(/node-helpers/);
			return undefined;
		}
	}
}

/** An error of the node that names its items. n8n gets an index if there is only one. */
function expectNamesItem(error: EngineRun['error'], count: number): void {
	const { name, message = '', context } = error ?? {};
	expect(name).toMatch(/^Node(Operation|Api)Error$/);
	const first = expectPlainSentence(message, count);
	expect(context?.itemIndex).toBe(message.endsWith(` [item ${first}]`) ? first : undefined);
}

/**
 * Expects a message of the node, not of the JavaScript engine, which would mean an unhandled case. Errors
 * of the expression engine are allowed.
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
