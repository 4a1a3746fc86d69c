import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	ResourceMapperFields,
} from 'n8n-workflow';
import { endpoints, limits, requestTo } from '../service/endpoints';
import { requestInTest } from '../n8n/http';
import { wordsOfRun, nodeErrorOfRun } from '../engine/errors';
import { authenticate } from '../service/credential';
import { ServiceClient } from '../service/client';
import { listIn } from '../service/answer';
import { isObject, textOf } from '../fields/values';
import { isExpression } from '../engine/expressions/plainPath';
import { contactFields, usualContactFields } from '../service/fields/contact';

/**
 * Reads one campaign: it changes nothing, and needs Account ID and Account Secret to be right. The
 * master secret opens nothing that could be read.
 *
 * It is a function, since a request as data fails in words of n8n alone, on most versions and for
 * most faults; here a person reads what the nodes say.
 */
export async function testAccount(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const httpRequestWithAuthentication = async (_: string, request: IHttpRequestOptions) =>
		await requestInTest(this, await authenticate(data, request));
	try {
		const client = ServiceClient.with(data, { helpers: { httpRequestWithAuthentication } }, 1);
		await client.send(requestTo(endpoints.campaigns, { query: { limit: 1 } }));
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: wordsOfRun(error) };
	}
}

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

/** The columns of *Map Each Field*; it starts with the usual ones, and people add others. */
export async function getContactFields(): Promise<ResourceMapperFields> {
	return {
		fields: contactFields.map((field) => ({
			id: field.name,
			displayName: field.label,
			type: field.type.column,
			options: field.type.options,
			removed: !usualContactFields.includes(field),
			required: false,
			defaultMatch: false,
			display: true,
		})),
	};
}
