import type { IDataObject } from 'n8n-workflow';
import { realisticCampaigns } from '../../playground/service/state/campaign-seed';
import { linksOf, NodeRunner } from './node-runner';
import { account, startService } from './running-service';

/** The list of campaigns, of which the service knows only a limit and an order. */
describe('campaign: get many', () => {
	const node = new NodeRunner({ resource: 'campaign', operation: 'getAll' });
	const newest = realisticCampaigns().reverse();
	const names = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.name);
	const queries = () => node.sent.map(({ query }) => query);

	it('gives the newest, simplified, each linked to its item', async () => {
		const run = await node.run({});
		expect(node.sent).toEqual([
			{
				method: 'GET',
				path: `/v2/account/${account.id}/campaigns/`,
				query: { limit: '50' },
				body: undefined,
			},
		]);
		expect(run.output.map(({ json }) => json)).toEqual(
			newest.map(({ filters: _filters, reports: _reports, ...simple }) => simple),
		);
		expect(linksOf(run.output)).toEqual(newest.map(() => [0]));
		expect(run.hints).toEqual([]);
	});

	it('gives everything the service says where it is not simplified', async () => {
		const run = await node.run({ simplify: false, limit: 2 });
		expect(queries()).toEqual([{ limit: '2' }]);
		expect(run.output.map(({ json }) => json)).toEqual(newest.slice(0, 2));
	});

	const asked: Array<[parameters: IDataObject, query: object]> = [
		[{ filters: { status: 'paused' } }, { status: 'paused' }],
		[{ filters: { scheduleType: 'automation_cron' } }, { schedule_type: 'automation_cron' }],
		[
			{ filters: { status: 'ongoing', scheduleType: 'automation_trigger' } },
			{ status: 'ongoing', schedule_type: 'automation_trigger' },
		],
		[
			{ filters: { status: '={{ "In Progress".replace(" ", "") }}' } },
			{ status: 'inprogress' },
		],
		[{ options: { order: 'asc' } }, { order: 'asc' }],
		[{ options: { order: 'desc' } }, { order: 'desc' }],
		[{ filters: { status: '={{ "" }}' }, limit: 200 }, { limit: '200' }],
	];

	it.each(asked)('asks %j as %j', async (parameters, query) => {
		const { output } = await node.run(parameters);
		expect(queries()).toEqual([{ limit: '50', ...query }]);
		const matching = newest.filter((campaign) =>
			(['status', 'schedule_type'] as const).every(
				(key) => !(key in query) || campaign[key] === (query as IDataObject)[key],
			),
		);
		const isReversed = 'order' in query && query.order === 'asc';
		expect(names(output)).toEqual(
			(isReversed ? matching.reverse() : matching).map(({ name }) => name),
		);
	});

	const wrong: Array<[parameters: IDataObject, sentence: string]> = [
		[{ limit: '={{ 0 }}' }, 'Limit must be a whole number above 0'],
		[{ limit: '={{ 1.5 }}' }, 'Limit must be a whole number above 0'],
		[
			{ filters: { status: '={{ "live" }}' } },
			'Status: “live” is not one of completed, draft, inprogress, ongoing, paused, scheduled',
		],
		[
			{ filters: { scheduleType: '={{ "cron" }}' } },
			'Schedule Type: “cron” is not one of automation_cron, automation_trigger, now, scheduled',
		],
		[{ options: { order: '={{ "up" }}' } }, 'Order: “up” is not one of asc, desc'],
	];

	it.each(wrong)('refuses %j and asks nothing', async (parameters, sentence) => {
		const { error } = await node.run(parameters);
		expect(error).toMatchObject({ message: `${sentence} [item 0]` });
		expect(node.sent).toEqual([]);
	});

	it('gives no item where no campaign matches', async () => {
		const { output, status } = await node.run({ filters: { status: 'inprogress' } });
		expect({ output, status }).toEqual({ output: [], status: 'success' });
	});

	it('asks once for each input item and links what it gives to it', async () => {
		const items = [{ status: 'draft' }, { status: 'ongoing' }, { status: 'draft' }];
		const run = await node.run({ filters: { status: '={{ $json.status }}' } }, { items });
		expect(queries()).toEqual([
			{ limit: '50', status: 'draft' },
			{ limit: '50', status: 'ongoing' },
			{ limit: '50', status: 'draft' },
		]);
		expect(names(run.output)).toEqual([
			'New Year gala',
			'Pre-arrival tips',
			'Welcome aboard',
			'New Year gala',
		]);
		expect(linksOf(run.output)).toEqual([[0], [1], [1], [2]]);
	});

	it('leads a wrong item to the error output and asks for the others', async () => {
		const items = [{ status: 'live' }, { status: 'draft' }];
		const run = await node.run(
			{ filters: { status: '={{ $json.status }}' } },
			{ items, onError: 'continueErrorOutput' },
		);
		expect(queries()).toEqual([{ limit: '50', status: 'draft' }]);
		expect(linksOf(run.output)).toEqual([[1]]);
		expect(linksOf(run.errorOutput)).toEqual([[0]]);
	});

	it('says what is wrong with an answer that is no list', async () => {
		const body = { campaign: [] };
		node.service.faults.add({ times: 9, action: { respond: { status: 200, body } } });
		const { error } = await node.run({});
		expect(error?.message).toMatch(/its answer cannot be read: it holds no list “campaigns”/);
	});
});

