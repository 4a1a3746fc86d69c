import { propertyOf } from '../form/property';
import type { Operation } from '../run/operation';
import { recipientNamed } from '../run/recipient';
import { listIn } from '../transport/answer';
import { endpoints } from '../interface/endpoints';
import { messageHolder, multiple, phoneNumber, sender } from '../interface/message';
import { knownKeys } from '../fields/keys';
import { needsSeveralParts, smsSegments } from '../interface/smsSegments';
import {
	deliveryLimit,
	keyed,
	readDeliveries,
	recipientProperties,
	recipientsProperties,
	filledIn,
	requestOfDeliveries,
	type DeliveryShape,
} from './shared/deliveries';
import {
	deliveryOutcome,
	failOnRejected,
	failsOnRejected,
	pairByPosition,
	requireResults,
	unpairedOutcome,
} from './shared/deliveryResults';
import { beltOptions, messageOutput, screenMessages, type BeltShape } from './shared/safetyBelt';
import { readSchedule, scheduleProperties } from './shared/schedule';
import { resources } from './resources';

const deliveryKeys = keyed([phoneNumber, multiple]);

const delivery: DeliveryShape = {
	recipient: [propertyOf(phoneNumber)],
	common: [multiple],
	example: { phone_number: '+34600123456', replacements: { first_name: 'Ana' } },
	readForm: (item, given) => item.fieldsIn(given, [phoneNumber]),
	readJson: (item, given) =>
		item.objectFields(knownKeys(given, deliveryKeys, 'replacements'), deliveryKeys),
};

const belt: BeltShape = {
	testRecipient: phoneNumber,
	testDescription:
		'Phone number that gets the first 3 messages instead of their recipients; all others are not sent',
	sentTo: (given, phone_number) => ({ ...given, phone_number: phone_number as string }),
	recipientIn: ({ phone_number }) => ({ phone_number }),
	isTooLong: ({ data, text = '' }) => data[multiple.name] !== true && needsSeveralParts(text),
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
		...recipientProperties(delivery),
		propertyOf(messageHolder),
		...recipientsProperties(delivery),
		propertyOf(multiple),
		...scheduleProperties,
	],
	options: [failOnRejected, ...beltOptions(belt)],
	failsOnRejected,
	limit: deliveryLimit,

	envelope: (item) => ({ ...item.fields([sender]), ...readSchedule(item) }),

	entries: (item, _, template) => readDeliveries(item, delivery, template),

	message: {
		field: messageHolder,
		textOf: filledIn,
		previewOf(entry) {
			const { segments: parts, encoding } = smsSegments(entry.text ?? '');
			const { warnings = [] } = entry;
			return { ...messageOutput(entry, belt), parts, encoding, warnings };
		},
	},

	screen: screenMessages(belt),

	recipientOf: ({ phone_number }) => recipientNamed({ phone_number }),

	request: requestOfDeliveries(endpoints.smsDeliveries),

	results(answer, batch) {
		const results = listIn(answer, 'deliveries');
		requireResults(results);
		const pairs = pairByPosition(results, batch);
		if (!pairs) return unpairedOutcome(results, batch);
		return deliveryOutcome(pairs, ({ data }) => belt.recipientIn(data));
	},
};
