import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { isObject, listIn, textOf } from '../transport/answer';
import { nodeErrorOfRun } from '../run/nodeError';
import { isExpression } from '../run/expressions/plainPath';
import { requestTo } from '../transport/request';
import { ServiceClient } from '../transport/client';
import { endpoints } from '../interface/endpoints';
import { limits } from '../interface/limits';

/** The newest campaigns whose name holds the filter, in any case. */
export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const campaigns = await newestCampaigns(this);
	return {
		results: campaigns
			.map(({ id, name }) => ({ name: textOf(name ?? id), value: textOf(id) }))
			.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()))
			// The editor would put it into the workflow as an expression, which n8n evaluates.
			.filter(({ value }) => !isExpression(value)),
	};
}

/** @throws NodeOperationError or NodeApiError, which the editor shows */
async function newestCampaigns(context: ILoadOptionsFunctions): Promise<IDataObject[]> {
	try {
		const client = await ServiceClient.open(context);
		const query = { limit: limits.campaignsByDefault };
		const answer = await client.send(requestTo(endpoints.campaigns, { query }));
		return listIn(answer, 'campaigns').filter(isObject);
	} catch (error) {
		throw nodeErrorOfRun(context.getNode(), error);
	}
}
