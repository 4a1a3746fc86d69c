import { answerAfterStart } from '../../../../nodes/CrmMessaging/n8n/answerAfterStart';

/** n8n's server asks in the order this needs: test/server/trigger.test.ts restarts a real one. */
export function contract(): void {
	it('does nothing before n8n asks for the answer', () => {
		const calls: string[] = [];
		const workflowData = [[{ json: {} }]];
		const answer = answerAfterStart({ workflowData }, 'started', () => calls.push('started'));
		expect([answer.workflowData, calls]).toEqual([workflowData, []]);
		expect([answer.webhookResponse, calls]).toEqual([{ message: 'started' }, ['started']]);
	});
}
