import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import {
	allowedIpRanges,
	authentication,
	callbackOutput,
	timestampTolerance,
} from '../callbacks/triggerOptions';
import { triggerText } from '../catalogue/panels';
import { collectionOf, propertyOf } from '../fields/control';

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
	collectionOf('Options', 'options', 'Add Option', [
		propertyOf(allowedIpRanges),
		propertyOf(timestampTolerance, {
			displayOptions: { show: { '/authentication': ['signatureHeader'] } },
		}),
	]),
];
