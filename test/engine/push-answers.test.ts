import { deliveries, pushForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

const ITEMS = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

/** The document nests the results without saying by what; several readings are understood. */
describe('answers to push notifications', () => {
	const push = new NodeRunner(pushForm());
	const answer = (list: unknown): void => {
		push.service.faults.add({
			action: { respond: { status: 200, body: { deliveries: list } } },
		});
	};
	const to = (targetType: string) => deliveries({ targetType, targetId: '={{ $json.id }}' });
	const result = (device_id: string, delivery_id = `d-${device_id}`) => ({
		valid: true,
		delivery_id,
		device_id,
	});
	const bodyTo = (key: string) => ({
		app_id: 'guest-app',
		subject: 'Aurora',
		message_holder: 'Your room is ready',
		start_now: true,
		deliveries: ITEMS.map(({ id }) => ({ [key]: id, replacements: {} })),
	});

	it('go to their targets by position where there is one entry for each', async () => {
		answer([[result('x')], [result('y'), result('z')], [result('w')]]);
		const run = await push.run(to('user_id'), { items: ITEMS });
		expect(push.bodies).toEqual([bodyTo('user_id')]);
		expect(run.output.map(({ json }) => json)).toEqual([
			{ user_id: 'a', ...result('x') },
			{ user_id: 'b', ...result('y') },
			{ user_id: 'b', ...result('z') },
			{ user_id: 'c', ...result('w') },
		]);
		expect(linksOf(run.output)).toEqual([[0], [1], [1], [2]]);
		expect(run.hints).toEqual([]);
	});

	it('go to their targets by device where one inner list holds all', async () => {
		answer([[result('c'), result('a'), result('b')]]);
		const run = await push.run(to('device_id'), { items: ITEMS });
		expect(push.bodies).toEqual([bodyTo('device_id')]);
		expect(run.output.map(({ json }) => json)).toEqual([result('a'), result('b'), result('c')]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(run.hints).toEqual([]);
	});

	it('go by device also in a list that is not nested', async () => {
		answer([result('b'), result('a'), result('c')]);
		const run = await push.run(to('device_id'), { items: ITEMS });
		expect(run.output.map(({ json }) => json)).toEqual([result('a'), result('b'), result('c')]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(run.hints).toEqual([]);
	});

	it('go one each to two items with the same device', async () => {
		answer([[result('a', 'd1'), result('a', 'd2')]]);
		const run = await push.run(to('device_id'), { items: [{ id: 'a' }, { id: 'a' }] });
		expect(run.output.map(({ json }) => json.delivery_id)).toEqual(['d1', 'd2']);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
	});

	it('are given once, linked to the whole request, where nothing says whose they are', async () => {
		answer([[result('x'), result('y'), result('z'), result('w')]]);
		const run = await push.run(to('user_id'), { items: ITEMS });
		expect(push.bodies).toEqual([bodyTo('user_id')]);
		expect(run.output.map(({ json }) => json)).toEqual(
			['x', 'y', 'z', 'w'].map((id) => result(id)),
		);
		expect(linksOf(run.output)).toEqual(Array(4).fill([0, 1, 2]));
		expect(run.hints.map(({ message }) => message)).toEqual([
			'The service gave 4 results for 3 deliveries and does not say which belong together, so the results are linked to all items of their request.',
		]);
	});

	it.each([
		['by position', 'user_id', [[result('x')], [], [result('z')]], [0, 2]],
		['by device', 'device_id', [[result('c'), result('a')]], [0, 2]],
	])('that leave out a target %s are reported', async (_, key, list, answered) => {
		answer(list);
		const run = await push.run(to(key), { items: ITEMS });
		expect(push.bodies).toEqual([bodyTo(key)]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(run.output[1]!.json).toEqual({ [key]: 'b' });
		for (const item of answered) expect(run.output[item]!.json.valid).toBe(true);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'The service gave no result for 1 of 3 targets; their output has no delivery_id.',
		]);
	});

	it('that are empty leave every target without a result', async () => {
		answer([]);
		const run = await push.run(to('device_id'), { items: ITEMS });
		expect(run.output.map(({ json }) => json)).toEqual(
			ITEMS.map(({ id }) => ({ device_id: id })),
		);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'The service gave no result for 3 of 3 targets; their output has no delivery_id.',
		]);
	});
});
