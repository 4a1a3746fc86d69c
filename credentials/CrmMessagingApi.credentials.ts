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
			description: 'Address of the service, as its provider gives it, without /v2/account/…',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			required: true,
			description: 'ID of your account',
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
				'Needed for push notifications and SMS only; may be left empty without them',
		},
	];

	authenticate: IAuthenticate = authenticate;

	/** Reads one campaign: it changes nothing and needs Account ID and Account Secret to be right. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
			url: '=/v2/account/{{encodeURIComponent($credentials.accountId.trim())}}/campaigns/',
			qs: { limit: 1 },
		},
	};
}
