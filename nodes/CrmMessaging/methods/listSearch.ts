import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { nodeErrorOfRun } from '../engine/errors';
import { isObject, textOf } from '../fields/values';
import { isExpression } from '../n8n/expressions';
import { listIn } from '../service/answer';
import { ServiceClient } from '../service/client';
import { endpoints, limits } from '../service/endpoints';

/** The newest campaigns whose name contains the filter, in any case. */
export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const client = await ServiceClient.open(this);
		const query = { limit: limits.campaignsByDefault };
		const answer = await client.send({ endpoint: endpoints.campaigns, query });
		const results = listIn(answer, 'campaigns')
			.filter(isObject)
			.map(({ id, name }) => ({ name: textOf(name ?? id), value: textOf(id) }))
			.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()))
			// The editor would store it in the workflow as an expression, which n8n evaluates.
			.filter(({ value }) => !isExpression(value));
		return { results };
	} catch (error) {
		throw nodeErrorOfRun(this.getNode(), error);
	}
}
