import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../../fields/control';
import { choice } from '../../fields/types/choice';
import type { ItemParameters } from '../../engine/parameters';
import { adviceOnHost } from '../../callbacks/caller';
import { isTriggerUrl } from '../../service/callbackUrl';
import {
	parameterName,
	type Field,
	type Option,
	convertField,
	convertFields,
	ownValue,
} from '../../fields/field';
import { webhookDetails, webhookUrl } from '../../service/fields/sync';
import { isReadableOnTheWay } from '../../service/addresses';
import { waitLimit } from '../../wait/waitingRun';

const choices = { none: 'none', trigger: 'triggerUrl', wait: 'waitHere' };

/** In the form, the webhook's fields stand beside others, so their names say what they belong to. */
function webhookParameter(field: Field): string {
	const name = parameterName(field);
	return `webhook${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** What is to happen when the service has processed a submission. */
const callback: Option<string> = {
	name: 'callback',
	label: 'When Processed',
	type: choice([
		{
			label: 'Continue at Once',
			value: choices.none,
			description: 'The workflow does not wait for the service',
		},
		{
			label: 'Start Another Workflow',
			value: choices.trigger,
			description: 'The service calls a CRM Messaging Trigger, which starts another workflow',
		},
		{
			label: 'Wait Here',
			value: choices.wait,
			description: 'The workflow goes on when the service has called back for every request',
		},
	]),
	scope: 'run',
	isParameter: true,
	unset: choices.none,
	description: 'What happens when the service has processed the submission',
};

/** The controls of what happens then. */
export const callbackProperties: INodeProperties[] = [
	propertyOf(callback),
	propertyOf(webhookUrl, {
		name: webhookParameter(webhookUrl),
		displayOptions: { show: { [callback.name]: [choices.trigger] } },
	}),
	propertyOf(waitLimit, { displayOptions: { show: { [callback.name]: [choices.wait] } } }),
];

/** Options of the callback (docs/service.md, Submit contacts and a purchase). */
export const callbackOptionProperties: INodeProperties[] = webhookDetails.map((field) =>
	propertyOf(field, { name: webhookParameter(field) }),
);

/** Whether the run waits until the service has called back. */
export function waitsHere(item: ItemParameters): boolean {
	return item.option(callback) === choices.wait;
}

/** Reads `options.webhook` of a submission; the address of a run that waits is added to its request. */
export function readWebhook(item: ItemParameters): IDataObject {
	const options = item.collection('options');
	const details = convertFields(webhookDetails, ownValue(options, webhookParameter), item);
	switch (item.option(callback)) {
		case choices.trigger: {
			const address = item.value(webhookParameter(webhookUrl));
			const url = convertField(webhookUrl, address, item) as string;
			adviseOn(url, item);
			return { [webhookUrl.name]: url, ...details };
		}
		case choices.wait:
			return details;
		default:
			if (Object.keys(details).length > 0) {
				item.hint(
					'The webhook fields have no effect, because When Processed is set to Continue at Once.',
				);
			}
			return {};
	}
}

function adviseOn(url: string, item: ItemParameters): void {
	const { hostname, pathname } = new URL(url);
	const advice = adviceOnHost(hostname);
	if (advice) item.hint(advice);
	if (isReadableOnTheWay(url)) {
		item.hint(
			'The Webhook URL begins with http://, so what the service says of the contacts travels unencrypted; enter the address with https://.',
		);
	}
	if (pathname.includes('/webhook-test/')) {
		item.hint(
			'The Webhook URL is a test URL, which answers only while n8n listens for a test event; take the production URL for a workflow that is to run by itself.',
		);
	}
	if (/\/webhook(-test)?\//.test(pathname) && !isTriggerUrl(url)) {
		item.hint(
			'The Webhook URL is not that of a CRM Messaging Trigger, so no key was added to it.',
		);
	}
}
