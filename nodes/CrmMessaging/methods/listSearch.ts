import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { isObject, listIn, textOf } from '../transport/answer';
import { ServiceClient } from '../transport/client';
import { endpoints } from '../interface/endpoints';
import { limits } from '../interface/limits';

/** The newest campaigns whose name holds the filter, in any case. */
export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const client = await ServiceClient.open(this);
	const request = { endpoint: endpoints.campaigns, query: { limit: limits.campaignsByDefault } };
	const campaigns = listIn(await client.send(request, 0), 'campaigns').filter(isObject);
	return {
		results: campaigns
			.map(({ id, name }) => ({ name: textOf(name ?? id), value: textOf(id) }))
			.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())),
	};
}
