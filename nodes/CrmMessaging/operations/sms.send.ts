import type { IDataObject } from 'n8n-workflow';
import { propertiesOf, propertyOf } from '../form/property';
import type { Operation } from '../run/operation';
import { digitsIn } from '../callback/contactRecipient';
import { recipientNamed, type Recipient } from '../run/recipient';
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
import { failOnRejectedDelivery, outcomeOfPairing, requireResults } from './shared/deliveryResults';
import { pairResults } from './shared/pairResults';
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
	limit: deliveryLimit,

	envelope: (item) => ({ ...item.fields([sender, messageHolder]), ...readSchedule(item) }),

	entries: (item, { message_holder }) => readDeliveries(item, delivery, message_holder as string),

	recipientOf: ({ phone_number }) => recipientNamed({ phone_number }),

	request: requestOfDeliveries(endpoints.smsDeliveries),

	results(answer, batch) {
		const results = listIn(answer, 'deliveries');
		requireResults(results);
		const inOrder = results.length === batch.entries.length;
		const placed = results.map((result, place) => ({
			result,
			place: inOrder ? place : undefined,
		}));
		const pairing = pairResults(placed, batch.entries, phoneNames, false);
		return outcomeOfPairing(pairing, batch, ({ data: { phone_number } }) => ({ phone_number }));
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

/** Results may name a phone, and write it in their own way; its digits are the same. */
function phoneNames({ phone_number, phone }: IDataObject): Recipient {
	const given = phone_number ?? phone;
	return recipientNamed({ phone: digitsIn(given) });
}
