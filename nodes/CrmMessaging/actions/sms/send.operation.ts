import { propertyOf } from '../../fields/control';
import { convertField, keyed, knownKeys, parameterName } from '../../fields/field';
import { defaultCountryCode, phone } from '../../fields/types/phone';
import { recipientNamed } from '../../engine/recipient';
import { endpoints } from '../../service/endpoints';
import { multiple, phoneNumber, sender } from '../../service/fields/message';
import type { MessageShape, SmsSegments } from '../messages/deliveries';
import { flatResults } from '../messages/deliveryResults';
import { messageOperation } from '../messages/messageOperation';

const deliveryKeys = keyed([phoneNumber, multiple]);

/** Units of a single message, and of each part of a longer one (GSM 03.38, 03.40). */
const sizes = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } };

const smsShape: MessageShape = {
	recipient: [propertyOf(phoneNumber)],
	common: [multiple],
	example: { phone_number: '+12025550123', replacements: { first_name: 'Ana' } },
	readForm: (item, given) => ({
		phone_number: convertField(phoneNumber, given[parameterName(phoneNumber)], item) as string,
	}),
	readJson: (item, given) =>
		item.objectFields(knownKeys(given, deliveryKeys, 'replacements'), deliveryKeys),
	recipientIn: ({ phone_number }) => ({ phone_number }),
	recipientOf: ({ phone_number }) => recipientNamed({ phone_number }),
	segmentsOf: ({ text = '' }) => smsSegments(text),
	safeLength: sizes['UCS-2'].single,
	test: {
		type: phone,
		placeholder: `e.g. ${phone.example}`,
		what: 'Phone number',
		sentTo: (delivery, tester) => ({ ...delivery, phone_number: tester as string }),
	},
};

/** Sends SMS to phone numbers (docs/contributing/service.md, Send SMS). */
export const smsSend = messageOperation(
	{
		resource: { name: 'sms', label: 'SMS', defaultOperation: 'send' },
		action: 'Send SMS messages',
		description: 'Send SMS to phone numbers, now or at a set time',
		endpoint: endpoints.smsDeliveries,
		output: {
			phone_number: '+34600100001',
			text: 'Welcome, Ana',
			valid: true,
			delivery_id: '5f1b2c3d',
		},
	},
	{ sender, options: [propertyOf(defaultCountryCode)], shape: smsShape, results: flatResults },
);

const basic =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '\f^{}\\[~]|€';

/** Septets per character code; 0 if GSM-7 lacks it. */
const septets = new Uint8Array(0x10000);
for (const character of basic) septets[character.charCodeAt(0)] = 1;
for (const character of extended) septets[character.charCodeAt(0)] = 2;

/** Most messages have one, so they share a result. */
const oneSegment: Record<SmsSegments['encoding'], SmsSegments> = {
	'GSM-7': { encoding: 'GSM-7', segments: 1 },
	'UCS-2': { encoding: 'UCS-2', segments: 1 },
};

export function smsSegments(text: string): SmsSegments {
	const gsmUnits = septetsOf(text);
	const encoding = gsmUnits === undefined ? 'UCS-2' : 'GSM-7';
	const units = gsmUnits ?? text.length;
	const { single, part } = sizes[encoding];
	if (units <= single) return oneSegment[encoding];
	const lengths = [...text].map((one) =>
		gsmUnits === undefined ? one.length : (septets[one.charCodeAt(0)] as number),
	);
	return { encoding, segments: partsOf(lengths, part) };
}

/** Undefined if GSM-7 lacks a character. */
function septetsOf(text: string): number | undefined {
	let sum = 0;
	for (let index = 0; index < text.length; index++) {
		const size = septets[text.charCodeAt(index)] as number;
		if (size === 0) return undefined;
		sum += size;
	}
	return sum;
}

/** A two-unit character is never split between parts. */
function partsOf(lengths: number[], size: number): number {
	let parts = 1;
	let used = 0;
	for (const length of lengths) {
		if (used + length > size) {
			parts++;
			used = 0;
		}
		used += length;
	}
	return parts;
}
