import { setTimeout as pause } from 'node:timers/promises';
import { guests, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

/** Their pace is a rule (test/unit/rules/requests-keep-pace.test.ts), and their order is proved in rounds/. */
describe('requests in parallel', () => {
	const node = new NodeRunner(smsToGuests);
	/** Waits until as many requests have arrived, and no more. */
	const arrived = async (count: number): Promise<void> => {
		while (node.bodies.length < count) await pause(5);
		await pause(50);
		expect(node.bodies).toHaveLength(count);
	};

	it.each([
		['5, and up to 20 by default', {}, 5, 20],
		['as many as Parallel Requests allows', { parallelRequests: 3 }, 3, 3],
	])('begin with %s', async (_, options, first, most) => {
		const begin = node.holdAnswers({ times: first });
		const answer = node.holdAnswers({ after: 30, times: 40 });
		const items = guests(30 + 40);
		const running = node.run({ options: { ...options, batchSize: 1 } }, { items });
		await arrived(first);
		begin();
		await arrived(30 + most);
		answer();
		expect(linksOf((await running).output)).toEqual(items.map((_, item) => [item]));
	});

	it('become half as many if the service is too busy', async () => {
		const busy = { respond: { status: 429, headers: { 'retry-after': '0' } } };
		node.service.faults.add({ times: 5, action: busy });
		const answer = node.holdAnswers();
		const running = node.run({ options: { batchSize: 1 } }, { items: guests(12) });
		await arrived(5 + 2);
		answer();
		expect((await running).output).toHaveLength(12);
	});
});
