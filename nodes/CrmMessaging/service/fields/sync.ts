import type { Field } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { textList } from '../../fields/types/json';
import { text, webAddress, pathId } from '../../fields/types/text';

/** The source of contacts and purchase (service.md, Submit contacts and a purchase). */
export const origin: Field = {
	name: 'origin',
	label: 'Origin',
	type: text,
	required: true,
	description:
		'Where the contacts and the purchase come from, such as the name of the booking system',
	placeholder: 'e.g. booking-system',
};

/** `options.email_validation` of a submission. */
export const emailValidation: Field[] = [
	{
		name: 'validate',
		label: 'Validate Emails',
		type: boolean,
		initial: true,
		description:
			'Whether the service validates every e-mail address, which costs credits of the account',
	},
	{
		name: 'create_if_invalid',
		label: 'Create If Email Is Invalid',
		type: boolean,
		initial: true,
		description:
			'Whether contacts with an invalid e-mail address may be created; the service documents “when true, the contact is created unless its e-mail is invalid”, which is the opposite of the name, so try it with one such contact',
	},
	{
		name: 'create_if_no_credit',
		label: 'Create Without Credit',
		type: boolean,
		initial: true,
		description:
			'Whether to import without validation when the credits do not suffice; the service documents elsewhere that it does so in any case',
	},
];

/** `options.webhook.url` of a submission. */
export const webhookUrl: Field = {
	name: 'url',
	label: 'Webhook URL',
	type: webAddress,
	required: true,
	description: 'Address the service calls when it has processed the submission',
	placeholder: 'e.g. https://n8n.example.com/webhook/…',
};

/** Other keys of a request's `options.webhook`. */
export const webhookDetails: Field[] = [
	{
		name: 'contacts_extra_fields',
		label: 'Contact Fields',
		type: textList,
		description: 'Additional contact fields in the callback, separated by commas',
		placeholder: 'e.g. city, language',
	},
	{
		name: 'purchase_extra_fields',
		label: 'Purchase Fields',
		type: textList,
		description: 'Additional purchase fields in the callback, separated by commas',
		placeholder: 'e.g. status, price',
	},
];

/** Which bulk job is read (service.md, Get a bulk job). */
export const bulkId: Field = {
	name: 'bulk_id',
	label: 'Bulk Job ID',
	type: pathId,
	required: true,
	description:
		'ID of the bulk job, as the node gave it that created the contacts or recorded the purchase',
};
