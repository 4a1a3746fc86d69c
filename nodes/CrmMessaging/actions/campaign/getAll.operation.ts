import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { collectionOf, propertiesOf, propertyOf } from '../../fields/control';
import type { Operation } from '../../engine/operation';
import type { ItemParameters } from '../../engine/read/parameters';
import { fieldsOf, type Field, type Option } from '../../fields/field';
import { boolean, choice } from '../../fields/types/choice';
import { endpoints, limits } from '../../service/endpoints';
import { listOperation, listProperties } from '../lists';

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
const sort = 'sort';

const simplify: Option<boolean> = {
	name: 'simplify',
	label: 'Simplify',
	type: boolean,
	isParameter: true,
	unset: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** In an agent's form, this replaces Simplify, as n8n’s guidelines ask. */
const isTool = { '@tool': [true] };

const campaignOutput: Option<'raw' | 'selectedFields' | 'simplified'> = {
	name: 'output',
	label: 'Output',
	type: choice({
		raw: ['Raw', 'All fields'],
		selectedFields: ['Selected Fields', 'The ID, and your choice'],
		simplified: ['Simplified', 'The most useful fields'],
	}),
	isParameter: true,
	unset: 'simplified',
	description: 'Which fields of a campaign the agent gets',
};

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

const simpleKeys = Object.keys(simpleCampaign);
const outputFields = 'outputFields';

const outputFieldsProperty: INodeProperties = {
	displayName: 'Fields',
	name: outputFields,
	type: 'multiOptions',
	noDataExpression: true,
	default: [],
	options: [...simpleKeys, 'filters']
		.map((key) => ({ name: titleOf(key), value: key }))
		.sort((one, other) => one.name.localeCompare(other.name)),
	description: 'Fields to return with the ID',
	displayOptions: { show: { ...isTool, output: ['selectedFields'] } },
};

function titleOf(key: string): string {
	const words = key.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
	return words.join(' ').replace(/^Id$/, 'ID');
}

/** The fields an item asks for, or undefined for all. */
function keysOf(item: ItemParameters): readonly string[] | undefined {
	// Older versions of n8n show Simplify to agents too.
	const chosen =
		item.raw(campaignOutput.name) === undefined ? undefined : item.option(campaignOutput);
	if (!item.isAgentCall || chosen === undefined) {
		return item.option(simplify) ? simpleKeys : undefined;
	}
	if (chosen === 'selectedFields') return ['id', ...(item.value(outputFields) as string[])];
	return chosen === 'raw' ? undefined : simpleKeys;
}

/** Lists the account's campaigns (docs/contributing/service.md, List campaigns). */
export const campaignGetAll: Operation = {
	resource: { name: 'campaign', label: 'Campaign', defaultOperation: 'getAll' },
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many campaigns',
	description: 'Retrieve a list of campaigns with their reports',
	endpoint: endpoints.campaigns,
	properties: [
		...listProperties,
		propertyOf(simplify, { displayOptions: { hide: isTool } }),
		propertyOf(campaignOutput, { displayOptions: { show: isTool } }),
		outputFieldsProperty,
		collectionOf('Filters', filters, 'Add Filter', propertiesOf(campaignFilters)),
	],
	sort: collectionOf('Sort', sort, 'Add Sort', [propertyOf(campaignOrder)]),
	output: simpleCampaign,
	...listOperation({
		key: 'campaigns',
		id: 'id',
		usualLimit: limits.campaignsByDefault,
		queryOf: (item) => ({
			...item.fieldsIn(item.collection(filters), campaignFilters),
			...item.fieldsIn(item.collection(sort), [campaignOrder]),
		}),
		keysOf,
		order: campaignOrder,
		request: (query) => ({ endpoint: endpoints.campaigns, query }),
	}),
};
