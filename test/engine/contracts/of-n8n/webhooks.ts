import {
	answerAfterStart,
	readUnreadBody,
	webhookRequestOf,
} from '../../../../nodes/CrmMessaging/n8n/webhooks';

export function contract(): void {
	describe('the request of a webhook', contractOfWebhookRequest);
	describe('an answer after the start', contractOfAnswerAfterStart);
}

/** That a real server keeps the raw body, and reads one of any type, is shown by test/server/trigger.test.ts. */
function contractOfWebhookRequest(): void {
	it('is the request that n8n hands to the node', () => {
		const request = { method: 'POST', originalUrl: '/a?b=c', headers: {}, ip: '::1' };
		const context = { getRequestObject: () => request };
		expect(webhookRequestOf(context as never)).toBe(request);
	});

	it.each([
		['text/plain', true],
		['Multipart/form-data; boundary=x', false],
	])(
		'its body is read if n8n didn’t read it, unless it comes in parts: %s',
		async (type, isRead) => {
			const readRawBody = jest.fn();
			await readUnreadBody({ headers: { 'content-type': type }, readRawBody } as never);
			expect(readRawBody.mock.calls).toHaveLength(isRead ? 1 : 0);
		},
	);
}

/** n8n's server asks in the order this needs: test/server/trigger.test.ts restarts a real one. */
function contractOfAnswerAfterStart(): void {
	it('does nothing before n8n asks for the answer', () => {
		const calls: string[] = [];
		const workflowData = [[{ json: {} }]];
		const answer = answerAfterStart({ workflowData }, 'started', () => calls.push('started'));
		expect([answer.workflowData, calls]).toEqual([workflowData, []]);
		expect([answer.webhookResponse, calls]).toEqual([{ message: 'started' }, ['started']]);
	});
}
