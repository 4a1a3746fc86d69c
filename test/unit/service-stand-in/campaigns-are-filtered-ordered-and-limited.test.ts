import type { Campaign, ServiceStandIn } from '../../../playground/service/stand-in';
import { get, PATHS, start } from './client';

async function list(service: ServiceStandIn, query = ''): Promise<Campaign[]> {
	const path = `${PATHS.campaigns}${query}`;
	return (await get<{ campaigns: Campaign[] }>(service, path)).body.campaigns;
}

test.each([
	['', 200, ['Campaign 450', 'Campaign 449']],
	['?limit=1000', 450, ['Campaign 450', 'Campaign 449']],
	['?limit=2&order=desc', 2, ['Campaign 450', 'Campaign 449']],
	['?limit=2&order=asc', 2, ['Campaign 1', 'Campaign 2']],
	['?limit=0', 0, []],
	['?status=draft&schedule_type=now&order=asc&limit=3', 3, ['Campaign 1', 'Campaign 13']],
])('campaigns%s gives %i, the first %j', async (query, count, first) => {
	const campaigns = await list(await start({ campaigns: 450 }), query);
	expect(campaigns.slice(0, 2).map(({ name }) => name)).toEqual(first);
	expect(campaigns).toHaveLength(count);
});

test('each filter gives all that match and no other', async () => {
	const service = await start({ campaigns: 120 });
	const all = await list(service);
	for (const key of ['status', 'schedule_type'] as const) {
		for (const value of new Set(all.map((campaign) => campaign[key]))) {
			const matching = all.filter((campaign) => campaign[key] === value);
			expect(await list(service, `?${key}=${value}`)).toEqual(matching);
		}
	}
	expect(new Set(all.map(({ status }) => status)).size).toBe(6);
});

test('a service may cap the limit silently', async () => {
	const service = await start({ campaigns: 30, campaignLimitCap: 20 });
	expect(await list(service, '?limit=1000')).toHaveLength(20);
});

test('the demo has seven campaigns of every kind, all created at another time', async () => {
	const campaigns = await list(await start());
	const of = (key: keyof Campaign) => new Set(campaigns.map((campaign) => campaign[key]));
	expect([of('id').size, of('created_at').size, of('schedule_type').size]).toEqual([7, 7, 4]);
});
