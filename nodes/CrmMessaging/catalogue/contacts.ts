import { catalogue } from './sentence';

const mapEachField = 'choose Map Each Field';

/** Advice if an item holds a whole request. */
export const contactsElsewhere = {
	mapped: 'Choose Map Each Field, and map its values.',
	at: (path: string) =>
		`Set Specify Contacts to JSON and Contacts (JSON) to {{ $json.${path} }}, or ${mapEachField}.`,
};

/** Advice if an item doesn't identify a contact. */
export const contactAdvice = {
	add: (fields: string) => `Add one of: ${fields}.`,
	rename: (fields: string, names: string) =>
		`Add one of: ${fields}. Its fields are ${names}: rename one, or ${mapEachField}.`,
	column: (column: string, what: string, field: string) =>
		`“${column}” holds ${what}: rename the column to ${field}, or ${mapEachField}.`,
	wholeName: (column: string) =>
		`“${column}” holds whole names: split it into First Name and Last Name, or ${mapEachField}.`,
};

/** An item isn't a contact, a purchase or a hotel; nothing was sent. */
export const wrongContact = catalogue({
	unidentified: {
		text: (_way: string) => 'doesn’t identify a contact',
		advice: (way: string) => way,
		example: [contactAdvice.add('Email, Phone, User ID, First Name')],
		more: 'The service can’t save a contact without an identifier or a name.',
		field: 'Contacts 2',
	},
	nearKey: {
		text: (_key: string) => 'isn’t a key of a contact',
		advice: (key: string) =>
			`Did you mean ${key}? If it’s a custom field, add it in Additional Fields (JSON), Contact.`,
		example: ['name_first'],
		field: 'Contacts (JSON) 1, first_name',
		more: 'Keys that the service doesn’t know are custom fields, unless they’re close to one that it knows.',
	},
	notAContactField: {
		text: 'isn’t a field of a contact',
		advice: 'Rename it, or set Unrecognized Fields to Custom Fields.',
		field: 'vip_level',
	},
	notAContact: {
		text: (what: string, _way: string) => `is ${what} and not a contact`,
		advice: (_what: string, way: string) => way,
		example: ['a whole webhook call (headers, body)', contactsElsewhere.at('body')],
		field: 'Input Item',
	},
	agentCallAsContact: {
		text: 'can’t be “Map Automatically” when an AI agent uses the node',
		advice: 'It would save the agent’s own call as a contact. Choose “Map Each Field”, and let the agent fill in the fields.',
		field: 'Specify Contacts',
	},
	notACustomField: {
		text: (what: string) => `${what} can’t be a custom field`,
		advice: 'Map its values with Map Each Field, or set Unrecognized Fields to Leave Out.',
		example: ['a list of objects'],
	},
	fieldAsCustomField: {
		text: (name: string) => `“${name}” isn’t a custom field`,
		advice: 'Use the field of that name.',
		example: ['email'],
	},
	fieldTwice: {
		text: (name: string) => `“${name}” is in the list twice`,
		advice: 'Remove one of them.',
		example: ['room_preference'],
	},
	purchaseTooLarge: {
		text: (contacts: string, code: string, most: string) =>
			`${contacts} contacts share the purchase “${code}”, and one request holds ${most}`,
		advice: 'A purchase is never sent twice. Record it with fewer contacts, and send the others with Contact: Create or Update.',
		example: ['1,200', 'B-1001', '1,000'],
	},
	secondLanguage: {
		text: (language: string, entry: number) =>
			`has the language “${language}”, as entry ${entry} has`,
		advice: 'Put both into one entry. The service distinguishes languages by two letters.',
		example: ['en', 1],
		field: 'Texts by Language 2',
	},
	jobFailed: {
		text: (id: string, status: string) =>
			`The bulk job ${id} ended with the status “${status}”`,
		example: ['5f1d7f2e', 'failed'],
	},
	unknownJobStatus: {
		text: (id: string, status: string) =>
			`The bulk job ${id} has the status “${status}”, which isn’t documented`,
		advice: 'If it means processed, add it to the option Extra Completed Statuses.',
		example: ['5f1d7f2e', 'archived'],
	},
	jobNotProcessed: {
		text: (id: string, seconds: number, status: string) =>
			`The bulk job ${id} wasn’t processed within ${seconds} seconds. Its last status is “${status}”`,
		advice: 'Raise the time limit, or look again later.',
		example: ['5f1d7f2e', 300, 'queue'],
	},
});

