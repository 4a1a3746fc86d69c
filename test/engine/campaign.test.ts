import { answerHint, oddity } from '../../nodes/CrmMessaging/catalogue/contacts';
import type { IDataObject } from 'n8n-workflow';
import { realisticCampaigns } from '../../playground/service/state/campaign-seed';
import { leastForm } from './every-operation/endpoint-cases';
import { madeUpEndpoints } from './every-operation/made-up';
import { guestBookGetAll } from './every-operation/made-up/getAll.operation';
import { caseOf } from './every-operation/operations';
import { linksOf, NodeRunner } from './node-runner';
import { account, startService } from './running-service';
import { hintText } from './sentences';

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

	const usual = Object.keys(newest[0]!).filter((key) => key !== 'filters');
	const some = { output: 'selectedFields', outputFields: ['name', 'status'] };
	it.each<[choice: string, form: IDataObject, keys: string[], isAgent?: boolean]>([
		['Simplify off', { simplify: false }, [...usual, 'filters']],
		['an agent’s default', {}, usual, true],
		['an agent’s Raw', { output: 'raw' }, [...usual, 'filters'], true],
		['an agent’s Selected Fields', some, ['id', 'name', 'status'], true],
	])('returns the fields that are chosen: %s', async (_, form, keys, ...[isAgent]) => {
		const run = await node.run({ limit: 1, ...form }, isAgent ? node.engine.tool() : {});
		expect(Object.keys(run.output[0]!.json).sort()).toEqual(keys.sort());
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
			{ filters: { status: '={{ "" }}' }, limit: 2, sort: { order: 'asc' } },
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

	it.each([
		[200, ['200', '2000']],
		[2500, ['200', '2000', '20000']],
	])('returns all of %i campaigns', async (campaigns, limits) => {
		const { run, names, hints, queries } = await returnAll({ campaigns });
		expect(names).toEqual(all(campaigns));
		expect(linksOf(run.output)).toEqual(all(campaigns).map(() => [0]));
		const raised = limits.map((limit) => ({ limit }));
		expect(queries).toEqual([...raised, { order: 'asc', limit: '1' }]);
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

	it.each<[why: string, found: number, service: ReturnAllService, refusal?: number]>([
		['the service returns only some', 100, { campaigns: 250, campaignLimitCap: 100 }],
		['a larger limit is rejected with 400', 200, { campaigns: 300 }, 400],
		['a larger limit is rejected with 422', 200, { campaigns: 300 }, 422],
	])('adds a hint if %s', async (_, count, service, ...[refusal]) => {
		const { names, hints } = await returnAll(service, {}, refusal);
		expect(names).toEqual(all(service.campaigns).slice(0, count));
		const cut = answerHint.listCut({ count, entries: 'campaigns', rest: oddity.more });
		expect(hints).toEqual([hintText(cut)]);
	});

	it('fails if a larger limit fails for another reason', async () => {
		const { run } = await returnAll({ campaigns: 300 }, {}, 403);
		expect(run.output).toEqual([]);
		expect(run.error).toMatchObject({ code: 'forbidden', httpCode: '403' });
	});
});

describe('a list that the service returns in one order only', () => {
	const node = new NodeRunner({}, { moreEndpoints: madeUpEndpoints });
	const rest = oddity.unknown({ reason: oddity.oneOrder });
	const unchecked = answerHint.listCut({ count: '250', entries: 'entries', rest });

	it.each([
		['is complete if it is shorter than the documented limit', 99, ['100'], []],
		['has a hint if a raised limit can’t be checked', 250, ['100', '1000'], [unchecked]],
	])('%s', async (_, count, limits, hints) => {
		const entries = Array.from({ length: count }, (_, at) => ({ _id: `entry-${at}` }));
		for (const limit of [100, 1000]) {
			const body = { entries: entries.slice(0, limit) };
			node.service.faults.add({ action: { respond: { status: 200, body } } });
		}
		const form = { ...leastForm(guestBookGetAll), returnAll: true };
		const run = await node.run(form, caseOf(guestBookGetAll).node);
		expect(run.output).toHaveLength(count);
		expect(node.sent.map(({ query }) => query)).toEqual(limits.map((limit) => ({ limit })));
		expect(run.hints.map(({ message }) => message)).toEqual(hints.map(hintText));
	});
});
