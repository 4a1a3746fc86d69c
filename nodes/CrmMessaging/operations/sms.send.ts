import type { IDataObject } from 'n8n-workflow';
import { propertiesOf, propertyOf } from '../form/property';
import { defaultCountryCode } from '../run/countryCode';
import type { Operation } from '../run/operation';
import { recipientNamed } from '../run/recipient';
import { listIn } from '../transport/answer';
import { endpoints } from '../interface/endpoints';
import { messageHolder, sender, smsDelivery } from '../interface/message';
import { knownKeys } from '../fields/keys';
import { smsSegments } from '../interface/smsSegments';
import { fillTemplate } from '../interface/template';
import {
	deliveriesProperties,
	deliveryLimit,
	readDeliveries,
	requestOfDeliveries,
	type DeliveryShape,
} from './shared/deliveries';
import {
	deliveryOutcome,
	failOnRejectedDelivery,
	pairByPosition,
	requireResults,
	unpairedOutcome,
} from './shared/deliveryResults';
import { readSchedule, scheduleProperties } from './shared/schedule';
import { resources } from './resources';

const delivery: DeliveryShape = {
	properties: propertiesOf(smsDelivery),
	example: { phone_number: '+34600123456', replacements: { first_name: 'Ana' } },
	readEntry: (item, entry) => item.fieldsIn(entry, smsDelivery),
	readJson: (item, given) =>
		item.objectFields(knownKeys(given, smsDelivery, 'replacements'), smsDelivery),
};

/** Sends SMS to phone numbers (docs/service.md, Send SMS). */
export const smsSend: Operation = {
	resource: resources.sms,
	operation: 'send',
	name: 'Send',
	action: 'Send SMS messages',
	description: 'Send SMS to phone numbers, now or at a set time',
	endpoint: endpoints.smsDeliveries,
	properties: [
		propertyOf(sender),
		propertyOf(messageHolder),
		...deliveriesProperties(delivery),
		...scheduleProperties,
	],
	...failOnRejectedDelivery,
	options: [...(failOnRejectedDelivery.options ?? []), propertyOf(defaultCountryCode)],
	limit: deliveryLimit,

	envelope: (item) => ({ ...item.fields([sender, messageHolder]), ...readSchedule(item) }),

	entries: (item, { message_holder }) => readDeliveries(item, delivery, message_holder as string),

	recipientOf: ({ phone_number }) => recipientNamed({ phone_number }),

	request: requestOfDeliveries(endpoints.smsDeliveries),

	results(answer, batch) {
		const results = listIn(answer, 'deliveries');
		requireResults(results);
		const pairs = pairByPosition(results, batch);
		if (!pairs) return unpairedOutcome(results, batch);
		const recipientOf = ({ data }: { data: IDataObject }) => ({
			phone_number: data.phone_number,
		});
		return deliveryOutcome(pairs, recipientOf);
	},

	preview({ envelope, entries }) {
		const messages = entries.map(({ data }) => {
			const text = fillTemplate(
				envelope.message_holder as string,
				data.replacements as IDataObject,
			);
			return { phone_number: data.phone_number, text, ...smsSegments(text) };
		});
		const segments = messages.reduce((sum, message) => sum + message.segments, 0);
		return { segments, messages };
	},
};
