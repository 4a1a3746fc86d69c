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
}
