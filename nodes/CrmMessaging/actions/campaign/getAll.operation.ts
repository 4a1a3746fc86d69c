import type { IDataObject } from 'n8n-workflow';
import { answerHint } from '../../catalogue/contacts';
import { figure } from '../../catalogue/sentence';
import type { Conversation, Operation } from '../../engine/operation';
import type { Batch } from '../../engine/row';
import { collectionOf, propertiesOf, propertyOf } from '../../fields/control';
import { fieldsOf, type Field, type Option } from '../../fields/field';
import { boolean, choice } from '../../fields/types/choice';
import { boundedNumber } from '../../fields/types/number';
import { isNamed, isObject } from '../../fields/values';
import { listIn } from '../../service/answer';
import { endpoints, limits } from '../../service/endpoints';
import { ServiceError } from '../../service/failure';

const returnAll: Option<boolean> = {
	name: 'returnAll',
	label: 'Return All',
	type: boolean,
	perItem: true,
	isParameter: true,
	unset: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: Option<number> = {
	name: 'limit',
	label: 'Limit',
	type: boundedNumber({ isWhole: true, min: 1 }),
	perItem: true,
	isParameter: true,
	unset: 50,
	description: 'Max number of results to return',
};

const simplify: Option<boolean> = {
	name: 'simplify',
	label: 'Simplify',
	type: boolean,
	perItem: true,
	isParameter: true,
	unset: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Filters of the campaign list (docs/contributing/service.md, List campaigns). */
export const campaignFilters: Field[] = fieldsOf({
	schedule_type: {
		label: 'Schedule Type',
		type: choice({
			automation_cron: 'Automation by Schedule',
			automation_trigger: 'Automation by Trigger',
			now: 'Now',
			scheduled: 'Scheduled',
		}),
		initial: 'now',
	},
	status: {
		label: 'Status',
		type: choice({
			completed: 'Completed',
			draft: 'Draft',
			inprogress: 'In Progress',
			ongoing: 'Ongoing',
			paused: 'Paused',
			scheduled: 'Scheduled',
		}),
	},
}).map((field) => ({ judged: 'unjudged', ...field }));

export const campaignOrder: Field = {
	name: 'order',
	label: 'Order',
	type: choice({ asc: 'Oldest First', desc: 'Newest First' }),
	initial: 'desc',
	description: 'By creation date',
};

const filters = 'filters';

const simpleCampaign: IDataObject = {
	id: '5f1b2c3d4e5f6a7b8c9d0e1f',
	name: 'Spring',
	description: 'Offers for spring',
	status: 'completed',
	schedule_type: 'scheduled',
	time_zone: 'Europe/Madrid',
	send_date: '2026-03-29T09:30:00Z',
	created_at: '2026-03-20T09:30:00Z',
	updated_at: '2026-03-21T09:30:00Z',
	reports: {
		global: {
			totals: 100,
			sent: 99,
			delivered: 98,
			undelivered: 1,
			pending: 0,
			opened: 40,
			clicked: 20,
			unsubscribed: 1,
		},
		purchases: {
			total_purchases: 5,
			total_products: 6,
			total_contacts: 5,
			total_add_cart: 8,
			total_remove_cart: 1,
			total_product_view: 30,
			total_product_refund: 0,
			total_purchase_failed: 0,
		},
	},
};

/** Lists the account's campaigns (docs/contributing/service.md, List campaigns). */
export const campaignGetAll: Operation = {
	resource: { name: 'campaign', label: 'Campaign', defaultOperation: 'getAll' },
	choice: {
		name: 'getAll',
		label: 'Get Many',
		action: 'Get many campaigns',
		description: 'Retrieve a list of campaigns with their reports',
	},
	endpoint: endpoints.campaigns,
	form: {
		fields: [
			propertyOf(returnAll),
			propertyOf(limit, { displayOptions: { show: { returnAll: [false] } } }),
			propertyOf(simplify),
			collectionOf('Filters', filters, 'Add Filter', propertiesOf(campaignFilters)),
		],
		options: [propertyOf(campaignOrder)],
	},
	output: { example: simpleCampaign },
	limit: { maxPerRequest: 1, rows: 'requests' },
	reader: () => (item) => {
		const query = {
			...item.fieldsIn(item.collection(filters), campaignFilters),
			...item.fieldsIn(item.collection('options'), [campaignOrder]),
		};
		const isForAll = item.option(returnAll);
		const most = isForAll ? limits.campaignsByDefault : item.option(limit);
		const body = { ...query, limit: most };
		return [{ envelope: { isForAll, simplifies: item.option(simplify) }, body }];
	},
	request: ([{ body }]) => ({ query: body }),
	converse: fetchCampaigns,
	results(answer, [{ envelope }]) {
		const campaigns = listIn(answer, 'campaigns');
		const results = campaigns.map((campaign) => ({
			json: campaignItem(campaign, envelope.simplifies === true),
		}));
		return { outcomes: [{ is: 'accepted', results }] };
	},
};

/** Raises the limit for Return All until fewer campaigns come back. */
async function fetchCampaigns(
	conversation: Conversation,
	[{ envelope, body }]: Batch,
): Promise<unknown> {
	const fetchUpTo = async (limit: number): Promise<{ campaigns: unknown[] }> => {
		const answer = await conversation.send({ query: { ...body, limit } });
		return { ...answer, campaigns: listIn(answer, 'campaigns') };
	};
	let most = body.limit as number;
	let answer = await fetchUpTo(most);
	if (envelope.isForAll !== true)
		return { ...answer, campaigns: answer.campaigns.slice(0, most) };
	while (answer.campaigns.length >= most) {
		most *= 10;
		const larger = await fetchUpTo(most).catch(noneIfRefused);
		const count = answer.campaigns.length;
		if (!larger || larger.campaigns.length <= count) {
			conversation.hint(answerHint.listCut({ count: figure(count) }));
			break;
		}
		answer = larger;
	}
	return answer;
}

/** A service with a largest limit refuses larger ones. */
function noneIfRefused(error: unknown): undefined {
	const status = error instanceof ServiceError ? error.failure.status : undefined;
	if (status !== 400 && status !== 422) throw error;
}

/** A campaign as an item. One without an ID isn't known, and stays complete. */
function campaignItem(campaign: unknown, simplifies: boolean): IDataObject {
	if (!isObject(campaign)) return { campaigns: campaign as string };
	if (!simplifies || !isNamed(campaign.id)) return campaign;
	const keys = Object.keys(simpleCampaign).filter((key) => key in campaign);
	return Object.fromEntries(keys.map((key) => [key, campaign[key]]));
}
