import {
	ExpressionError,
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
} from 'n8n-workflow';
import {
	keepMessage,
	canceledMessage,
	withoutTags,
	explain,
	explanationOf,
	errorItem,
	hasErrorOutput,
} from '../../../../nodes/CrmMessaging/n8n/errors';
import { node, type Prober, failing } from '../probe';

export function contract(this: Prober): void {
	describe('the message of an error', contractOfErrorMessage.bind(this));
	describe('what reads as a cancellation', contractOfCancellation.bind(this));
	describe('rich text', contractOfRichText.bind(this));
	describe('the explanation of an expression', contractOfEditorExplanation.bind(this));
	describe('an error item', contractOfErrorItem.bind(this));
}

function contractOfErrorMessage(this: Prober): void {
	const message = 'The server refused the connection (ECONNREFUSED)';

	it('is replaced by n8n, and is what the execution shows if it is kept', async () => {
		const run = await this.run(async () => {
			const error = new NodeApiError(node, {}, { message });
			expect(error.message).not.toBe(message);
			keepMessage(error, message);
			throw error;
		});
		expect(run.data.data.resultData.error?.message).toBe(message);
	});
}

function contractOfCancellation(this: Prober): void {
	it.each([
		[canceledMessage, 'canceled'],
		['The request failed', 'error'],
	])('“%s” ends an execution as %s', async (message, status) => {
		const run = await this.run(async (context) => {
			throw failing(context, message);
		});
		expect(run.status).toBe(status);
	});
}

function contractOfRichText(this: Prober): void {
	const text = 'From “<a href=x>Ana</a>” <!-- 1 < 2 & <3';

	it('reaches the editor as it is, which takes it for HTML, so nothing in it may begin a tag', async () => {
		const { hints, data } = await this.run(async (context) => {
			context.addExecutionHints({ message: text, location: 'outputPane' });
			throw new NodeOperationError(context.getNode(), 'no', { description: text });
		});
		const told = data.data.resultData.error as NodeOperationError;
		expect([told.description, ...hints.map(({ message }) => message)]).toContain(text);
		expect(withoutTags(text)).toBe('From “‹a href=x>Ana‹/a>” ‹!-- 1 < 2 & <3');
	});
}

function contractOfEditorExplanation(this: Prober): void {
	it('is taken from an error of an expression and put into ours', async () => {
		const errors: NodeOperationError[] = [];
		await this.run(
			async (context) => {
				try {
					context.getNodeParameter('value', 0);
				} catch (error) {
					const own = failing(context);
					explain(own, explanationOf(error)!, 'Nothing was sent.');
					errors.push(error as NodeOperationError, own);
				}
				return [];
			},
			{ parameters: { value: "={{ $('Nowhere').item.json.name }}" } },
		);
		const [theirs, own] = errors;
		expect(Object.keys(theirs!.context).length).toBeGreaterThan(2);
		const { itemIndex: _, ...rest } = theirs!.context;
		expect(own!.context).toMatchObject(rest);
	});

	it('says ours after n8n’s template, which the editor shows instead of the description', () => {
		const theirs = new ExpressionError('no', { descriptionTemplate: 'Look here.' });
		const own = new NodeOperationError(node, 'no');
		explain(own, explanationOf(theirs)!, 'Nothing was sent.');
		expect(own.context.descriptionTemplate).toBe('Look here. Nothing was sent.');
	});

	it('is nothing for an error that is not of n8n', () => {
		expect([new Error('no'), 'no', null, undefined].map(explanationOf)).toEqual(
			Array(4).fill(undefined),
		);
	});
}

function contractOfErrorItem(this: Prober): void {
	const items = [{ name: 'Ana' }, { name: 'Ben' }];
	const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const failed = { json: { name: 'Ben', error: { message: 'no' } }, pairedItem: { item: 1 } };
	const fail = (context: IExecuteFunctions) =>
		errorItem(1, { message: 'no' }, items[1]!, hasErrorOutput(context.getNode()));

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'keeps the fields of its item with %s, and lets the node run again only in front',
		async (onError) => {
			const good = { json: { id: 1 }, pairedItem: { item: 0 } };
			const options = { onError, ...retried };
			const last = await this.run(async (one) => [good, fail(one)], options, { items });
			expect([...last.output, ...last.errorOutput]).toEqual([good, failed]);
			expect(last.errorOutput).toHaveLength(onError === 'continueErrorOutput' ? 1 : 0);
			expect(last.tries).toBe(1);
			const first = await this.run(async (one) => [fail(one), good], options, { items });
			expect(first.tries).toBe(2);
		},
	);
}
