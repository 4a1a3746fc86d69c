import { webhookRequestOf } from '../../../../nodes/CrmMessaging/n8n/webhookRequest';

/** That a real server keeps the raw body, and reads one of any type, is shown by test/server/trigger.test.ts. */
export function contract(): void {
	it('is the request that n8n hands to the node', () => {
		const request = { method: 'POST', originalUrl: '/a?b=c', headers: {}, ip: '::1' };
		const context = { getRequestObject: () => request };
		expect(webhookRequestOf(context as never)).toBe(request);
	});
}