/** The result for contacts that appear more than once. */
export const duplicatesSent = {
	all: ', and kept every copy',
	last: ', and kept only the last of each',
	merge: ', and joined the fields of each',
};

/** Hints about the contacts, purchases and hotels of a run. */
export const contactHint = catalogue({
	nameOnly: {
		text: 'Contacts with only a name can’t be found again, so the service may create them again each time',
		advice: 'Give them a user ID, an email or a phone.',
	},
	columnNotRead: {
		text: (column: string, what: string, field: string) =>
			`“${column}” holds ${what} and wasn’t read as ${field}`,
		advice: (_column: string, _what: string, field: string) =>
			`If it should be, rename the column to ${field}, or ${mapEachField}.`,
		example: ['contact', 'email addresses', 'Email'],
	},
	otherColumn: {
		text: (one: string, other: string, label: string) =>
			`“${one}” is the contact’s ${label}, and not “${other}”, which differs`,
		advice: `To choose yourself, remove one of them before this node, or ${mapEachField}.`,
		example: ['Phone', 'Mobile (work)', 'Phone'],
	},
	notAName: {
		text: (column: string, _labels: string) => `“${column}” isn’t read as a name`,
		advice: (_column: string, labels: string) =>
			`Did you mean ${labels}? Rename or split the column before this node, or ${mapEachField}.`,
		example: ['Guest', 'First Name and Last Name'],
	},
	readAs: {
		weight: 'info',
		text: (columns: string) => `Map Automatically read ${columns}`,
		example: ['“E-Mail” as Email, “Mobile” as Phone'],
	},
	firstOfSeveral: {
		text: (columns: string) => `Only the first of several values in a cell is used: ${columns}`,
		example: ['“E-mail 1 - Value”'],
	},
	splitNames: {
		weight: 'info',
		text: (columns: string) =>
			`Map Automatically split ${columns} into Last Name and First Name at its comma`,
		example: ['“Guest”'],
		more: 'If a column isn’t split as you want, split it before this node, or choose _Map Each Field_.',
	},
	sentAsCustom: {
		weight: 'info',
		text: (columns: string) => `Custom fields: ${columns}`,
		advice: 'The service accepts only those that the account settings define. For other columns, set Unrecognized Fields to Leave Out.',
		example: ['“room”, “vip”'],
	},
	skippedRows: {
		weight: 'info',
		text: (rows: string) => `Skipped ${rows}`,
		example: ['2 empty rows (items 4, 9)'],
		more: 'They come out with `skipped: "empty"`, or `"headings"` or `"totals"` for a repeated row of headings or a row of totals.',
	},
	unclearOptOut: {
		weight: 'danger',
		text: (columns: string) =>
			`${columns} shows who wants no messages, but not on which channel. No channel is blacklisted`,
		advice: 'Rename the column, for example to Email Opt Out, or leave these contacts out.',
		example: ['“unsubscribed”'],
	},
	duplicates: {
		perValue: true,
		text: (contacts: string, sent: string) => `Found ${contacts} more than once${sent}`,
		advice: 'The option Duplicate Contacts decides what is sent.',
		example: ['2 contacts (ana@example.com, eva@example.com)', duplicatesSent.all],
	},
	overwritten: {
		weight: 'danger',
		text: (found: string) =>
			`Found ${found} more than once with different values. The last one may overwrite the others`,
		advice: 'Join the lines of an order before this node, or give each its own ID.',
		example: ['1 booking (R-1 in items 0, 2)'],
	},
	testWebhook: {
		text: 'The Webhook URL is a test URL, which answers only while n8n listens for a test event',
		advice: 'Use the production URL for a workflow that runs by itself.',
	},
	foreignWebhook: {
		text: 'The Webhook URL isn’t that of a CRM Messaging Trigger, so no key was added to it',
	},
	rejectionsUnseen: {
		text: (label: string) =>
			`${label} doesn’t see rejected contacts, because Processing Result isn’t Wait for Result`,
		example: ['Fail on Rejected Contacts'],
	},
	purchaseWithoutContact: { text: 'A purchase has no contact' },
	jobWithoutId: {
		weight: 'danger',
		text: 'The bulk job in the answer has no ID (_id), so you can’t look it up',
	},
	otherJobStatus: {
		weight: 'danger',
		text: (status: string) => `The service created the bulk job with the status ${status}`,
		advice: 'It may not process it. Ask its provider with the ID of the job.',
		example: ['“failed”'],
	},
	otherCount: {
		weight: 'danger',
		text: (counted: string, sent: string) =>
			`The service counted ${counted} contacts (number_of_contacts), and ${sent} were sent`,
		advice: 'Some may be missing. Look the bulk job up with Bulk Job: Get.',
		example: ['98', '100'],
	},
	emailsNotValidated: {
		weight: 'danger',
		text: (json: string) =>
			`The service doesn’t validate the emails of this import (validate_emails: ${json})`,
		advice: 'The account may have too few credits.',
		example: ['false'],
	},
	noCallback: {
		weight: 'danger',
		text: (json: string) =>
			`The service won’t call the Webhook URL for this import (webhook_url: ${json})`,
		advice: 'Look the bulk job up with Bulk Job: Get, or ask its provider.',
		example: ['null'],
	},
	fieldsNotInCallback: {
		weight: 'danger',
		text: (key: string, names: string) =>
			`The callback won’t hold all the Callback Fields: ${key} lacks ${names}`,
		example: ['contacts_extra_fields', 'city'],
	},
	purchaseMissing: {
		weight: 'danger',
		text: (json: string) => `The service counted no purchase (number_of_purchase: ${json})`,
		example: ['0'],
		advice: 'Check there whether the purchase exists. If it doesn’t, set the option Product ID Key to Both and send it again.',
	},
	otherHotel: {
		weight: 'danger',
		text: (hotel: string) => `The service answered with another hotel, “${hotel}”`,
		advice: 'Check there whether your hotel exists, and ask its provider.',
		example: ['h-2'],
	},
	otherTexts: {
		weight: 'danger',
		text: (fields: string) => `The service answered without your values of ${fields}`,
		advice: 'Check there what was saved.',
		example: ['description (en, es)'],
	},
	listCut: {
		text: (count: number, key: string) => `The service returned ${count} ${key} and has more`,
		advice: 'Narrow the filters to see the others.',
		example: [1000, 'campaigns'],
	},
	listUnchecked: {
		text: (count: number, key: string, why: string) =>
			`The service returned ${count} ${key}, and it isn’t known whether it has more: ${why}`,
		advice: 'Narrow the filters, or check the number in the service.',
		example: [1000, 'campaigns', 'The service failed (HTTP 500)'],
	},
	entriesUnread: {
		weight: 'danger',
		text: (count: string, key: string, json: string) =>
			`${count} of the ${key} came without an ID, and in full: ${json}`,
		example: ['1', 'campaigns', '{"_id":"5f1d7f2e"}'],
	},
	entriesUnasked: {
		weight: 'danger',
		text: (count: string, key: string, filter: string) =>
			`${count} of the ${key} don’t match the filter ${filter}`,
		example: ['3', 'campaigns', 'status: draft'],
	},
});
