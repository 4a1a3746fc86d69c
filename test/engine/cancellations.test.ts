import { guests, smsToGuests } from './message-forms';
import { NodeRunner } from './node-runner';

describe('a word by which n8n recognizes a cancellation', () => {
	const sms = new NodeRunner();

	it('ends no execution as canceled if the service uses it', async () => {
		const respond = { status: 400, body: { error: 'was canceled' } };
		sms.service.faults.add({ action: { respond } });
		const run = await sms.run(smsToGuests, { items: guests(1) });
		expect(run.status).toBe('error');
		expect(run.error?.message).toBe(
			'The service refused the request (HTTP 400): was … [item 0]',
		);
		expect(run.error?.description).toMatch(
			/^In full: The service refused the request \(HTTP 400\): was canceled\. /,
		);
	});
});
