import {
	startServiceStandIn,
	type Campaign,
	type ServiceStandIn,
} from '../../../playground/service/stand-in';
import { call, PATHS, type CampaignsAnswer } from './client';

let service: ServiceStandIn;

beforeAll(async () => {
	service = await startServiceStandIn({ campaigns: 450 });
});
afterAll(() => service.close());

async function list(query: string): Promise<Campaign[]> {
	const { status, body } = await call<CampaignsAnswer>(
		service,
		'GET',
		`${PATHS.campaigns}${query}`,
	);
	expect(status).toBe(200);
	return body.campaigns;
}

const names = (campaigns: Campaign[]) => campaigns.map(({ name }) => name);

test('200 come when no limit is given, the newest first', async () => {
	const campaigns = await list('');
	expect(campaigns).toHaveLength(200);
	expect(names(campaigns).slice(0, 2)).toEqual(['Campaign 450', 'Campaign 449']);
	expect(campaigns.at(-1)!.name).toBe('Campaign 251');
});

test('all come when the limit allows', async () => {
	expect(await list('?limit=1000')).toHaveLength(450);
});

test.each([
	['?limit=2', ['Campaign 450', 'Campaign 449']],
	['?limit=2&order=desc', ['Campaign 450', 'Campaign 449']],
	['?limit=2&order=asc', ['Campaign 1', 'Campaign 2']],
	['?limit=0', []],
])('%s gives %j', async (query, expected) => {
	expect(names(await list(query))).toEqual(expected);
});

test.each(['draft', 'scheduled', 'inprogress', 'completed', 'ongoing', 'paused'])(
	'status=%s gives only such',
	async (status) => {
		const campaigns = await list(`?status=${status}`);
		expect(campaigns).toHaveLength(75);
		expect(new Set(campaigns.map((campaign) => campaign.status))).toEqual(new Set([status]));
	},
);

test.each([
	['now', 113],
	['scheduled', 113],
	['automation_trigger', 112],
	['automation_cron', 112],
])('schedule_type=%s gives only such', async (type, count) => {
	const campaigns = await list(`?schedule_type=${type}`);
	expect(campaigns).toHaveLength(count);
	expect(new Set(campaigns.map(({ schedule_type }) => schedule_type))).toEqual(new Set([type]));
});

test('filters hold together', async () => {
	const campaigns = await list('?status=draft&schedule_type=now&order=asc&limit=3');
	expect(names(campaigns)).toEqual(['Campaign 1', 'Campaign 13', 'Campaign 25']);
});

test('a service may cap the limit silently', async () => {
	const capped = await startServiceStandIn({ campaigns: 30, campaignLimitCap: 20 });
	const { body } = await call<CampaignsAnswer>(capped, 'GET', `${PATHS.campaigns}?limit=1000`);
	await capped.close();
	expect(body.campaigns).toHaveLength(20);
});

test('the demo has seven campaigns of every kind, all created at another time', async () => {
	const demo = await startServiceStandIn();
	const { body } = await call<CampaignsAnswer>(demo, 'GET', PATHS.campaigns);
	await demo.close();
	const of = (key: keyof Campaign) => new Set(body.campaigns.map((campaign) => campaign[key]));
	expect([of('id').size, of('created_at').size]).toEqual([7, 7]);
	expect(of('schedule_type').size).toBe(4);
});
