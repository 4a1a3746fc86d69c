import type { INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../../form/property';
import type { Field } from '../../fields/field';

/** A campaign, chosen from a list or given by its ID. */
export function campaignLocator(field: Field): INodeProperties {
	return propertyOf(field, {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a campaign…',
				typeOptions: { searchListMethod: 'searchCampaigns', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 5f1b2c3d4e5f6a7b8c9d0e1f',
			},
		],
	});
}
