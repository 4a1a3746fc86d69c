import type { IDataObject } from 'n8n-workflow';
import { collectionOf, propertiesOf, propertyOf } from '../../fields/control';
import type { Operation } from '../../engine/operation';
import type { Option } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { endpoints, limits } from '../../service/endpoints';
import { campaignFilters, campaignOrder } from '../../service/fields/campaign';
import { listOperation, listProperties } from '../lists';

const filters = 'filters';

const simplify: Option<boolean> = {
	name: 'simplify',
	label: 'Simplify',
	type: boolean,
	scope: 'item',
	isParameter: true,
	unset: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

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

/** Lists the campaigns of the account (service.md, List campaigns). */
export const campaignGetAll: Operation = {
	resource: { name: 'campaign', label: 'Campaign', defaultOperation: 'getAll' },
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many campaigns',
	description: 'List the campaigns of the account, with their reports',
	endpoint: endpoints.campaigns,
	properties: [
		...listProperties,
		propertyOf(simplify),
		collectionOf(
			{ displayName: 'Filters', name: filters, placeholder: 'Add Filter' },
			propertiesOf(campaignFilters),
		),
	],
	options: [propertyOf(campaignOrder)],
	output: simpleCampaign,
	...listOperation({
		key: 'campaigns',
		id: 'id',
		usualLimit: limits.campaignsByDefault,
		simpleKeys: Object.keys(simpleCampaign),
		queryOf: (item) => ({
			...item.fieldsIn(item.collection(filters), campaignFilters),
			...item.fieldsIn(item.collection('options'), [campaignOrder]),
		}),
		simplify: (item) => item.option(simplify),
		request: (query) => ({ endpoint: endpoints.campaigns, query }),
	}),
};
