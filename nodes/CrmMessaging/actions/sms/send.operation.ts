import { propertiesOf, propertyOf } from '../../fields/control';
import { keyed, knownKeys } from '../../fields/field';
import { defaultCountryCode, phone } from '../../fields/types/phone';
import { smsResult } from '../../service/documentedAnswers';
import { endpoints } from '../../service/endpoints';
import { multiple, phoneNumber, sender } from '../../service/fields/message';
import type { SmsSegments } from '../messages/deliveries';
import { testOption } from '../messages/guards';
import { messageOperation } from '../messages/messageOperation';

const deliveryKeys = keyed([phoneNumber, multiple]);

/** Units of a single message, and of each part of a longer one (GSM 03.38, 03.40). */
const sizes = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } };

/** Sends SMS to phone numbers (docs/contributing/service.md, Send SMS). */
export const smsSend = messageOperation(
	{
		resource: { name: 'sms', label: 'SMS', defaultOperation: 'send' },
		choice: {
			name: 'send',
			label: 'Send',
			action: 'Send SMS messages',
			description: 'Send SMS to phone numbers, now or at a set time',
		},
		endpoint: endpoints.smsDeliveries,
		output: {
			example: {
				phone_number: '+34600100001',
				text: 'Welcome, Ana',
				valid: true,
				delivery_id: '5f1b2c3d',
			},
		},
	},
	{
		sender,
		options: propertiesOf([multiple, defaultCountryCode]),
		recipient: [propertyOf(phoneNumber)],
		recipientKeys: [phoneNumber.name],
		readForm: (item, given) => ({
			...item.fieldsIn(given, [phoneNumber]),
			multiple: item.option(multiple),
		}),
		readJson: (item, given) => ({
			multiple: item.option(multiple),
			...item.objectFields(knownKeys(given, deliveryKeys, 'replacements'), deliveryKeys),
		}),
		segmentsOf: ({ text = '' }) => smsSegments(text),
		test: testOption(phone, 'Phone number'),
		result: smsResult,
		hasListsOfResults: false,
	},
);

const basic =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '\f^{}\\[~]|€';

/** Septets of each character that GSM-7 has. */
const septets = new Map([
	...[...basic].map((character) => [character, 1] as const),
	...[...extended].map((character) => [character, 2] as const),
]);

/** The segments of a text. A character of two units is never split between parts. */
export function smsSegments(text: string): SmsSegments {
	const characters = [...text];
	const isBasic = characters.every((character) => septets.has(character));
	const encoding = isBasic ? 'GSM-7' : 'UCS-2';
	const units = characters.map((character) =>
		isBasic ? (septets.get(character) as number) : character.length,
	);
	const { single, part } = sizes[encoding];
	let room = single;
	const most = units.findIndex((size) => (room -= size) < 0);
	if (most < 0) return { encoding, segments: 1, most };
	let segments = 1;
	let used = 0;
	for (const size of units) {
		if (used + size > part) {
			segments++;
			used = 0;
		}
		used += size;
	}
	return { encoding, segments, most };
}
