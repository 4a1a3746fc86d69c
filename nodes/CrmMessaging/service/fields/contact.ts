import type { IDataObject } from 'n8n-workflow';
import { wrongContact } from '../../catalogue/contacts';
import { fieldsOf, type Field, type FieldType } from '../../fields/field';
import { InputError } from '../../fields/inputError';
import { isNamed, textOf } from '../../fields/values';
import { day, dateTime } from '../../fields/types/date';
import { boolean, choice, gender } from '../../fields/types/choice';
import { notExact, number } from '../../fields/types/number';
import { listOf, textList } from '../../fields/types/json';
import { callingCode, contactPhone, localPhone } from '../../fields/types/phone';
import { emailAddress, id, language, text, toText } from '../../fields/types/text';

/** Names of a contact, as callbacks report them, the strongest first. */
export const contactNames = ['user_id', 'email', 'phone'];

/** The keys of these names. A phone number may be in parts. */
export const contactNameKeys = [...contactNames, 'phone_countrycode', 'phone_number'];

/** Fields that identify a contact. How the service matches them is unknown. */
export const identifyingFields = [...contactNames, 'phone_number', 'facebook_id', 'twitter_id'];

/** Fields that name a person, although many may share a name. */
export const nameFields = ['name_first', 'name_last'];

/** Lead forms mark ZIP codes, so that spreadsheets keep their zeros: `z:01067`. */
const zip: FieldType = {
	...text,
	convert(value) {
		const code = toText(value).replace(/^z:/, '');
		if (/^\d+[.,]0+$/.test(code)) throw notExact(value);
		return code;
	},
};

/** A list of subscriptions. Two that differ for one `key`, a list or a channel, are wrong. */
function subscriptions(key: string, fields: Parameters<typeof fieldsOf>[0]): FieldType {
	const list = listOf({ name: 'subscription', label: 'Subscription', fields: fieldsOf(fields) });
	return {
		...list,
		convert(value, context) {
			const read = list.convert(value, context) as IDataObject[];
			const last = new Map(read.map((one) => [one[key], JSON.stringify(one)]));
			const other = read.find((one) => JSON.stringify(one) !== last.get(one[key]));
			if (!other) return read;
			throw new InputError(wrongContact.fieldTwice({ name: textOf(other[key]) }));
		},
	};
}

