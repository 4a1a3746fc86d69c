import type {
	INodeProperties,
	INodeTypeDescription,
	INodePropertyOptions,
	FieldType,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { Operation, Resource } from '../engine/operation';
import { controlsOf } from '../engine/options';
import { endpoints, limits } from '../service/endpoints';
import { requestInTest } from '../n8n/http';
import { wordsOfRun, nodeErrorOfRun } from '../engine/errors';
import { authenticate } from '../service/credential';
import { ServiceClient } from '../service/client';
import { listIn } from '../service/answer';
import { isObject, textOf } from '../fields/values';
import { isExpression } from '../n8n/expressions';
import { authentication, callbackOutput } from '../callbacks/triggerOptions';
import { nodeText, triggerText } from '../catalogue/panels';
import { propertyOf } from '../fields/control';
import { contactInputs, optOutFields, usualContactFields } from '../service/fields/contact';

export const describedAs = 'Send SMS and push notifications, and save contacts and bookings';

/** The text below a node's name: the chosen operation's action, as an expression. */
export function subtitleOf(operations: readonly Operation[]): string {
	const actions = operations.map(({ resource, operation, action }) => [
		`${resource.name}:${operation}`,
		action,
	]);
	const chosen = '$parameter["resource"] + ":" + $parameter["operation"]';
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[${chosen}] }}`;
}

/** @param initial the default resource */
export function formOf(operations: readonly Operation[], initial: Resource): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	// In the order of operations: the most common tasks come first.
	const names = resources.map(({ name, label }) => ({ name: label, value: name }));
	return [
		choiceOf({ displayName: 'Resource', name: 'resource', default: initial.name }, names),
		...resources.map((resource) =>
			choiceOf(
				{
					displayName: 'Operation',
					name: 'operation',
					default: resource.defaultOperation,
					displayOptions: { show: { resource: [resource.name] } },
				},
				operations
					.filter((operation) => operation.resource === resource)
					.map(({ operation, name, action, description }) => ({
						name,
						value: operation,
						action,
						description,
					})),
			),
		),
		...operations.flatMap((operation) => {
			const chosen = {
				resource: [operation.resource.name],
				operation: [operation.operation],
			};
			return controlsOf(operation).map((property) => {
				const displayOptions = property.displayOptions;
				return {
					...property,
					displayOptions: {
						...displayOptions,
						show: { ...chosen, ...displayOptions?.show },
					},
				};
			});
		}),
	];
}

function choiceOf(
	base: Pick<INodeProperties, 'displayName' | 'name' | 'default'> & Partial<INodeProperties>,
	options: INodePropertyOptions[],
): INodeProperties {
	return { type: 'options', noDataExpression: true, ...base, options };
}

/**
 * Reads one campaign, which changes nothing; no endpoint only reads with the master secret. A
 * function, since a declared request fails with n8n's own texts on most versions.
 */
export async function testAccount(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const httpRequestWithAuthentication = async (_: string, request: IHttpRequestOptions) =>
		await requestInTest(this, await authenticate(data, request));
	try {
		const context = { helpers: { httpRequestWithAuthentication } };
		const client = new ServiceClient(context, data, 1, 1);
		await client.send({ endpoint: endpoints.campaigns, query: { limit: 1 } });
		return { status: 'OK', message: nodeText.connected };
	} catch (error) {
		return { status: 'Error', message: wordsOfRun(error) };
	}
}

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

/** The columns of *Map Each Field*: the usual ones, opt-outs, and others to add. */
export async function getContactFields(): Promise<ResourceMapperFields> {
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

const { tryOut, publish, published, reach } = triggerText;

export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: triggerText.header,
	executionsHelp: {
		inactive: [tryOut, publish, reach].join('<br /><br />'),
		active: [tryOut, published, reach].join('<br /><br />'),
	},
	activationHint: triggerText.finish,
};

export const triggerProperties: INodeProperties[] = [
	{
		displayName: triggerText.copyUrl,
		name: 'notice',
		type: 'notice',
		default: '',
	},
	propertyOf(authentication),
	propertyOf(callbackOutput),
];
