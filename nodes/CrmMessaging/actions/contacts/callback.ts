import { runHint } from '../../catalogue/runs';
import { contactHint } from '../../catalogue/contacts';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { collectionOf, propertiesOf, propertyOf } from '../../fields/control';
import { choice } from '../../fields/types/choice';
import type { ItemParameters } from '../../engine/parameters';
import { adviceOnHost } from '../../callbacks/caller';
import { isTriggerUrl, isReadableOnTheWay } from '../../service/addresses';
import { type Option, convertField } from '../../fields/field';
import { webhookDetails, webhookUrl } from '../../service/fields/sync';
import { maxWait } from '../../wait/waitingRun';

const choices = { none: 'dontWait', trigger: 'sendToTrigger', wait: 'waitForResult' };

const webhookUrlParameter = 'webhookUrl';

const callback: Option<string> = {
	name: 'processingResult',
	label: 'Processing Result',
	type: choice({
		[choices.none]: ['Don’t Wait', 'The workflow continues without the result'],
		[choices.trigger]: [
			'Send to Trigger',
			'The service calls a CRM Messaging Trigger, which starts another workflow',
		],
		[choices.wait]: [
			'Wait for Result',
			'The workflow resumes when the service has called back for every request',
		],
	}),
	scope: 'run',
	isParameter: true,
	unset: choices.none,
	description: 'How to learn that the service has processed the contacts',
};

export const callbackProperties: INodeProperties[] = [
	propertyOf(callback),
	propertyOf(webhookUrl, {
		name: webhookUrlParameter,
		displayOptions: { show: { [callback.name]: [choices.trigger] } },
	}),
	propertyOf(maxWait, { displayOptions: { show: { [callback.name]: [choices.wait] } } }),
];

/** Additional fields of the callback (docs/contributing/service.md, Submit contacts and a purchase). */
export const callbackFieldsProperty: INodeProperties = collectionOf(
	{ displayName: 'Callback Fields', name: 'callbackFields', placeholder: 'Add Field' },
	propertiesOf(webhookDetails),
);

/** Whether the run waits for the service's callback. */
export function waitsForResult(item: ItemParameters): boolean {
	return item.option(callback) === choices.wait;
}

/** Reads an import's `options.webhook`. A waiting run adds its address to the request later. */
export function readWebhook(item: ItemParameters): IDataObject {
	const fields = item.collection(`options.${callbackFieldsProperty.name}`);
	const details = item.fieldsIn(fields, webhookDetails);
	switch (item.option(callback)) {
		case choices.trigger: {
			const address = item.value(webhookUrlParameter);
			const url = convertField(webhookUrl, address, item) as string;
			adviseOn(url, item);
			return { [webhookUrl.name]: url, ...details };
		}
		case choices.wait:
			return details;
		default:
			if (Object.keys(details).length > 0) {
				item.hint(runHint.noEffect('Callback Fields', 'Processing Result is Don’t Wait'));
			}
			return {};
	}
}

function adviseOn(url: string, item: ItemParameters): void {
	const { hostname, pathname } = new URL(url);
	const advice = adviceOnHost(hostname);
	if (advice) item.hint(advice);
	if (isReadableOnTheWay(url)) {
		item.hint(runHint.unencrypted('The Webhook URL'));
	}
	if (pathname.includes('/webhook-test/')) {
		item.hint(contactHint.testWebhook());
	}
	if (/\/webhook(-test)?\//.test(pathname) && !isTriggerUrl(url)) {
		item.hint(contactHint.foreignWebhook());
	}
}
