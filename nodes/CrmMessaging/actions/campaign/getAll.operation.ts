import type { IDataObject } from 'n8n-workflow';
import { collectionOf, propertiesOf, propertyOf } from '../../editor/form';
import type { Conversation, Operation } from '../../engine/operation';
import type { ItemParameters } from '../../engine/parameters';
import type { Call } from '../../engine/row';
import { isObject } from '../../fields/values';
import { listIn } from '../../service/answer';
import { ServiceError } from '../../service/failure';
import { endpoints, limits, requestTo, type ServiceRequest } from '../../service/endpoints';
import { campaignFilters, campaignOrder } from '../../service/fields/campaign';
import { InputError } from '../../fields/inputError';
import { resources } from '../resources';

const filters = 'filters';
const options = 'options';

/** Keys that a simplified campaign keeps: what identifies it, when it goes out, and its figures. */
const simpleKeys = [
	'id',
	'name',
	'description',
	'status',
	'schedule_type',
	'time_zone',
	'send_date',
	'created_at',
	'updated_at',
	'reports',
];

/** Lists the campaigns of the account (docs/service.md, List campaigns). */
export const campaignGetAll: Operation = {
	resource: resources.campaign,
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
	limit: { maxPerRequest: 1, entries: 'requests' },

	entriesReader: () => (item) => {
		const query = {
			...item.fieldsIn(item.collection(filters), campaignFilters),
			...item.fieldsIn(item.collection(options), [campaignOrder]),
		};
		const limit = item.value('returnAll') === true ? undefined : readLimit(item);
		return [{ query, limit, simplify: item.value('simplify') !== false }];
	},

	request: (call) => listRequest(queryOf(call).query, queryOf(call).limit),

	async fetchAnswer(conversation, call) {
		const { query, limit } = queryOf(call);
		if (limit === undefined) return await listAll(conversation, query);
		const answer = await conversation.send(listRequest(query, limit));
		return { campaigns: listIn(answer, 'campaigns').slice(0, limit) };
	},

	settle(answer, call) {
		const { simplify } = queryOf(call);
		const { items } = call;
		const campaigns = listIn(answer, 'campaigns').filter(isObject);
		call.shared = campaigns.map((campaign) => ({
			json: simplify ? simplified(campaign) : campaign,
			items,
		}));
		if (isObject(answer) && answer.cut === true) call.hints = [cutHint(campaigns.length)];
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

function queryOf({ rows: [row] }: Call): Asked {
	return row?.body as object as Asked;
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
		simpleKeys.filter((key) => key in campaign).map((key) => [key, campaign[key]]),
	);
}