describe('campaign: get many, Return All', () => {
	const node = new NodeRunner({ resource: 'campaign', operation: 'getAll', returnAll: true });

	/** Runs before a service of its own. */
	const returnAll = async (
		service: { campaigns: number; campaignLimitCap?: number },
		parameters: IDataObject = {},
	) => {
		const own = await startService(service);
		try {
			const run = await node.run(parameters, { credential: own.credential });
			return { run, queries: own.service.requests.map(({ query }) => query) };
		} finally {
			await own.service.close();
		}
	};
	const all = (count: number) =>
		Array.from({ length: count }, (_, at) => `Campaign ${count - at}`);

	it.each([
		[0, ['200']],
		[1, ['200']],
		[199, ['200']],
		[200, ['200', '2000']],
		[201, ['200', '2000']],
		[2500, ['200', '2000', '20000']],
	])('gives all of %i campaigns', async (campaigns, limits) => {
		const { run, queries } = await returnAll({ campaigns });
		expect(run.output.map(({ json }) => json.name)).toEqual(all(campaigns));
		expect(linksOf(run.output)).toEqual(all(campaigns).map(() => [0]));
		expect(queries).toEqual([
			...limits.map((limit) => ({ limit })),
			{ order: 'asc', limit: '1' },
		]);
		expect(run.hints).toEqual([]);
	});

	it('keeps filters and order, and looks from the other end for what is missing', async () => {
		const { run, queries } = await returnAll(
			{ campaigns: 12 },
			{ filters: { status: 'draft' }, options: { order: 'asc' } },
		);
		expect(run.output.map(({ json }) => json.name)).toEqual(['Campaign 1', 'Campaign 7']);
		expect(queries).toEqual([
			{ status: 'draft', order: 'asc', limit: '200' },
			{ status: 'draft', order: 'desc', limit: '1' },
		]);
		expect(run.hints).toEqual([]);
	});

	it.each([
		[100, 250, 'desc'],
		[100, 250, 'asc'],
		[200, 201, 'desc'],
	])('says that a service that gives %i at most cuts %i (%s)', async (cap, campaigns, order) => {
		const { run } = await returnAll(
			{ campaigns, campaignLimitCap: cap },
			{ options: { order } },
		);
		const names = run.output.map(({ json }) => json.name);
		expect(names).toHaveLength(cap);
		expect(names[0]).toBe(order === 'asc' ? 'Campaign 1' : `Campaign ${campaigns}`);
		expect(run.hints.map(({ message }) => message)).toEqual([
			`The service gave ${cap} campaigns and has more than it gives at once; narrow the filters to see the others.`,
		]);
	});

	it('says nothing of a service that gives 100 at most and has no more', async () => {
		const { run } = await returnAll({ campaigns: 100, campaignLimitCap: 100 });
		expect(run.output).toHaveLength(100);
		expect(run.hints).toEqual([]);
	});
});
