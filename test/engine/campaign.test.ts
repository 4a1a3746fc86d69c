import type { IDataObject } from 'n8n-workflow';
import type { FaultAction } from '../../playground/service/mock-service';
import {
	generateCampaigns,
	realisticCampaigns,
} from '../../playground/service/state/campaign-seed';
import type { EngineRun } from './harness';
import { account, hintsOf, linksOf, NodeRunner } from './node-runner';

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

	const options = { order: 'asc' };
	it.each<[form: IDataObject, query: IDataObject]>([
		[
			{ filters: { scheduleType: 'now' }, limit: 2 },
			{ schedule_type: 'now', limit: '2' },
		],
		[
			{ filters: { status: '={{ "" }}' }, options },
			{ limit: '50', order: 'asc' },
		],
		[
			{ returnAll: true, filters: { status: 'draft' }, options },
			{ status: 'draft', order: 'asc', limit: '200' },
		],
	])('sends filters, limit and order of %j', async (form, query) => {
		const { status } = await node.run(form);
		expect([status, node.sent.map((one) => one.query)]).toEqual(['success', [query]]);
	});

	it('returns no more than Limit if the service returns more', async () => {
		const body = { campaigns: Array.from({ length: 9 }, (_, id) => ({ id })) };
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const { output } = await node.run({ limit: 5 });
		expect(output.map(({ json }) => json.id)).toEqual([0, 1, 2, 3, 4]);
	});

	const all = { returnAll: true };
	const createCampaigns = (count: number) =>
		node.service.state.campaigns.splice(0, Infinity, ...generateCampaigns(count));
	/** The names of all campaigns of a number of them, the newest first. */
	const namesOf = (count: number) =>
		Array.from({ length: count }, (_, at) => `Campaign ${count - at}`);
	const namesIn = ({ output }: EngineRun) => output.map(({ json }) => json.name);
	const queries = () => node.sent.map(({ query }) => query);

	it.each([
		[0, [200]],
		[2500, [200, 2000, 20_000]],
	])('returns all of %i campaigns with Return All', async (count, limits) => {
		createCampaigns(count);
		const run = await node.run(all);
		expect(namesIn(run)).toEqual(namesOf(count));
		expect(linksOf(run.output)).toEqual(namesOf(count).map(() => [0]));
		expect(queries()).toEqual(limits.map((limit) => ({ limit: String(limit) })));
		expect(run.hints).toEqual([]);
	});

	const cut = (answer: { campaigns?: unknown }) => {
		return { campaigns: (answer.campaigns as unknown[]).slice(0, 200) };
	};
	it.each<[why: string, action: FaultAction]>([
		['a larger limit returns no more', { changeAnswer: cut }],
		['a larger limit is rejected with 400', { respond: { status: 400 } }],
		['a larger limit is rejected with 422', { respond: { status: 422 } }],
	])('adds a hint that the list may be cut if %s', async (_, action) => {
		createCampaigns(300);
		node.service.faults.add({ after: 1, action });
		const run = await node.run(all);
		expect(namesIn(run)).toEqual(namesOf(300).slice(0, 200));
		expect(queries()).toEqual([{ limit: '200' }, { limit: '2000' }]);
		expect(hintsOf(run)).toEqual([
			'The service returned no more than 200 campaigns, so the list may be cut. Add Filters to see the others.',
		]);
	});

	it('fails if a larger limit fails for another reason', async () => {
		createCampaigns(300);
		node.service.faults.add({ after: 1, action: { respond: { status: 403 } } });
		const run = await node.run(all);
		expect(run.output).toEqual([]);
		expect(run.error).toMatchObject({ code: 'forbidden', httpCode: '403' });
	});
});
