import { answerHint, oddity } from '../../nodes/CrmMessaging/catalogue/contacts';
import type { IDataObject } from 'n8n-workflow';
import { realisticCampaigns } from '../../playground/service/state/campaign-seed';
import { linksOf, NodeRunner } from './node-runner';
import { account, startService } from './running-service';
import { hintText } from './sentences';

describe('campaign: get many', () => {
	const node = new NodeRunner({ resource: 'campaign', operation: 'getAll' });
	const newest = realisticCampaigns().reverse();
	const namesOf = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.name);
	const queries = () => node.sent.map(({ query }) => query);

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

	it.each<[output: IDataObject, keys: string[] | undefined]>([
		[{}, Object.keys(newest[0]!).filter((key) => key !== 'filters')],
		[{ output: 'raw' }, Object.keys(newest[0]!)],
		[{ output: 'selectedFields', outputFields: ['name', 'status'] }, ['id', 'name', 'status']],
	])('returns the fields that an agent’s Output selects: %j', async (output, keys) => {
		const run = await node.run({ limit: 1, ...output }, node.engine.tool());
		expect(Object.keys(run.output[0]!.json).sort()).toEqual([...keys!].sort());
	});

	it('returns all fields if Simplify is off', async () => {
		const run = await node.run({ simplify: false, limit: 2 });
		expect(run.output.map(({ json }) => json)).toEqual(newest.slice(0, 2));
	});

	it.each<[parameters: IDataObject, query: IDataObject, names: string[]]>([
		[
			{ filters: { status: 'ongoing', scheduleType: 'automation_trigger' } },
			{ status: 'ongoing', schedule_type: 'automation_trigger' },
			['Welcome aboard'],
		],
		[
			{ filters: { status: '={{ "" }}' }, limit: 2, sort: { order: 'asc' } },
			{ limit: '2', order: 'asc' },
			['Welcome aboard', 'Spring city breaks'],
		],
	])('sends the parameters %j as the query %j', async (parameters, query, names) => {
		const { output, status } = await node.run(parameters);
		expect(queries()).toEqual([{ limit: '50', ...query }]);
		expect(namesOf(output)).toEqual(names);
		expect(status).toBe('success');
	});

	it('returns no more than Limit if the service returns more', async () => {
		const body = { campaigns: Array.from({ length: 9 }, (_, id) => ({ id })) };
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const { output } = await node.run({ limit: 5 });
		expect(output.map(({ json }) => json.id)).toEqual([0, 1, 2, 3, 4]);
	});
});

describe('campaign: get many, Return All', () => {
	const node = new NodeRunner({ resource: 'campaign', operation: 'getAll', returnAll: true });

	/** Runs with a separate service, which may reject a limit above 200. */
	const returnAll = async (
		service: { campaigns: number; campaignLimitCap?: number },
		parameters: IDataObject = {},
		refusal?: number,
	) => {
		const mock = await startService(service);
		if (refusal)
			mock.service.faults.add({ after: 1, action: { respond: { status: refusal } } });
		try {
			const run = await node.run(parameters, { credential: mock.credential });
			const names = run.output.map(({ json }) => json.name);
			const hints = run.hints.map(({ message }) => message);
			const queries = mock.service.requests.map(({ query }) => query);
			return { run, names, hints, queries };
		} finally {
			await mock.service.close();
		}
	};
	const all = (count: number) =>
		Array.from({ length: count }, (_, at) => `Campaign ${count - at}`);
	const cutHint = (count: number) =>
		hintText(answerHint.listCut({ count, entries: 'campaigns', rest: oddity.more }));

	it.each([
		[200, ['200', '2000']],
		[2500, ['200', '2000', '20000']],
	])('returns all of %i campaigns', async (campaigns, limits) => {
		const { run, names, hints, queries } = await returnAll({ campaigns });
		expect(names).toEqual(all(campaigns));
		expect(linksOf(run.output)).toEqual(all(campaigns).map(() => [0]));
		expect(queries).toEqual([
			...limits.map((limit) => ({ limit })),
			{ order: 'asc', limit: '1' },
		]);
		expect(hints).toEqual([]);
	});

	it('keeps filters and order, and detects missing campaigns with a request in reverse order', async () => {
		const { names, hints, queries } = await returnAll(
			{ campaigns: 12 },
			{ filters: { status: 'draft' }, sort: { order: 'asc' } },
		);
		expect(names).toEqual(['Campaign 1', 'Campaign 7']);
		expect(queries).toEqual([
			{ status: 'draft', order: 'asc', limit: '200' },
			{ status: 'draft', order: 'desc', limit: '1' },
		]);
		expect(hints).toEqual([]);
	});

	it('adds a hint if the service returns only some of its campaigns', async () => {
		const service = { campaigns: 250, campaignLimitCap: 100 };
		const { names, hints } = await returnAll(service, { sort: { order: 'asc' } });
		expect(names).toHaveLength(100);
		expect(names[0]).toBe('Campaign 1');
		expect(hints).toEqual([cutHint(100)]);
	});

	it.each([400, 422])(
		'returns the first page with a hint if a larger limit is rejected: %i',
		async (status) => {
			const { names, hints } = await returnAll({ campaigns: 300 }, {}, status);
			expect(names).toEqual(all(300).slice(0, 200));
			expect(hints).toEqual([cutHint(200)]);
		},
	);

	it('fails if a larger limit fails for another reason', async () => {
		const { run } = await returnAll({ campaigns: 300 }, {}, 403);
		expect(run.output).toEqual([]);
		expect(run.error).toMatchObject({ code: 'forbidden', httpCode: '403' });
	});
});
