import type { IDataObject } from 'n8n-workflow';
import { collectionOf, propertiesOf, propertyOf } from '../../editor/property';
import type { Batch, Conversation, Operation } from '../../engine/operation';
import type { ItemParameters } from '../../engine/parameters';
import { isObject, listIn } from '../../service/answer';
import { ServiceError } from '../../service/failure';
import { endpoints, limits } from '../../service/endpoints';
import { campaignFilters, campaignOrder } from '../../service/fields/campaign';
import { InputError } from '../../fields/inputError';
import { requestTo, type ServiceRequest } from '../../service/request';

const filters = 'filters';
const options = 'options';

/** A simplified campaign: what identifies it, when it goes out, and its figures. */
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

/** Lists the campaigns of the account (docs/service.md, List campaigns). */
export const campaignGetAll: Operation = {
	resource: { name: 'campaign', label: 'Campaign', defaultOperation: 'getAll' },
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many campaigns',
	description: 'List the campaigns of the account, with their reports',
	endpoint: endpoints.campaigns,
	properties: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { returnAll: [false] } },
		},
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description:
				'Whether to return a simplified version of the response instead of the raw data',
		},
		collectionOf(
			{ displayName: 'Filters', name: filters, placeholder: 'Add Filter' },
			propertiesOf(campaignFilters),
		),
	],
	options: [propertyOf(campaignOrder)],
	output: simpleCampaign,
	limit: { maxPerRequest: 1, entries: 'requests' },

	entriesReader: () => (item) => {
		const query = {
			...item.fieldsIn(item.collection(filters), campaignFilters),
			...item.fieldsIn(item.collection(options), [campaignOrder]),
		};
		const limit = item.value('returnAll') === true ? undefined : readLimit(item);
		return [{ query, limit, simplify: item.value('simplify') !== false }];
	},

	request: (batch) => listRequest(queryOf(batch).query, queryOf(batch).limit),

	async fetchAnswer(conversation, batch) {
		const { query, limit } = queryOf(batch);
		if (limit === undefined) return await listAll(conversation, query);
		const answer = await conversation.send(listRequest(query, limit));
		return { campaigns: listIn(answer, 'campaigns').slice(0, limit) };
	},

	results(answer, batch) {
		const { simplify } = queryOf(batch);
		const campaigns = listIn(answer, 'campaigns').filter(isObject);
		return {
			results: campaigns.map((campaign) => ({
				json: simplify ? simplified(campaign) : campaign,
				items: batch.items,
			})),
			hints: isObject(answer) && answer.cut === true ? [cutHint(campaigns.length)] : [],
		};
	},
};

function readLimit(item: ItemParameters): number {
	const limit = Number(item.value('limit'));
	if (!Number.isInteger(limit) || limit < 1) {
		throw new InputError('must be a whole number above 0', ['Limit']);
	}
	return limit;
}

/** What an item asks for. */
interface Asked {
	query: IDataObject;
	limit?: number;
	simplify: boolean;
}

function queryOf({ entries: [entry] }: Batch): Asked {
	return entry?.data as object as Asked;
}

function listRequest(query: IDataObject, limit?: number): ServiceRequest {
	return requestTo(endpoints.campaigns, {
		query: { ...query, limit: limit ?? limits.campaignsByDefault },
	});
}

/**
 * The service knows only `limit` and `order`: the limit is raised until fewer come back; then one
 * request in the other order tells whether the last is among them.
 */
async function listAll(conversation: Conversation, query: IDataObject): Promise<IDataObject> {
	const list = async (asked: IDataObject, limit: number) =>
		listIn(await conversation.send(listRequest(asked, limit)), 'campaigns').filter(isObject);

	let limit: number = limits.campaignsByDefault;
	let campaigns = await list(query, limit);
	while (campaigns.length >= limit) {
		limit *= 10;
		const { value, error } = await tried(list(query, limit));
		if (isRefusal(error)) return { campaigns, cut: true };
		if (!value) throw error;
		campaigns = value;
	}
	const otherOrder = query.order === 'asc' ? 'desc' : 'asc';
	const [last] = await list({ ...query, order: otherOrder }, 1);
	const cut = last !== undefined && !campaigns.some(({ id }) => id === last.id);
	return { campaigns, cut };
}

/** No largest limit is known (docs/service.md, Open questions); a service that has one refuses what is above. */
function isRefusal(error: unknown): boolean {
	return error instanceof ServiceError && [400, 422].includes(error.failure.status ?? 0);
}

async function tried<T>(ask: Promise<T>): Promise<{ value?: T; error?: unknown }> {
	try {
		return { value: await ask };
	} catch (error) {
		return { error };
	}
}

function cutHint(count: number): string {
	return `The service gave ${count} campaigns and has more than it gives at once; narrow the filters to see the others.`;
}

function simplified(campaign: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.keys(simpleCampaign)
			.filter((key) => key in campaign)
			.map((key) => [key, campaign[key]]),
	);
}
