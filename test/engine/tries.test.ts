import type { IDataObject } from 'n8n-workflow';
import { NodeRunner } from './node-runner';

const items = [{ phone: '+34600100001' }];
const smsParameters = {
	resource: 'sms',
	operation: 'send',
	sender: 'Aurora',
	messageHolder: 'Hello',
	deliveries: { delivery: [{ phoneNumber: '={{ $json.phone }}' }] },
};
const bulkJobParameters = { resource: 'bulkJob', operation: 'get', bulkId: 'a1' };
const job = { respond: { status: 200, body: { bulk: { _id: 'a1', status: 'processed' } } } };

describe('tries', () => {
	const node = new NodeRunner();

	it.each([
		['429', { respond: { status: 429 } }],
		['503', { respond: { status: 503 } }],
		[
			'429 with Retry-After in seconds',
			{ respond: { status: 429, headers: { 'retry-after': '1' } } },
		],
		[
			'429 with Retry-After as a date',
			{ respond: { status: 429, headers: { 'retry-after': new Date(0).toUTCString() } } },
		],
		[
			'503 with an absurd Retry-After',
			{ respond: { status: 503, headers: { 'retry-after': 'soon' } } },
		],
	])('sends a POST again after %s', async (_, action) => {
		node.service.faults.add({ action });
		const run = await node.run(smsParameters, { items });
		expect(run.status).toBe('success');
		expect(node.service.requests).toHaveLength(2);
		expect(node.service.state.smsDeliveries).toHaveLength(1);
	});

	it('waits as long as Retry-After says', async () => {
		node.service.faults.add({
			action: { respond: { status: 429, headers: { 'retry-after': '2' } } },
		});
		await node.run(smsParameters, { items });
		const [first, second] = node.service.requests.map(({ at }) => Date.parse(at));
		expect(second! - first!).toBeGreaterThanOrEqual(1990);
	});

	it('gives up at once when it would have to wait too long', async () => {
		node.service.faults.add({
			action: { respond: { status: 429, headers: { 'retry-after': '3600' } } },
		});
		const run = await node.run(smsParameters, { items });
		expect(run.error?.message).toBe('The service gets too many requests (HTTP 429) [item 0]');
		expect(node.service.requests).toHaveLength(1);
	});

	it.each(['reset', 'processThenReset', 'truncate', { respond: { status: 500 } }] as const)(
		'never sends a POST again after %j',
		async (action) => {
			node.service.faults.add({ action });
			const run = await node.run(smsParameters, { items });
			expect(run.status).toBe('error');
			expect(run.error?.description).toContain('may have been taken all the same');
			expect(node.service.requests).toHaveLength(1);
		},
	);

	it.each([
		'reset',
		'truncate',
		{ respond: { status: 500 } },
		{ respond: { status: 502 } },
	] as const)('sends a GET again after %j', async (action) => {
		node.service.faults.add({ action });
		node.service.faults.add({ after: 1, action: job });
		const run = await node.run(bulkJobParameters, { items: [{}] });
		expect(run.status).toBe('success');
		expect(node.service.requests).toHaveLength(2);
	});

	it('ends after as many tries as the option says, and says so', async () => {
		node.service.faults.add({ times: 9, action: { respond: { status: 503 } } });
		const run = await node.run({ ...smsParameters, options: { tries: 2 } }, { items });
		expect(node.service.requests).toHaveLength(2);
		expect(run.error?.description).toContain('It was tried 2 times.');
	});

	it.each([0, 11, 1.5, 'many'])('refuses %j tries', async (tries) => {
		const run = await node.run({ ...smsParameters, options: { tries } }, { items });
		expect(run.error?.message).toBe(
			'Tries per Request must be a whole number from 1 to 10 [item 0]',
		);
		expect(node.service.requests).toHaveLength(0);
	});

	it('halves a request that is too large, since nothing of it was taken', async () => {
		const many: IDataObject[] = Array.from({ length: 8 }, (_, index) => ({
			phone: `+3460010000${index}`,
		}));
		node.service.faults.add({ times: 2, action: { respond: { status: 413 } } });
		const run = await node.run(smsParameters, { items: many });
		const sizes = node.service.requests.map(
			({ body }) => (body as { deliveries: unknown[] }).deliveries.length,
		);
		expect(sizes).toEqual([8, 4, 2, 2, 4]);
		expect(node.service.state.smsDeliveries.map(({ phone_number }) => phone_number)).toEqual(
			many.map(({ phone }) => phone),
		);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual(
			many.map(({ phone }) => phone),
		);
	});

	it('says so when a single entry is too large', async () => {
		node.service.faults.add({ times: 9, action: { respond: { status: 413 } } });
		const run = await node.run(smsParameters, { items: [...items, ...items] });
		expect(run.error).toMatchObject({ httpCode: '413', context: { itemIndex: 0 } });
	});

	it('reads independent jobs a few at a time and gives them in order', async () => {
		const ids = Array.from({ length: 12 }, (_, index) => `job-${index}`);
		for (const [index, id] of ids.entries()) {
			const body = { bulk: { _id: id, status: 'queue' } };
			node.service.faults.add({
				path: new RegExp(`/${id}$`),
				action:
					index % 3
						? { respond: { status: 200, body } }
						: { respond: { status: 200, body } },
			});
		}
		const run = await node.run(
			{ ...bulkJobParameters, bulkId: '={{ $json.id }}' },
			{ items: ids.map((id) => ({ id })) },
		);
		expect(run.output.map(({ json }) => json._id)).toEqual(ids);
	});
});
