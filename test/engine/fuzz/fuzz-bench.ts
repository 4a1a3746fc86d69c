import type { IDataObject, INodeExecutionData, OnError } from 'n8n-workflow';
import type { FaultAction } from '../../../playground/service/mock-service';
import type { FormCase } from '../every-operation/form-cases';
import { madeUpEndpoints } from '../every-operation/made-up';
import type { EngineRun } from '../harness';
import { errorsIn, linksOf, NodeRunner } from '../node-runner';

/** An item with any values. */
export type FuzzItem = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Runs the node over any items: create it where tests are declared. */
export class FuzzBench {
	private readonly node = new NodeRunner({}, { moreEndpoints: madeUpEndpoints });

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
		{ form, node }: FormCase,
		items: FuzzItem[],
		onError: OnError,
		action?: FaultAction,
	): Promise<EngineRun | undefined> {
		const { service } = this.node;
		service.reset();
		if (action) service.faults.add({ times: Infinity, action });
		try {
			const run = await this.node.run(form, { ...node, items, onError });
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
