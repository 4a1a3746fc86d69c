import type { IDataObject } from 'n8n-workflow';
import { cannotWait } from '../../nodes/CrmMessaging/catalogue/runs';
import { automatic, contactForm, purchaseForm } from './import-forms';
import { describeWhere } from './harness';
import { NodeRunner } from './node-runner';
import { inField } from './sentences';

const waiting = { ...automatic, processingResult: 'waitForResult' };
const contact = contactForm(waiting);
const purchase = purchaseForm({ ...waiting, transactionCode: '={{ $json.user_id }}' });
const guests = (count: number, notes = ''): IDataObject[] =>
	Array.from({ length: count }, (_, nth) => ({ user_id: `g-${nth}`, notes }));

describeWhere('waitForResult')('a run that would wait for more requests than it can', () => {
	// One guest with long notes fits into a request, and two don't.
	const node = new NodeRunner({}, { processingDelayMs: 3_600_000, maxBodyBytes: 3000 });

	it.each([
		['contacts', { ...contact, options: { batchSize: 1 } }, 201, '201'],
		['purchases', purchase, 10_000, '10,000'],
	])('sends no %s', async (_, parameters, count, shown) => {
		const run = await node.run(parameters, { items: guests(count) });
		const { code, text } = inField(
			'Processing Result',
			cannotWait.tooManyToWaitFor('200', shown),
		);
		expect(run.error).toMatchObject({ code, message: `${text} [item 0]` });
		expect(node.service.requests).toEqual([]);
		expect(node.engine.waiting.subExecutionsOf(run)).toEqual([]);
	});

	it('stops where halves of large requests are too many, and names who was sent', async () => {
		const options = { batchSize: 2, parallelRequests: 1 };
		const items = guests(202, 'x'.repeat(2000));
		const { error } = await node.run({ ...contact, options }, { items });
		expect(error).toMatchObject({ code: 'tooManyToWaitFor' });
		expect(error?.description).toContain('Choose “Send to Trigger”');
		const sent = node.service.requests
			.filter(({ answer }) => answer !== undefined)
			.flatMap(({ body }) => (body as { contacts: IDataObject[] }).contacts)
			.map(({ user_id }) => user_id);
		expect(new Set(sent).size).toBe(sent.length);
		expect(error?.description).toContain(`${sent.length} were accepted`);
	}, 240_000);
});
