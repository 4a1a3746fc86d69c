import type { Field } from '../fields/field';
import { day, dateTime } from '../fields/types/date';
import { boolean, number } from '../fields/types/number';
import { listOf, textList } from '../fields/types/list';
import { callingCode, choice, id, language, text } from '../fields/types/text';

/** The fields of a contact, all optional (interface document, Contact). */
export const contactFields: Field[] = [
	{
		name: 'user_id',
		label: 'User ID',
		kind: id,
		description: 'Unique identifier of the contact in your own system, such as the guest ID',
	},
	{ name: 'name_first', label: 'First Name', kind: text, description: 'First name' },
	{ name: 'name_last', label: 'Last Name', kind: text, description: 'Last name' },
	{
		name: 'email',
		label: 'Email',
		kind: text,
		description: 'E-mail address',
		placeholder: 'e.g. name@email.com',
	},
	{
		name: 'phone',
		label: 'Phone',
		kind: text,
		description: 'Full phone number with country code',
		placeholder: 'e.g. +34600123456',
	},
	{
		name: 'language',
		label: 'Language',
		kind: language,
		description: 'Two-letter language code',
	},
	{
		name: 'phone_countrycode',
		label: 'Phone Country Code',
		kind: callingCode,
		description: 'Country code of the phone, with a leading plus sign',
	},
	{
		name: 'phone_number',
		label: 'Phone Number',
		kind: text,
		description: 'Phone number without country code',
	},
	{ name: 'city', label: 'City', kind: text, description: 'City the contact lives in' },
	{ name: 'country', label: 'Country', kind: text, description: 'Country the contact lives in' },
	{ name: 'region', label: 'Region', kind: text, description: 'Region the contact lives in' },
	{ name: 'zip', label: 'ZIP', kind: text, description: 'Postal code' },
	{
		name: 'full_address',
		label: 'Full Address',
		kind: text,
		description: 'Whole postal address',
	},
	{ name: 'born_date', label: 'Birthday', kind: day, description: 'Day the contact was born' },
	{
		name: 'gender',
		label: 'Gender',
		kind: choice([
			{ value: 'FEMALE', label: 'Female' },
			{ value: 'MALE', label: 'Male' },
		]),
		description: 'Gender of the contact',
	},
	{
		name: 'tags',
		label: 'Tags',
		kind: textList,
		description: 'Tags of the contact, separated by commas, or a list',
		placeholder: 'e.g. vip, newsletter',
	},
	{
		name: 'list_subscriptions',
		label: 'List Subscriptions',
		kind: listOf({
			name: 'subscription',
			label: 'Subscription',
			fields: [
				{
					name: 'list_id',
					label: 'List ID',
					kind: id,
					required: true,
					description: 'ID of the audience list',
				},
				{
					name: 'subscribed',
					label: 'Subscribed',
					kind: boolean,
					required: true,
					initial: true,
					description: 'Whether the contact is subscribed to the list',
				},
			],
		}),
		description: 'Audience lists the contact is subscribed to or not',
	},
	{
		name: 'channel_subscriptions',
		label: 'Channel Subscriptions',
		kind: listOf({
			name: 'subscription',
			label: 'Subscription',
			fields: [
				{
					name: 'channel',
					label: 'Channel',
					kind: choice([
						{ value: 'email', label: 'Email' },
						{ value: 'push', label: 'Push' },
						{ value: 'sms', label: 'SMS' },
					]),
					required: true,
					initial: 'email',
					description: 'Channel that is blacklisted or not',
				},
				{
					name: 'blacklisted',
					label: 'Blacklisted',
					kind: boolean,
					required: true,
					initial: true,
					description: 'Whether the contact gets nothing on this channel',
				},
			],
		}),
		description: 'Channels the contact may be reached on or not',
	},
	{
		name: 'gdpr_accept_terms',
		label: 'GDPR Terms Accepted',
		kind: boolean,
		description: 'Whether the contact accepted the terms',
	},
	{
		name: 'gdpr_marketing_consent',
		label: 'GDPR Marketing Consent',
		kind: boolean,
		description: 'Whether the contact accepted marketing',
	},
	{
		name: 'gdpr_date',
		label: 'GDPR Date',
		kind: dateTime,
		description: 'When the contact accepted or refused',
	},
	{
		name: 'gdpr_remote_ip',
		label: 'GDPR IP Address',
		kind: text,
		description: 'IP address of the contact when accepting',
	},
	{
		name: 'facebook_id',
		label: 'Facebook ID',
		kind: id,
		description: 'ID of the contact on Facebook',
	},
	{
		name: 'facebook_friends',
		label: 'Facebook Friends',
		kind: number,
		description: 'Number of friends on Facebook',
	},
	{
		name: 'twitter_id',
		label: 'Twitter ID',
		kind: id,
		description: 'ID of the contact on Twitter',
	},
	{
		name: 'twitter_followers',
		label: 'Twitter Followers',
		kind: number,
		description: 'Number of followers on Twitter',
	},
];
