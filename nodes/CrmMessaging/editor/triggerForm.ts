import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

const tryOut =
	'<b>To try it out</b>, click the button above, then run a CRM Messaging node that creates contacts or records a purchase, with <b>When Processed: Start Another Workflow</b> and the <b>Test URL</b> of this node. The Test URL works only while n8n listens, and for one call.';
const reach =
	'The service calls from the internet, so it must be able to reach this n8n: a URL with “localhost” does not work. Whoever runs n8n sets its public address with N8N_WEBHOOK_URL.';

/** What the editor shows beside the trigger's form. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Listen for the service’s call',
	executionsHelp: {
		inactive: `${tryOut}<br /><br /><b>To let it run by itself</b>, publish the workflow and paste the <b>Production URL</b> of this node instead. Those runs show up in the executions list, not here.<br /><br />${reach}`,
		active: `${tryOut}<br /><br /><b>It runs by itself</b> for each submission that names the <b>Production URL</b> of this node, as the workflow is published. Those runs show up in the <a data-key="executions">executions list</a>, not here.<br /><br />${reach}`,
	},
	activationHint:
		'Once the workflow is finished, publish it and use the Production URL, so that nobody has to click this button.',
};

/** The trigger's form. */
export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'In the CRM Messaging node that creates contacts or records a purchase, choose <b>When Processed: Start Another Workflow</b> and paste the URL of this node. The service calls it when it has processed the submission.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'bulkJobProcessed',
		description: 'What starts the workflow',
		options: [
			{
				name: 'Contacts or Purchase Processed',
				value: 'bulkJobProcessed',
				description: 'The service has processed what a CRM Messaging node submitted',
			},
		],
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		default: 'signedUrl',
		description: 'How to make sure that the call comes from the service',
		options: [
			{
				name: 'None',
				value: 'none',
				description: 'Anyone who knows the URL can start the workflow',
			},
			{
				name: 'Signature Header',
				value: 'signatureHeader',
				description: 'The service signs its calls with the account secret',
			},
			{
				name: 'Signed URL',
				value: 'signedUrl',
				description:
					'The CRM Messaging node adds a key to the URL it hands to the service; both need the same credential',
			},
		],
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'callback',
		description: 'What a call becomes',
		options: [
			{ name: 'One Item per Callback', value: 'callback' },
			{
				name: 'One Item per Contact',
				value: 'contact',
				description: 'Valid and failed contacts, the failed ones with the reason',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Allowed IP Ranges',
				name: 'allowedIpRanges',
				type: 'string',
				default: '',
				placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24, 2001:db8::/32',
				description:
					'Addresses and ranges that may call, separated by commas, or empty for everybody (behind a proxy, n8n knows the caller’s address only if N8N_PROXY_HOPS is set)',
			},
			{
				displayName: 'Timestamp Allowance (Minutes)',
				name: 'timestampAllowance',
				type: 'number',
				default: 0,
				typeOptions: { minValue: 0 },
				displayOptions: { show: { '/authentication': ['signatureHeader'] } },
				description:
					'How far the time in a signed call may be from now, or 0 for any time; mind that a call which n8n missed comes again up to about 4 hours later, maybe with its old time, and is then refused',
			},
		],
	},
];
