import {
	isExpression,
	type FieldType,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INodeCredentialTestResult,
	type INodeListSearchResult,
	type ResourceMapperFields,
} from 'n8n-workflow';
import { nodeText } from '../catalogue/panels';
import { unreadable } from '../catalogue/requests';
import { nodeErrorOf, wordsOfRun } from '../engine/errors';
import { isNamed, isObject, textOf } from '../fields/values';
import { requestInTest } from '../n8n/http';
import { wordsIn } from '../service/answer';
import { ServiceClient } from '../service/client';
import { authenticate } from '../service/credential';
import { endpoints, limits } from '../service/endpoints';
import { ServiceError, unreadableAnswer } from '../service/failure';
import { contactInputs, optOutFields, usualContactFields } from '../service/fields/contact';

/** No endpoint only reads with the master secret. A declared request would fail with n8n's own texts. */
async function testAccount(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const httpRequestWithAuthentication = async (_: string, request: IHttpRequestOptions) =>
		await requestInTest(this, await authenticate(data, request));
	try {
		const context = { helpers: { httpRequestWithAuthentication } };
		const client = new ServiceClient(context, data, 1, 1);
		await campaignsOf(client, 1);
		return { status: 'OK', message: nodeText.connected };
	} catch (error) {
		return { status: 'Error', message: wordsOfRun(error) };
	}
}

/** The newest campaigns. @throws ServiceError if the answer has no list of them */
async function campaignsOf(client: ServiceClient, limit: number): Promise<unknown[]> {
	const endpoint = endpoints.campaigns;
	const answer = await client.send({ endpoint, query: { limit } });
	const { campaigns } = answer as { campaigns?: unknown };
	if (Array.isArray(campaigns)) return campaigns as unknown[];
	const reason = unreadable.lacks({ what: 'list “campaigns”' });
	throw new ServiceError(unreadableAnswer(endpoint, reason, wordsIn(answer)));
}

async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const client = await ServiceClient.open(this);
		const campaigns = await campaignsOf(client, limits.campaignsByDefault);
		const results = campaigns
			.filter(isObject)
			.filter(({ id }) => isNamed(id))
			.map(({ id, name }) => ({ name: textOf(isNamed(name) ? name : id), value: textOf(id) }))
			.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()))
			// The editor would store it in the workflow as an expression, which n8n evaluates.
			.filter(({ value }) => !isExpression(value));
		return { results };
	} catch (error) {
		throw nodeErrorOf(this.getNode(), error);
	}
}

/** The columns of *Map Each Field*: the usual ones, opt-outs, and others to add. */
async function getContactFields(): Promise<ResourceMapperFields> {
	return {
		fields: contactInputs.map((field) => ({
			id: field.name,
			displayName: field.label,
			// n8n names a column's type like its control, except for lists.
			type: (field.type.entry ? 'array' : field.type.form.type) as FieldType,
			options: field.type.options,
			removed: ![...usualContactFields, ...optOutFields].includes(field),
			required: false,
			defaultMatch: false,
			display: true,
		})),
	};
}

/** What the editor asks the action node. */
export const editorMethods = {
	credentialTest: { testAccount },
	listSearch: { searchCampaigns },
	resourceMapping: { getContactFields },
};
