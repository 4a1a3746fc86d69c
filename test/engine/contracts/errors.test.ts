import { ExpressionError, NodeOperationError } from 'n8n-workflow';
import {
	canceledMessage,
	withoutTags,
	errorItem,
	explain,
	explanationOf,
} from '../../../nodes/CrmMessaging/n8n/errors';
import { failing, node, Prober } from './probe';

const prober = new Prober();

describe('an error message', () => {
	it.each([
		[canceledMessage, 'canceled'],
		['The request failed', 'error'],
	])('“%s” ends an execution as %s', async (message, status) => {
		const run = await prober.run(async (context) => {
			throw failing(context, message);
		});
		expect(run.status).toBe(status);
	});
});

describe('rich text', () => {
	const text = 'From “<a href=x>Ana</a>” <!-- 1 < 2 & <3';

	it('reaches the editor unescaped, so the package replaces the start of every HTML tag', async () => {
		const { hints, data } = await prober.run(async (context) => {
			context.addExecutionHints({ message: text, location: 'outputPane' });
			throw new NodeOperationError(context.getNode(), 'no', { description: text });
		});
		const shown = data.data.resultData.error as NodeOperationError;
		expect([shown.description, ...hints.map(({ message }) => message)]).toContain(text);
		expect(withoutTags(text)).toBe('From “‹a href=x>Ana‹/a>” ‹!-- 1 < 2 & <3');
	});
});

describe('the explanation of an expression', () => {
	it('is copied from n8n’s expression error into ours', async () => {
		const errors: NodeOperationError[] = [];
		await prober.run(
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

	it('appends our text to n8n’s template, which the editor shows instead of the description', () => {
		const theirs = new ExpressionError('no', { descriptionTemplate: 'Look here.' });
		const own = new NodeOperationError(node, 'no');
		explain(own, explanationOf(theirs)!, 'Nothing was sent.');
		expect(own.context.descriptionTemplate).toBe('Look here. Nothing was sent.');
	});

	it('is undefined for an error that isn’t n8n’s', () => {
		const errors = [new Error('no'), 'no', null, undefined];
		expect(errors.map(explanationOf)).toEqual(errors.map(() => undefined));
	});
});

describe('an error item', () => {
	const items = [{ name: 'Ana' }, { name: 'Ben' }];
	const good = { json: { id: 1 }, pairedItem: { item: 0 } };
	const failed = { json: { name: 'Ben', error: { message: 'no' } }, pairedItem: { item: 1 } };
	const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'keeps the fields of its item with %s',
		async (onError) => {
			const run = await prober.run(
				async (context) => {
					return [good, errorItem(context.getNode(), 1, { message: 'no' }, items[1]!)];
				},
				{ onError, ...retried },
				{ items },
			);
			expect([...run.output, ...run.errorOutput]).toEqual([good, failed]);
			expect(run.errorOutput).toHaveLength(onError === 'continueErrorOutput' ? 1 : 0);
			expect(run.tries).toBe(1);
		},
	);
});
