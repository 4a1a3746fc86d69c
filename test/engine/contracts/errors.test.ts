import { ExpressionError, NodeOperationError } from 'n8n-workflow';
import {
	canceledMessage,
	withoutTags,
	explain,
	explanationOf,
} from '../../../nodes/CrmMessaging/n8n/errors';
import { node, Prober } from './probe';

const prober = new Prober();

it.each([
	[canceledMessage, 'canceled'],
	['The request failed', 'error'],
])('an error message “%s” ends an execution as %s', async (message, status) => {
	const run = await prober.run(async (context) => {
		throw new NodeOperationError(context.getNode(), message);
	});
	expect(run.status).toBe(status);
});

const text = 'From “<a href=x>Ana</a>” <!-- 1 < 2 & <3';

it('rich text reaches the editor unescaped, so the package replaces the start of every HTML tag', async () => {
	const { hints, data } = await prober.run(async (context) => {
		context.addExecutionHints({ message: text, location: 'outputPane' });
		throw new NodeOperationError(context.getNode(), 'no', { description: text });
	});
	const shown = data.data.resultData.error as NodeOperationError;
	expect([shown.description, ...hints.map(({ message }) => message)]).toContain(text);
	expect(withoutTags(text)).toBe('From “‹a href=x>Ana‹/a>” ‹!-- 1 < 2 & <3');
});

describe('the explanation of an expression', () => {
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
