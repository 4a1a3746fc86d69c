import { fieldsOf, type Field } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { textList } from '../../fields/types/json';
import { text, webAddress, pathId } from '../../fields/types/text';

/** These are the fields of docs/contributing/service.md, Submit contacts and a purchase. */
export const origin: Field = {
	name: 'origin',
	label: 'Origin',
	type: text,
	required: true,
	initial: 'n8n',
	description: 'Source of the contacts and the purchase, such as the name of your booking system',
	placeholder: 'e.g. booking-system',
};

/** `options.email_validation` of an import. */
export const emailValidation: Field[] = fieldsOf({
	validate: {
		label: 'Validate Emails',
		type: boolean,
		initial: true,
		description: 'Whether to validate every email address, which costs credits of your account',
	},
	create_if_invalid: {
		label: 'Create If Email Is Invalid',
		type: boolean,
		initial: true,
		description:
			'Whether to save contacts with an invalid email (test it, since the documents state the opposite)',
	},
	create_if_no_credit: {
		label: 'Create Without Credit',
		type: boolean,
		initial: true,
		description: 'Whether to save contacts without validation when credits run out',
	},
});

/** `options.webhook.url` of an import. */
export const webhookUrl: Field = {
	name: 'url',
	label: 'Webhook URL',
	type: webAddress,
	required: true,
	description: 'URL of a CRM Messaging Trigger, which the service calls when it’s done',
	placeholder: 'e.g. https://n8n.example.com/webhook/…',
};

/** The other fields of an import's `options.webhook`. */
export const webhookDetails: Field[] = fieldsOf({
	contacts_extra_fields: {
		label: 'Contact Fields in Callback',
		type: textList,
		description: 'Additional contact fields in the callback, separated by commas',
		placeholder: 'e.g. city, language',
	},
	purchase_extra_fields: {
		label: 'Purchase Fields in Callback',
		type: textList,
		description: 'Additional purchase fields in the callback, separated by commas',
		placeholder: 'e.g. status, price',
	},
});

export const bulkId: Field = {
	name: 'bulk_id',
	label: 'Bulk Job ID',
	type: pathId,
	required: true,
	noValue: 'error',
	judged: 'identifier',
	description: 'ID of the bulk job, from the node that saved the contacts or the purchase',
};
