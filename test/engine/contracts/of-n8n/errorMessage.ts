import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { keepMessage } from '../../../../nodes/CrmMessaging/n8n/errorMessage';
import { node, type Prober } from '../probe';

export function contract(this: Prober): void {
	const message = 'The server refused the connection (ECONNREFUSED)';

	it('is replaced by n8n and kept by us', () => {
		const error = new NodeApiError(node, {}, { message });
		expect(error.message).not.toBe(message);
		keepMessage(error, message);
		expect(error.message).toBe(message);
	});

	it('is what the execution shows', async () => {
		const run = await this.run(async (context) => {
			const error = new NodeOperationError(context.getNode(), message);
			keepMessage(error, message);
			throw error;
		});
		expect(run.data.data.resultData.error?.message).toBe(message);
	});
}
