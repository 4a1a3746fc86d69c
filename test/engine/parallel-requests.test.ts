import { setTimeout as pause } from 'node:timers/promises';
import { guests, phoneOf, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

/** Their order and pace are rules: requests-go-in-order and requests-keep-pace in test/unit/rules/. */
describe('requests in parallel', () => {
	const node = new NodeRunner(smsToGuests);
	const arrived = async (count: number): Promise<void> => {
		while (node.bodies.length < count) await pause(5);
	};

	it.each([
		['5 by default', {}, 5],
		['as many as Parallel Requests allows', { parallelRequests: 3 }, 3],
	])('begin with %s', async (_, options, most) => {
		const answer = node.holdAnswers();
		const items = guests(30);
		const running = node.run({ options: { ...options, batchSize: 1 } }, { items });
		await arrived(most);
		await pause(50);
		expect(node.bodies).toHaveLength(most);
		answer();
		expect(linksOf((await running).output)).toEqual(items.map((_, item) => [item]));
	});

	it.each([
		['20 by default', {}, 20],
		['as many as Parallel Requests allows', { parallelRequests: 8 }, 8],
	])('become more with each success, up to %s', async (_, options, most) => {
		const [answered, held] = [30, 40];
		const answer = node.holdAnswers({ after: answered, times: held });
		const items = guests(answered + held);
		const running = node.run({ options: { ...options, batchSize: 1 } }, { items });
		await arrived(answered + most);
		await pause(50);
		expect(node.bodies).toHaveLength(answered + most);
		answer();
		expect(linksOf((await running).output)).toEqual(items.map((_, item) => [item]));
	});

	it('become half as many if the service is too busy', async () => {
		const busy = { respond: { status: 429, headers: { 'retry-after': '0' } } };
		node.service.faults.add({ times: 5, action: busy });
		const answer = node.holdAnswers();
		const items = guests(12);
		const running = node.run({ options: { batchSize: 1 } }, { items });
		await arrived(5 + 2);
		await pause(50);
		expect(node.bodies).toHaveLength(5 + 2);
		answer();
		expect(linksOf((await running).output)).toEqual(items.map((_, item) => [item]));
	});

	it('stop after a failure, and those in progress are reported', async () => {
		node.service.faults.add({ action: { respond: { status: 400 } } });
		const answer = node.holdAnswers();
		const options = { parallelRequests: 3, batchSize: 1 };
		const running = node.run({ options }, { items: guests(9) });
		await arrived(3);
		await pause(50);
		answer();
		const { error } = await running;
		expect(node.bodies).toHaveLength(3);
		expect(error?.description).toContain('Of 9 messages, 2 were accepted and 7 weren’t sent.');
		expect(error?.context?.data).toMatchObject({
			accepted: [{ recipient: phoneOf(2) }, { recipient: phoneOf(3) }],
		});
	});
});
