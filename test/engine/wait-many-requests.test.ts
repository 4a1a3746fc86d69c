import { cannotWait } from '../../nodes/CrmMessaging/catalogue/runs';
import { inField } from './sentences';
import type { IDataObject } from 'n8n-workflow';
import { describeWhere } from './harness';
import { NodeRunner } from './node-runner';

/** A job stays queued: no callback comes. */
const queued = { processingDelayMs: 3_600_000 };
const waiting = { origin: 'pms', processingResult: 'waitForResult' };

/** The error of a run that would wait for too many requests. */
const tooMany = (count: string) =>
	inField('Processing Result', cannotWait.tooManyToWaitFor('200', count));

const guests = (count: number, notes = ''): IDataObject[] =>
	Array.from({ length: count }, (_, nth) => ({ user_id: `g-${nth}`, notes }));

describeWhere('waitForResult')('a run that would wait for more requests than it can', () => {
	describe('knows it before the first leaves, and', () => {
		const node = new NodeRunner(waiting, queued);
		const contact = {
			resource: 'contact',
			operation: 'upsert',
			contactsFrom: 'mapAutomatically',
			options: { batchSize: 1 },
		};
		const purchase = {
			resource: 'purchase',
			operation: 'upsert',
			contactsFrom: 'mapAutomatically',
			uuid: 'room-12',
			price: 1,
			currency: 'EUR',
			transactionCode: '={{ $json.user_id }}',
		};

		it.each([
			['contacts', contact, 201, '201'],
			['purchases', purchase, 201, '201'],
			['purchases', purchase, 10_000, '10,000'],
		])('sends none of them: %s', async (_, parameters, count, said) => {
			const run = await node.run(parameters, { items: guests(count) });
			expect(run.error).toMatchObject({
				code: tooMany(said).code,
				message: `${tooMany(said).text} [item 0]`,
			});
			expect(node.service.requests).toEqual([]);
			expect(node.engine.subExecutionsOf(run)).toEqual([]);
		});
	});

	describe('learns it by halves of what is too large, and', () => {
		// One of these guests fits into a request, and two don't.
		const node = new NodeRunner(waiting, { ...queued, maxBodyBytes: 3000 });
		const contact = {
			resource: 'contact',
			operation: 'upsert',
			contactsFrom: 'mapAutomatically',
		};
		const options = { batchSize: 2, parallelRequests: 1 };
		const items = guests(202, 'x'.repeat(2000));
		const sentIds = () =>
			node.service.requests
				.filter(({ answer }) => answer !== undefined)
				.flatMap(({ body }) => (body as { contacts: IDataObject[] }).contacts)
				.map(({ user_id }) => user_id);

		it('stops there, and names who was sent', async () => {
			const failed = await node.run({ ...contact, options }, { items });
			expect(failed.error).toMatchObject({ code: 'tooManyToWaitFor' });
			expect(failed.error?.description).toContain('Choose “Send to Trigger”');
			const sent = sentIds();
			expect(new Set(sent).size).toBe(sent.length);
			expect(failed.error?.description).toContain(`${sent.length} were accepted`);
		}, 240_000);
	});
});
