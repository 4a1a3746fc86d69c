import type { IDataObject } from 'n8n-workflow';
import { realisticCampaigns } from '../../playground/service/state/campaign-seed';
import { startMockService } from './harness';
import { account, credentialFor, linksOf, NodeRunner } from './node-runner';

describe('campaign: get many', () => {
	const node = new NodeRunner({ resource: 'campaign', operation: 'getAll' });
	const newest = realisticCampaigns().reverse();

	it('returns the newest campaigns, simplified, each linked to its item', async () => {
		const run = await node.run({});
		const path = `/v2/account/${account.id}/campaigns/`;
		expect(node.sent).toMatchObject([{ method: 'GET', path, query: { limit: '50' } }]);
		expect(run.output.map(({ json }) => json)).toEqual(
			newest.map(({ filters: _filters, ...simple }) => simple),
		);
		expect(linksOf(run.output)).toEqual(newest.map(() => [0]));
		expect(run.hints).toEqual([]);
	});

	it('returns all fields with Simplify off', async () => {
		const run = await node.run({ limit: 1, simplify: false });
		expect(run.output.map(({ json }) => json)).toEqual(newest.slice(0, 1));
	});

	it.each<[what: string, parameters: IDataObject, query: IDataObject, names: string[]]>([
		[
			'filters',
			{ filters: { status: 'ongoing', scheduleType: 'automation_trigger' } },
			{ status: 'ongoing', schedule_type: 'automation_trigger' },
			['Welcome aboard'],
		],
		[
			'an empty filter, the limit and the order',
			{ filters: { status: '={{ "" }}' }, limit: 2, options: { order: 'asc' } },
			{ limit: '2', order: 'asc' },
			['Welcome aboard', 'Spring city breaks'],
		],
	])('sends %s', async (_, parameters, query, names) => {
		const { output, status } = await node.run(parameters);
		expect(node.sent.map((one) => one.query)).toEqual([{ limit: '50', ...query }]);
		expect(output.map(({ json }) => json.name)).toEqual(names);
		expect(status).toBe('success');
	});

	it('returns no more than Limit if the service returns more', async () => {
		const body = { campaigns: Array.from({ length: 9 }, (_, id) => ({ id })) };
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const { output } = await node.run({ limit: 5 });
		expect(output.map(({ json }) => json.id)).toEqual([0, 1, 2, 3, 4]);
	});
});

interface ReturnAllService {
	campaigns: number;
	campaignLimitCap?: number;
}

describe('campaign: get many, Return All', () => {
	const node = new NodeRunner({ resource: 'campaign', operation: 'getAll', returnAll: true });

	/** Runs with a separate service, which may reject a limit above 200. */
	const returnAll = async (
		service: ReturnAllService,
		parameters: IDataObject = {},
		refusal?: number,
	) => {
		const mock = await startMockService({ account, ...service });
		if (refusal) mock.faults.add({ after: 1, action: { respond: { status: refusal } } });
		try {
			const run = await node.run(parameters, { credential: credentialFor(mock.url) });
			const names = run.output.map(({ json }) => json.name);
			const hints = run.hints.map(({ message }) => message);
			const queries = mock.requests.map(({ query }) => query);
			return { run, names, hints, queries };
		} finally {
			await mock.close();
		}
	};
	const all = (count: number) =>
		Array.from({ length: count }, (_, at) => `Campaign ${count - at}`);

	it.each([
		[0, [200]],
		[199, [200]],
		[201, [200, 2000]],
		[2500, [200, 2000, 20_000]],
	])('returns all of %i campaigns', async (campaigns, limits) => {
		const { run, names, hints, queries } = await returnAll({ campaigns });
		expect(names).toEqual(all(campaigns));
		expect(linksOf(run.output)).toEqual(all(campaigns).map(() => [0]));
		expect(queries).toEqual(limits.map((limit) => ({ limit: String(limit) })));
		expect(hints).toEqual([]);
	});

	it('keeps filters and order', async () => {
		const { names, queries } = await returnAll(
			{ campaigns: 12 },
			{ filters: { status: 'draft' }, options: { order: 'asc' } },
		);
		expect(names).toEqual(['Campaign 1', 'Campaign 7']);
		expect(queries).toEqual([{ status: 'draft', order: 'asc', limit: '200' }]);
	});

	it.each<[why: string, service: ReturnAllService, refusal?: number]>([
		['a larger limit returns no more', { campaigns: 300, campaignLimitCap: 200 }],
		['a larger limit is rejected with 400', { campaigns: 300 }, 400],
		['a larger limit is rejected with 422', { campaigns: 300 }, 422],
	])('adds a hint that the list may be cut if %s', async (_, service, ...[refusal]) => {
		const { names, hints, queries } = await returnAll(service, {}, refusal);
		expect(names).toEqual(all(300).slice(0, 200));
		expect(queries).toEqual([{ limit: '200' }, { limit: '2000' }]);
		expect(hints).toEqual([
			'The service returned no more than 200 campaigns, so the list may be cut. Add Filters to see the others.',
		]);
	});

	it('fails if a larger limit fails for another reason', async () => {
		const { run } = await returnAll({ campaigns: 300 }, {}, 403);
		expect(run.output).toEqual([]);
		expect(run.error).toMatchObject({ code: 'forbidden', httpCode: '403' });
	});
});
