import type { IDataObject } from 'n8n-workflow';
import { propertyOf } from '../form/property';
import { defaultCountryCode } from '../run/countryCode';
import type { Operation } from '../run/operation';
import { digitsIn } from '../callback/contactRecipient';
import { recipientNamed, type Recipient } from '../run/recipient';
import { listIn } from '../transport/answer';
import { endpoints } from '../interface/endpoints';
import { messageHolder, multiple, phoneNumber, sender } from '../interface/message';
import { knownKeys } from '../fields/keys';
import { phone } from '../fields/types/phone';
import { needsSeveralParts, smsSegments } from '../interface/smsSegments';
import {
	deliveryLimit,
	keyed,
	deliveriesReader,
	recipientProperties,
	recipientsProperties,
	filledIn,
	requestOfDeliveries,
	type MessageShape,
} from './shared/deliveries';
import {
	failOnRejected,
	failsOnRejected,
	outcomeOfPairing,
	requireResults,
} from './shared/deliveryResults';
import { pairResults } from './shared/pairResults';
import { beltOptions, messageOutput, screenMessages } from './shared/safetyBelt';
import { readSchedule, scheduleProperties } from './shared/schedule';
import { resources } from './resources';

const deliveryKeys = keyed([phoneNumber, multiple]);

const shape: MessageShape = {
	recipient: [propertyOf(phoneNumber)],
	common: [multiple],
	example: { phone_number: '+447700900123', replacements: { first_name: 'Ana' } },
	readForm: (item, given) => item.fieldsIn(given, [phoneNumber]),
	readJson: (item, given) =>
		item.objectFields(knownKeys(given, deliveryKeys, 'replacements'), deliveryKeys),
	recipientIn: ({ phone_number }) => ({ phone_number }),
	recipientOf: ({ phone_number }) => recipientNamed({ phone_number }),
	isTooLong: ({ data, text = '' }) => data[multiple.name] !== true && needsSeveralParts(text),
	test: {
		type: phone,
		placeholder: phone.form.placeholder,
		what: 'Phone number',
		sentTo: (delivery, tester) => ({ ...delivery, phone_number: tester as string }),
	},
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
		...recipientProperties(shape),
		propertyOf(messageHolder),
		...recipientsProperties(shape),
		propertyOf(multiple),
		...scheduleProperties,
	],
	options: [failOnRejected, propertyOf(defaultCountryCode), ...beltOptions(shape)],
	failsOnRejected,
	limit: deliveryLimit,

	envelope: (item) => ({ ...item.fields([sender]), ...readSchedule(item) }),

	entriesReader: (parameters) => deliveriesReader(shape, parameters),

	message: {
		field: messageHolder,
		textOf: filledIn,
		previewOf(entry) {
			const { segments: parts, encoding } = smsSegments(entry.text ?? '');
			const { warnings = [] } = entry;
			return { ...messageOutput(entry, shape), parts, encoding, warnings };
		},
	},

	screen: screenMessages(shape),

	recipientOf: shape.recipientOf,

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
		return outcomeOfPairing(pairing, batch, ({ data }) => shape.recipientIn(data));
	},
};

/** Results may name a phone, and write it in their own way; its digits are the same. */
function phoneNames({ phone_number, phone }: IDataObject): Recipient {
	const given = phone_number ?? phone;
	return recipientNamed({ phone: digitsIn(given) });
}
