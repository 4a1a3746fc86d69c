import { catalogue } from './sentence';

/** Advice if a placeholder has no value. */
export const placeholderAdvice = {
	add: (name: string, place: string) => `Add “${name}” to ${place}.`,
	addOrField: (name: string, place: string) =>
		`Add “${name}” to ${place}, or give the input item a field of that name.`,
	meant: (name: string) => `Did you mean %{${name}}?`,
};

/** A message or its recipient is wrong; it wasn't sent. */
export const wrongMessage = catalogue({
	emptyAlert: {
		text: 'is empty, which makes a silent push',
		advice: 'Enter a text, remove it, or add Send Silently.',
		field: 'Alert',
	},
	noPlaceholderValue: {
		text: (name: string, _way: string) => `%{${name}} has no value`,
		advice: (_name: string, way: string) => way,
		example: ['first_name', placeholderAdvice.add('first_name', 'Placeholder Values')],
	},
	blankMessage: {
		text: 'is blank for this item',
		advice: 'Check the values that it’s made of.',
		field: 'Message',
	},
	tooManySegments: {
		text: (segments: number, option: string) =>
			`is ${segments} SMS long, and “${option}” is off`,
		advice: (_segments: number, option: string) => `Shorten it, or turn “${option}” on.`,
		example: [2, 'Allow Multipart'],
		field: 'Message',
	},
	timePassed: {
		text: (time: string, since: string) => `${time} ${since}`,
		advice: 'Enter a later time, or set Schedule to Now.',
		example: ['“2026-01-02T10:00:00+01:00”', 'has passed'],
	},
	tooManyMessages: {
		text: (most: string, messages: string) => `is ${most}, and this run has ${messages}`,
		advice: 'Raise it if you want to send all of them.',
		example: ['100', '2,400 messages'],
		field: 'Max Messages',
	},
});

/** Hints about the messages of a run. */
export const messageHint = catalogue({
	unusedPlaceholderValue: {
		perValue: true,
		text: (name: string) =>
			`The placeholder value “${name}” isn’t used: the message has no %{${name}}`,
		example: ['first_name'],
	},
	dayWithoutTime: {
		perValue: true,
		text: (label: string, time: string) => `${label} ${time} has no time, so it means 00:00`,
		example: ['Send At', '“2026-12-24”'],
	},
	sentNow: {
		text: (label: string, messages: string, times: string) =>
			`${label} (${times}) has passed, so the service sends ${messages} now`,
		example: ['Send At', '3 messages (items 0–2)', '2026-01-02T10:00:00+01:00'],
	},
	bracesFromData: {
		text: (messages: string) =>
			`{{ … }} from your data is in ${messages}. Recipients see it as it is`,
		example: ['2 messages (items 3, 7)'],
	},
	markupFromData: {
		text: (mark: string, messages: string) =>
			`${mark} or the like is in ${messages}. Recipients see it as it is`,
		advice: 'In an expression, removeTags() takes tags out of a text.',
		example: ['“<br>”', '2 messages (items 3, 7)'],
	},
	blankPlaceholder: {
		text: (name: string, messages: string) =>
			`%{${name}} is blank in ${messages} because its value is empty`,
		example: ['first_name', '2 messages (items 3, 7)'],
	},
	test: {
		text: (messages: string, tester: string) =>
			`This is a test: ${messages} to ${tester}, and nothing to anyone else`,
		advice: 'Remove the option “Test Recipient” to send to the recipients.',
		example: ['3 of 40 messages', '+34600123456'],
	},
	repeatsLeftOut: {
		text: (messages: string) =>
			`Left out ${messages}, because the recipient gets the same text earlier in the run`,
		example: ['2 messages (items 3, 7)'],
	},
	repeatsSent: {
		text: (messages: string) => `The same recipient gets the same text again in ${messages}`,
		advice: 'To leave such messages out, set the option “Skip Duplicates”.',
		example: ['2 messages (items 3, 7)'],
	},
	resultAlsoHolds: {
		perValue: true,
		text: (json: string) => `A result of the service also holds ${json}`,
		example: ['{"warning":"landline"}'],
	},
});

/** The text of a rejected delivery; the service's reason follows. */
export const rejectedDelivery = (recipient: string, reason: string): string =>
	`The service rejected the delivery to ${recipient}${reason}`;

/** Warnings of one message, in its preview and output. */
export const messageWarning = {
	sentNow: (label: string) => `${label} has passed, so the service sends now.`,
	bracesFromData: 'Has {{ … }} from your data, which the recipient sees as it is.',
	markupFromData: 'Has tags or codes of a web page, which the recipient sees as they are.',
	blankPlaceholder: (name: string) => `%{${name}} is blank because its value is empty.`,
	repeat: 'The recipient gets the same text earlier in the run.',
};