/** The fields of a contact, all optional (docs/contributing/service.md, Submit contacts and a purchase). */
export const contactFields: Field[] = fieldsOf({
	user_id: {
		label: 'User ID',
		type: id,
		// Not the default below: without its ID, it would be another contact.
		noValue: undefined,
		neverLeftOut: true,
		judged: 'identifier',
		description: 'Unique identifier of the contact in your own system, such as the guest ID',
	},
	name_first: { label: 'First Name', type: text, noValue: 'leaveOutUnlessAnswer' },
	name_last: { label: 'Last Name', type: text, noValue: 'leaveOutUnlessAnswer' },
	email: { label: 'Email', type: emailAddress, judged: 'identifier' },
	phone: {
		label: 'Phone',
		type: contactPhone,
		neverLeftOut: true,
		judged: 'identifier',
		description: 'Full phone number with country code, such as +34600123456',
	},
	language: {
		label: 'Language',
		type: language,
		description: 'Two-letter language code, such as es',
	},
	phone_countrycode: {
		label: 'Phone Country Code',
		type: callingCode,
		neverLeftOut: true,
		judged: 'identifier',
		description: 'Country code of the phone with a leading plus sign, such as +34',
	},
	phone_number: {
		label: 'Phone Number',
		type: localPhone,
		neverLeftOut: true,
		judged: 'identifier',
		description: 'Phone number without country code',
	},
	city: { label: 'City', type: text },
	country: { label: 'Country', type: text },
	region: { label: 'Region', type: text },
	zip: { label: 'ZIP', type: zip },
	full_address: { label: 'Full Address', type: text },
	born_date: {
		label: 'Birthday',
		type: day,
		description: 'Day the contact was born, such as 1985-04-23',
	},
	gender: { label: 'Gender', type: gender },
	tags: {
		label: 'Tags',
		type: textList,
		description: 'Tags of the contact, separated by commas, or a list',
		placeholder: 'e.g. vip, newsletter',
	},
	list_subscriptions: {
		label: 'List Subscriptions',
		type: subscriptions('list_id', {
			list_id: {
				label: 'List ID',
				type: id,
				required: true,
				judged: 'identifier',
			},
			subscribed: {
				label: 'Subscribed',
				type: boolean,
				required: true,
				initial: true,
				description: 'Whether the contact is subscribed to the list',
			},
		}),
		neverLeftOut: true,
		description: 'Lists to which the contact is or isn’t subscribed',
	},
	channel_subscriptions: {
		label: 'Channel Subscriptions',
		type: subscriptions('channel', {
			channel: {
				label: 'Channel',
				type: choice({ email: 'Email', push: 'Push', sms: 'SMS' }),
				required: true,
			},
			blacklisted: {
				label: 'Blacklisted',
				type: boolean,
				required: true,
				initial: true,
				description: 'Whether the contact gets nothing on this channel',
			},
		}),
		neverLeftOut: true,
		description: 'Channels on which the contact may or may not be reached',
	},
	gdpr_accept_terms: {
		label: 'GDPR Terms Accepted',
		type: boolean,
		neverLeftOut: true,
		judged: 'record',
		description: 'Whether the contact accepted the terms',
	},
	gdpr_marketing_consent: {
		label: 'GDPR Marketing Consent',
		type: boolean,
		neverLeftOut: true,
		judged: 'record',
		description: 'Whether the contact accepted marketing',
	},
	gdpr_date: {
		label: 'GDPR Date',
		type: dateTime,
		description: 'When the contact accepted or refused, such as 2026-03-29T09:30:00+02:00',
	},
	gdpr_remote_ip: {
		label: 'GDPR IP Address',
		type: text,
		description: 'IP address of the contact when accepting',
	},
	facebook_id: { label: 'Facebook ID', type: id, judged: 'identifier' },
	facebook_friends: { label: 'Facebook Friends', type: number },
	twitter_id: { label: 'Twitter ID', type: id, judged: 'identifier' },
	twitter_followers: { label: 'Twitter Followers', type: number },
}).map((field) => ({ noValue: 'leaveOut', ...field }));

/** The channels of the Opt-Out fields. */
export const optOuts = { email: 'Email', sms: 'SMS', push: 'Push' };

export function optOutName(channel: string): string {
	return `${channel}_opt_out`;
}

/** Fields of ours, of which *yes* blacklists a channel. A *no* isn't sent: it may be older than an opt-out. */
export const optOutFields: Field[] = Object.entries(optOuts).map(([channel, label]) => ({
	name: optOutName(channel),
	label: `${label} Opt-Out`,
	type: boolean,
	noValue: 'leaveOut',
	neverLeftOut: true,
	// A path that leads nowhere would lose all opt-outs.
	judged: 'record',
	description: `Whether the contact wants no messages by ${channel === 'sms' ? 'SMS' : channel}`,
}));

/** All fields that people can fill in. */
export const contactInputs: Field[] = [...contactFields, ...optOutFields];

export const contactInputNames = contactInputs.map(({ name }) => name);

/** The fields that forms show from the start. */
export const usualContactFields = contactFields.filter(({ name }) =>
	['user_id', 'name_first', 'name_last', 'email', 'phone', 'language'].includes(name),
);

/** What identifies a contact, sent or reported: its user ID, else its email address, else its phone number. */
export function contactIdentity(contact: IDataObject): IDataObject {
	const { user_id, email, phone, phone_countrycode, phone_number } = contact;
	const local = digitsIn(phone_number);
	return {
		user_id,
		email: typeof email === 'string' ? email.toLowerCase() : email,
		phone: digitsIn(phone) || (local && digitsIn(phone_countrycode) + local),
	};
}

/** Numbers are written in many ways, but their digits match. */
export function digitsIn(value: unknown): string {
	return isNamed(value) ? String(value).replace(/\D/g, '') : '';
}
