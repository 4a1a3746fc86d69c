import { catalogue } from './sentence';

/** A message or its recipient is wrong; it wasn't sent. */
export const wrongMessage = catalogue({
	twoRecipientLists: {
		text: (other: string) => `can’t be combined with ${other}`,
		advice: 'Remove one of them.',
		example: ['Recipient List'],
	},
	noRecipient: { text: 'is empty', advice: 'Add a recipient.' },
	notOneTarget: {
		text: (keys: string) => `must have exactly one of ${keys}`,
		advice: 'Each recipient is identified in one way. Remove the other keys, or add one.',
		example: ['device_id, user_id, email'],
	},
	emptyAlert: {
		text: 'is empty, which makes a silent push',
		advice: 'Enter a text, remove it, or add Send Silently.',
	},
	placeholderWithoutName: {
		text: 'has a text and no name',
		advice: 'Enter the name of its placeholder.',
	},
	notPlaceholderValues: {
		text: (value: string) => `${value} isn’t an object of names and texts`,
		advice: 'Give the placeholder values as an object, such as `{ "first_name": "Ana" }`.',
		example: ['“Ana”'],
	},
	noPlaceholderValue: {
		text: (name: string, _place: string) => `%{${name}} has no value`,
		advice: (name: string, place: string) => `Add “${name}” to ${place}.`,
		example: ['first_name', 'Placeholder Values, or give the input item a field of that name'],
	},
	misspelledPlaceholder: {
		text: (name: string, _near: string) => `%{${name}} has no value`,
		advice: (_name: string, near: string) => `Did you mean %{${near}}?`,
		example: ['frist_name', 'first_name'],
	},
	tooManySegments: {
		text: (segments: number, option: string) =>
			`is ${segments} SMS long, and “${option}” is off`,
		advice: (_segments: number, option: string) => `Shorten it, or turn “${option}” on.`,
		example: [2, 'Allow Multipart'],
	},
	timePassed: {
		text: (time: string) => `${time} has passed`,
		advice: 'Enter a later time, or set Schedule to Now.',
		example: ['“2026-01-02T10:00:00+01:00”'],
	},
	timeLongPassed: {
		text: (time: string) => `${time} passed more than a month ago`,
		advice: 'Enter a later time, or set Schedule to Now.',
		example: ['“2025-01-02T10:00:00+01:00”'],
	},
	tooManyMessages: {
		text: (most: string, messages: string) => `is ${most}, and this run has ${messages}`,
		advice: 'Raise it if you want to send all of them.',
		example: ['100', '2,400 messages'],
	},
});

/** What people should know of the messages of a run. */
export const messageHint = catalogue({
	unusedPlaceholderValue: {
		text: (name: string) =>
			`The placeholder value “${name}” isn’t used: the message has no %{${name}}`,
		example: ['first_name'],
	},
	dayWithoutTime: {
		text: (label: string, time: string) => `${label} ${time} has no time, so it means 00:00`,
		example: ['Send At', '“2026-12-24”'],
	},
	alertUnused: { text: 'Alert has no effect, because Send Silently is on' },
	sentNow: {
		text: (times: string, messages: string) =>
			`${times} passed, so the service sends ${messages} now`,
		example: ['Send At 2026-01-02T10:00:00+01:00 has', '3 messages (items 0–2)'],
	},
	bracesFromData: {
		text: (messages: string) =>
			`${messages} {{ … }} from your data. Recipients see it as it is`,
		example: ['2 messages (items 3, 7) have'],
	},
	emptyField: {
		text: (place: string, messages: string) => `${place} is empty in ${messages}`,
		example: ['{{ $json.first_name }} in Message', '2 messages (items 3, 7)'],
	},
	blankPlaceholder: {
		text: (name: string, messages: string) =>
			`%{${name}} is blank in ${messages} because its value is empty`,
		example: ['first_name', '2 messages (items 3, 7)'],
	},
	test: {
		text: (what: string, tester: string) =>
			`This is a test: ${what} to ${tester}, and nothing to anyone else`,
		advice: 'Remove the option “Test Recipient” to send to the recipients.',
		example: ['only the first 3 of 40 messages go', '+34600123456'],
	},
	repeatsLeftOut: {
		text: (messages: string) =>
			`${messages} left out, because the recipient gets the same text earlier in the run`,
		example: ['2 messages (items 3, 7) were'],
	},
	repeatsSent: {
		text: (messages: string) =>
			`${messages} to a recipient who gets the same text earlier in the run`,
		advice: 'To leave such messages out, set the option “Skip Duplicates”.',
		example: ['2 messages (items 3, 7) go'],
	},
	linkedByOrder: {
		text: 'The results don’t name their recipients, so they’re linked by their order',
		advice: 'To be certain, set Batch Size to 1.',
	},
	resultsShared: {
		text: (results: string, recipients: string) =>
			`The service returned ${results} for ${recipients} and doesn’t show which belong together. The results are linked to all items of their request`,
		example: ['2 results', '3 recipients'],
	},
	resultsExtra: {
		text: (results: string, recipients: string) =>
			`The service returned ${results} for ${recipients}. The extra ones are linked to all items of their request`,
		example: ['4 results', '3 recipients'],
	},
	resultsUnclear: {
		text: 'Some results name no recipient and don’t show whether the service accepted them',
		advice: 'Check in the service.',
	},
});

/** The text of a rejected delivery; the service's reason follows. */
export const rejectedDelivery = {
	to: (recipient: string) => `The service rejected the delivery to ${recipient}`,
	unnamed: (id: string) => `The service rejected a delivery${id} without naming its recipient`,
};

/** Warnings of one message, in its preview and output. */
export const messageWarning = {
	sentNow: (label: string) => `${label} has passed, so the service sends now.`,
	bracesFromData: 'Has {{ … }} from your data, which the recipient sees as it is.',
	emptyField: (code: string) => `${code} is empty.`,
	blankPlaceholder: (name: string) => `%{${name}} is blank because its value is empty.`,
	repeat: 'The recipient gets the same text earlier in the run.',
};
