import { canceledMessage } from '../../../../nodes/CrmMessaging/n8n/cancellation';
import { failing, type Prober } from '../probe';

export function contract(this: Prober): void {
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
