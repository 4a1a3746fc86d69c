import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { authenticate } from '../nodes/CrmMessaging/transport/authenticate';

/** An account of the service: its address, its id and both secrets. */
export class CrmMessagingApi implements ICredentialType {
	name = 'crmMessagingApi';

	displayName = 'CRM Messaging API';

	documentationUrl =
		'https://github.com/n8n-nodes-crm-messaging/n8n-nodes-crm-messaging#the-credential';

	icon: Icon = {
		light: 'file:../icons/crmMessaging.svg',
		dark: 'file:../icons/crmMessaging.dark.svg',
	};

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the service, as its provider gave it, without /v2/account/…; with http:// instead of https://, secrets and data travel unencrypted',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			required: true,
			description: 'ID of your account at the service',
		},
		{
			displayName: 'Account Secret',
			name: 'accountSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'For contacts, purchases, campaigns, hotel data and bulk jobs; paste it without “Token token=”',
		},
		{
			displayName: 'Master Secret',
			name: 'masterSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'For push notifications and SMS; leave it empty if you send neither. The test does not check it: the first message does',
		},
	];

	authenticate: IAuthenticate = authenticate;

	/**
	 * Reads one campaign: it changes nothing and needs Account ID and Account Secret to be right. The
	 * master secret opens nothing that could be read.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
			url: '=/v2/account/{{encodeURIComponent($credentials.accountId.trim())}}/campaigns/',
			qs: { limit: 1 },
			// Requests of the nodes follow none either.
			disableFollowRedirect: true,
		},
		rules: [
			...[301, 302, 303, 307, 308].map((value) => ({
				type: 'responseCode' as const,
				properties: {
					value,
					message:
						'The service redirects to another address. Enter the final address as Base URL.',
				},
			})),
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service does not accept the Account Secret for this Account ID. Copy both again.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'There is no such service at the Base URL. Enter the address alone, without /v2/account/….',
				},
			},
		],
	};
}
