import { propertiesOf, propertyOf } from '../../fields/control';
import { defaultCountryCode, phone } from '../../fields/types/phone';
import type { Operation } from '../../engine/operation';
import { recipientNamed } from '../../engine/recipient';
import { listIn } from '../../service/answer';
import { endpoints } from '../../service/endpoints';
import { messageHolder, multiple, phoneNumber, sender } from '../../service/fields/message';
import { convertField, knownKeys, parameterName } from '../../fields/field';
import { smsSegments } from '../messages/smsSegments';
import {
	deliveryLimit,
	keyed,
	deliveriesReader,
	recipientProperties,
	recipientsProperties,
	filledIn,
	requestOfDeliveries,
	type MessageShape,
} from '../messages/deliveries';
import {
	failOnRejected,
	failsOnRejected,
	giveResults,
	placedResults,
} from '../messages/deliveryResults';
import { messages } from '../messages/messageHints';
import { pairResults, phoneNaming } from '../messages/pairResults';
import { guardOptions, messageOutput, guardMessages } from '../messages/sendGuards';
import { readSchedule, scheduleProperties, refuseUnsendable } from '../messages/schedule';

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
	parts: {
		of: ({ text = '' }) => smsSegments(text).segments,
		areTooMany: ({ body, text = '' }) =>
			body[multiple.name] !== true && smsSegments(text).segments > 1,
	},
	test: {
		type: phone,
		placeholder: phone.form.placeholder,
		what: 'Phone number',
		sentTo: (delivery, tester) => ({ ...delivery, phone_number: tester as string }),
	},
};

/** Sends SMS to phone numbers (docs/service.md, Send SMS). */
export const smsSend: Operation = {
	resource: { name: 'sms', label: 'SMS', defaultOperation: 'send' },
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
	options: propertiesOf([failOnRejected, defaultCountryCode, ...guardOptions(shape)]),
	failsOnRejected,
	output: {
		phone_number: '+34600100001',
		text: 'Welcome, Ana',
		valid: true,
		delivery_id: '5f1b2c3d',
	},
	limit: deliveryLimit,

	envelope: (item) => ({ ...item.fields([sender]), ...readSchedule(item) }),

	entriesReader: (parameters) => deliveriesReader(shape, parameters),

	message: {
		field: messageHolder,
		textOf: filledIn,
		previewOf(row) {
			const { segments: parts, encoding } = smsSegments(row.text ?? '');
			const warnings = [...row.warnings];
			return { ...messageOutput(row, shape), parts, encoding, warnings };
		},
		totalOf(rows) {
			const parts = rows.map(({ text = '' }) => smsSegments(text).segments);
			const total = parts.reduce((sum, count) => sum + count, 0);
			return `${messages(rows)}, ${total.toLocaleString('en')} SMS`;
		},
	},

	preflight: guardMessages(shape),

	checkOpen: refuseUnsendable(shape),

	recipientOf: shape.recipientOf,

	request: requestOfDeliveries(endpoints.smsDeliveries),

	settle(answer, call) {
		const outer = listIn(answer, 'deliveries');
		const { rows } = call;
		// In a single list of a list they are in order, as in a flat one.
		const [only, ...others] = outer;
		const list = others.length === 0 && Array.isArray(only) ? only : outer;
		const placed = placedResults(list, isByPhone(list, rows.length));
		const pairing = pairResults(placed, rows, phoneNaming(rows));
		giveResults(pairing, call, shape.recipientIn);
		if (!pairing.placed.includes(true)) return;
		// Where all are alike, nobody's result can be taken for another's.
		const isOne = call.outputs.every(
			({ rejected, unclear }) => rejected === undefined && !unclear,
		);
		if (!isOne) call.hints = [...call.hints, linkedByOrder];
	},
};

const linkedByOrder = `The results name no recipients, so they are linked to the recipients by their order. To be certain, set ${deliveryLimit.option?.label} to 1.`;

/** Whether the places in the outer list are those of the phones: flat, or in a list for each. */
function isByPhone(outer: readonly unknown[], phones: number): boolean {
	return outer.length === phones && outer.every((one) => !Array.isArray(one) || one.length < 2);
}
