import { wrongText, wrongValue } from '../../catalogue/values';
import { fieldsOf, type Field, type FieldType, type Option } from '../../fields/field';
import { InputError, quote } from '../../fields/inputError';
import { boolean, choice } from '../../fields/types/choice';
import { dateTime } from '../../fields/types/date';
import { jsonOrText } from '../../fields/types/json';
import { integer } from '../../fields/types/number';
import { phone } from '../../fields/types/phone';
import { id, idLike, longText, text, toText } from '../../fields/types/text';
import { wordList } from '../../fields/words';
import { limits } from '../endpoints';

/** A placeholder without one of its braces, or with a space after its sign; `%%{` is literal. */
const brokenPlaceholder = /(?<!%)%(?:\s+\{[^{}]*\}|\{(?![^{}]+\}))/;

const messageText: FieldType = {
	...longText,
	convert(value) {
		const message = toText(value);
		const found = message.includes('%') ? brokenPlaceholder.exec(message) : null;
		if (!found) return message;
		const written = message.slice(found.index, found.index + 20);
		throw new InputError(wrongText.brokenPlaceholder({ placeholder: quote(written) }));
	},
};

/** A text or link next to the message, in which the service fills in nothing. */
const titleText: FieldType = {
	...text,
	convert(value) {
		const title = toText(value);
		const [placeholder, name = ''] = /%\{([^{}]*)\}/.exec(title) ?? [];
		if (placeholder === undefined) return title;
		throw new InputError(
			wrongText.placeholderElsewhere({
				placeholder: quote(placeholder),
				code: `$json.${name.trim()}`,
			}),
		);
	},
};

/** What no phone shows in a sender. Signs such as ® are emoji only with a variation selector. */
const notInSenders =
	/[\r\n{}\p{Emoji_Presentation}\p{Regional_Indicator}]|\p{Extended_Pictographic}\ufe0f/u;

const senderName: FieldType = {
	...text,
	format: `text, at most ${limits.senderLength} characters`,
	convert(value) {
		const name = toText(value);
		if (notInSenders.test(name)) throw new InputError(wrongText.notASender());
		const { length } = [...name];
		if (length <= limits.senderLength) return name;
		throw new InputError(
			wrongValue.tooLong({ value: quote(name), length, most: limits.senderLength }),
		);
	},
};

/** These are the fields of docs/contributing/service.md, Send push notifications and Send SMS. */
export const messageHolder: Field = {
	name: 'message_holder',
	label: 'Message',
	type: messageText,
	required: true,
	description:
		'Text of the message. %{name} becomes the field “name” of the item, or its Placeholder Value',
	placeholder: 'e.g. Your room is ready',
	judged: 'text',
};

export const startAt: Field = {
	name: 'start_at',
	label: 'Send At',
	type: dateTime,
	required: true,
	description: 'When to send, in the workflow’s time zone unless an expression returns an offset',
};

export const sender: Field = {
	name: 'sender',
	label: 'Sender',
	type: senderName,
	required: true,
	description: `Up to ${limits.senderLength} characters`,
	placeholder: 'e.g. Aurora',
	judged: 'identifier',
};

export const phoneNumber: Field = {
	name: 'phone_number',
	label: 'To',
	type: phone,
	required: true,
	judged: 'identifier',
	description:
		'Phone number of the recipient, with a plus sign and the country code, such as +34600123456',
};

export const multiple: Option<boolean> = {
	name: 'multiple',
	label: 'Allow Multipart',
	type: boolean,
	perItem: true,
	unset: false,
	initial: true,
	description:
		'Whether to send a message over 160 characters (70 with emoji or letters such as í) as several SMS',
};

export const pushTargets: Field[] = fieldsOf({
	device_id: { label: 'Device ID', type: id, description: 'ID of one device' },
	user_id: { label: 'User ID', type: id, description: 'ID of the contact in your own system' },
	contact_id: { label: 'Contact ID', type: id, description: 'ID of the contact in the service' },
}).map((field) => ({ judged: 'identifier', ...field }));

export const appId: Field = {
	name: 'app_id',
	label: 'App ID',
	type: idLike('hotel-app'),
	required: true,
	judged: 'identifier',
	description: 'ID of the app, which is part of the authorization',
};

export const subject: Field = {
	name: 'subject',
	label: 'Subject',
	type: titleText,
	required: true,
	description: 'Title shown in the notification bar',
	placeholder: 'e.g. Welcome',
	judged: 'text',
};

const categories = wordList(`
	ACCEPT, BUY, DELETE, EDIT, FIND, FORBID, LAUNCH, LIKE_DISLIKE, LIKE_FOLLOW, LIKE_SHARE, OK, REMIND,
	SAVE, SEND, SHARE, SHOP, YES
`);

function titleCase(category: string): string {
	return category
		.split('_')
		.map((word) => word.charAt(0) + word.slice(1).toLowerCase())
		.join(' / ');
}

export const pushDetails: Field[] = fieldsOf({
	alert: {
		label: 'Alert',
		type: titleText,
		keepsEmpty: true,
		judged: 'text',
		description: 'Title of the notification, which may be silent without one (iOS only)',
	},
	badge: {
		label: 'Badge',
		type: integer,
		description: 'Number on the app icon (0 removes it, iOS only)',
	},
	category_push: {
		label: 'Category',
		type: choice(
			Object.fromEntries(categories.map((name) => [`CATEGORY_${name}`, titleCase(name)])),
		),
		initial: 'CATEGORY_OK',
		description: 'Category of an interactive notification, which decides its buttons',
	},
	extra: {
		label: 'Extra',
		type: jsonOrText,
		judged: 'unjudged',
		description: 'Custom content for the app: text, or a JSON object or list',
		placeholder: 'e.g. { "room": 12 }',
	},
	send_all_devices: {
		label: 'Send to All Devices',
		type: boolean,
		initial: true,
		description: 'Whether to send to all devices of a user or contact instead of the last one',
	},
	silent: {
		label: 'Background Notification',
		type: boolean,
		initial: true,
		description:
			'Whether to call the app’s background handler when it’s launched or resumed (iOS only)',
	},
	sound: { label: 'Sound', type: text, description: 'Name of the sound file to play (iOS only)' },
	thumbnail_url: {
		label: 'Thumbnail URL',
		type: titleText,
		judged: 'identifier',
		description: 'URL of the image of a big-picture notification',
		placeholder: 'e.g. https://example.com/room.jpg',
	},
	url: {
		label: 'URL',
		type: titleText,
		judged: 'identifier',
		description: 'Link to rich content',
		placeholder: 'e.g. https://example.com/check-in',
	},
});
