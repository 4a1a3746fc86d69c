import { NodeOperationError } from 'n8n-workflow';
import { withoutTags } from '../../../../nodes/CrmMessaging/n8n/richText';
import type { Prober } from '../probe';

export function contract(this: Prober): void {
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
