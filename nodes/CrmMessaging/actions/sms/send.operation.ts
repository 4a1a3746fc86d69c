import { propertiesOf, propertyOf } from '../../fields/control';
import { convertField, knownKeys, parameterName } from '../../fields/field';
import { defaultCountryCode, phone } from '../../fields/types/phone';
import type { Operation } from '../../engine/operation';
import { recipientNamed } from '../../engine/recipient';
import { endpoints } from '../../service/endpoints';
import { messageHolder, multiple, phoneNumber, sender } from '../../service/fields/message';
import {
	keyed,
	recipientProperties,
	recipientOptions,
	type MessageShape,
} from '../messages/deliveries';
import { failOnRejected } from '../messages/deliveryResults';
import { messageOperation, type ResultsShape } from '../messages/messageOperation';
import { phoneNaming } from '../messages/pairResults';
import { readSchedule, scheduleProperties, startFlag, tryFirstNotice } from '../messages/schedule';
import { guardOptions } from '../messages/sendGuards';
import { smsSegments } from '../messages/smsSegments';

const deliveryKeys = keyed([phoneNumber, multiple]);

const shape: MessageShape = {
	recipient: [propertyOf(phoneNumber)],
	common: [multiple],
	example: { phone_number: '+447700900123', replacements: { first_name: 'Ana' } },
	readForm: (item, given) => ({
		phone_number: convertField(phoneNumber, given[parameterName(phoneNumber)], item) as string,
	}),
	readJson: (item, given) =>
		item.objectFields(knownKeys(given, deliveryKeys, 'replacements'), deliveryKeys),
	recipientIn: ({ phone_number }) => ({ phone_number }),
	recipientOf: ({ phone_number }) => recipientNamed({ phone_number }),
	segmentsOf: ({ text = '' }) => smsSegments(text),
	test: {
		type: phone,
		placeholder: phone.form.placeholder,
		what: 'Phone number',
		sentTo: (delivery, tester) => ({ ...delivery, phone_number: tester as string }),
	},
};

const results: ResultsShape = {
	namingOf: phoneNaming,
	// A list within a single list is in order, as a flat one is.
	unwrapped: (list) =>
		list.length === 1 && Array.isArray(list[0]) ? (list[0] as unknown[]) : list,
	// The order is that of the phones if the list is flat, or nests one list per phone.
	isInOrder: (list, { rows }) =>
		list.length === rows.length &&
		list.every((entry) => !Array.isArray(entry) || entry.length < 2),
	// If all were accepted, no rejection can be linked to the wrong recipient.
	areAlike: ({ outputs }) =>
		outputs.every(({ rejected, unclear }) => rejected === undefined && !unclear),
};

/** Sends SMS to phone numbers (docs/contributing/service.md, Send SMS). */
export const smsSend: Operation = {
	resource: { name: 'sms', label: 'SMS', defaultOperation: 'send' },
	operation: 'send',
	name: 'Send',
	action: 'Send SMS messages',
	description: 'Send SMS to phone numbers, now or at a set time',
	...messageOperation(endpoints.smsDeliveries, shape, results),
	properties: [
		propertyOf(sender),
		...recipientProperties(shape),
		propertyOf(messageHolder),
		...scheduleProperties,
		tryFirstNotice,
	],
	options: [
		...recipientOptions(shape),
		...propertiesOf([failOnRejected, defaultCountryCode, startFlag, ...guardOptions(shape)]),
	],
	output: {
		phone_number: '+34600100001',
		text: 'Welcome, Ana',
		valid: true,
		delivery_id: '5f1b2c3d',
	},
	envelope: (item) => ({ ...item.fields([sender]), ...readSchedule(item) }),
};
