import type { IAuthenticate, ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { authenticate } from '../nodes/CrmMessaging/service/credential';

/** An account of the service: its address, its id and both secrets. The nodes test it. */
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
			description: 'Address of the service as your provider shows it, without /v2/account/…',
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
				'For contacts, purchases, campaigns, hotel data and bulk jobs, without “Token token=”',
		},
		{
			displayName: 'Master Secret',
			name: 'masterSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Only for push notifications and SMS',
		},
		// The editor shows no text of a test that passes.
		{
			displayName:
				'The connection test checks the Account Secret. Your first message checks the Master Secret.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
	];

	authenticate: IAuthenticate = authenticate;
}
