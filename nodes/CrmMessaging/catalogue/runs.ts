import { catalogue } from './sentence';

const resend =
	'To send to all of them again, set the option “Unconfirmed Requests” to “Resend”, and choose “Retry with currently saved workflow”.';
const lookThenSend = `Check in the service who was reached, and send to the others with a new execution. ${resend}`;
const ifItMayBeMissing = (code: string): string =>
	`If it may be missing, write {{ ${code} ?? '' }}.`;

/** The form or an item doesn't fit; nothing was sent. */
export const wrongSetting = catalogue({
	unknownOperation: {
		text: (resource: string, operation: string) =>
			`The resource “${resource}” has no operation “${operation}”`,
		advice: 'Choose both again.',
		example: ['sms', 'create'],
	},
	expressionForRun: {
		text: 'can’t be an expression, because it holds for all items',
		advice: 'Enter a fixed value.',
	},
	bracesInFixedText: {
		text: (where: string, braces: string, _orPlaceholder: string) =>
			`${where} has ${braces} in Fixed mode, and n8n doesn’t fill it in`,
		advice: (_where: string, _braces: string, orPlaceholder: string) =>
			`Switch the field to Expression${orPlaceholder}. To send braces as they are, write {{ '{' + '{name}' + '}' }} for them in an expression.`,
		example: ['Message', '{{ $json.name }}', ''],
	},
	missingField: {
		text: (where: string, code: string, node: string, _names: string) =>
			`${where} reads {{ ${code} }}, and no item${node} has this field`,
		advice: (_where: string, code: string, _node: string, names: string) =>
			`${names === '' ? 'The items have no fields' : `The fields are ${names}`}. ${ifItMayBeMissing(code)}`,
		example: ['Message', '$json.name', '', 'first_name, phone'],
	},
	misspelledField: {
		text: (where: string, code: string, node: string, _meant: string) =>
			`${where} reads {{ ${code} }}, and no item${node} has this field`,
		advice: (_where: string, code: string, _node: string, meant: string) =>
			`Did you mean {{ ${meant} }}? ${ifItMayBeMissing(code)}`,
		example: ['Message', '$json.frist_name', '', '$json.first_name'],
	},
	entriesInBody: {
		text: (key: string, _option: string) => `can’t contain ${key}`,
		advice: (_key: string, option: string) => `Put their additional keys into ${option}.`,
		example: ['deliveries', 'Recipient'],
	},
	messageInBody: {
		text: (key: string, _field: string) => `can’t contain ${key}`,
		advice: (_key: string, field: string) => `Enter the text in ${field}.`,
		example: ['message_holder', 'Message'],
	},
	notKeysToAdd: {
		text: (value: string) => `${value} isn’t a JSON object`,
		advice: 'Enter an object with the keys to add.',
		example: ['a list'],
	},
	itemTooLarge: {
		text: (millions: string) =>
			`has ${millions} million characters, more than one request can hold`,
		advice: 'Shorten its texts.',
		example: ['70'],
	},
	retryOfCutExecution: {
		text: 'The execution that you retry was cut short, and part of it may have been sent',
		advice: `Nothing was sent now. n8n didn’t store what was sent, because the execution was killed or stopped. ${lookThenSend}`,
	},
	unreadableMemory: {
		text: 'The record of an earlier try can’t be read, and part of it may have been sent',
		advice: `Nothing was sent now. Another version of this package stored the record, or it was changed. ${lookThenSend}`,
	},
	renamedContact: {
		text: 'This may be a contact that was accepted before, under another identifier',
		advice: `Its other fields have changed, too. Change the fields back and retry, or send the other contacts with a new execution. ${resend}`,
	},
});

/** Waiting isn't possible; nothing was sent. The text follows _Processing Result_. */
export const cannotWait = catalogue({
	waitInAgent: {
		text: 'can’t be “Wait for Result” when an AI agent uses the node',
		advice: 'Choose “Don’t Wait”, and give the agent Bulk Job: Get as well.',
	},
	waitNeedsNewerN8n: {
		text: 'can’t be “Wait for Result” in this version of n8n',
		advice: 'Choose “Send to Trigger”, or choose “Don’t Wait” and add Bulk Job: Wait Until Processed.',
	},
	tooManyToWaitFor: {
		text: (most: string, requests: string) =>
			`can’t be “Wait for Result” for more than ${most} requests, and this run has ${requests}`,
		advice: 'Choose “Send to Trigger”, or raise Batch Size.',
		example: ['200', '1,000'],
	},
});

/** The service rejected an entry, or doesn't say what happened to it. Its reason follows the text. */
export const entryFailure = catalogue({
	rejected: { text: (what: string) => what, example: ['The service rejected the delivery'] },
	rejectedByOrder: {
		text: (what: string) => what,
		advice: 'Only the order of the answer shows this, so a retry doesn’t resend it. To resend it, set the option “Unconfirmed Requests” to “Resend”.',
		example: ['The service rejected the delivery to +34600123456'],
	},
	rejectedAndValid: {
		text: (what: string) => what,
		advice: 'The answer calls it valid as well, so a retry doesn’t resend it. To resend it, set the option “Unconfirmed Requests” to “Resend”.',
		example: ['The service rejected the delivery to +34600123456'],
	},
	rejectedInPart: {
		text: (what: string) => what,
		advice: 'Another of their devices accepted it, so a retry doesn’t resend it.',
		example: ['The service rejected the delivery to 5f1d7f2e'],
	},
	rejectedContact: {
		text: (contact: string, reason: string) =>
			`The service rejected the contact${contact}${reason}`,
		example: [' ana@example.com', ': invalid email'],
	},
	contactNotReported: {
		text: (contacts: string, _keys: string) =>
			`The callback doesn’t show what happened to ${contacts}`,
		advice: (_contacts: string, keys: string) =>
			`${keys === '' ? 'It has no other keys' : `Its other keys are ${keys}`}. The service received the request, so check there. A retry doesn’t resend it.`,
		example: ['the contact ana@example.com', 'bulk_id, status'],
	},
});

/** Sentences that follow an error's advice, and sum up the run. */
export const closing = {
	nothingSent: 'Nothing was sent.',
	nothingMoreSent: (earlier: string) => `Nothing more was sent. In an earlier try, ${earlier}.`,
	wrongItems: (count: number) => `${count} items are wrong; this is the first.`,
	tries: (tries: number) => `It was tried ${tries} times.`,
	inFull: (message: string) => `In full: ${message}${message.endsWith('?') ? '' : '.'}`,
	restSent: 'Everything else was sent.',
	accepted: (ids: string) => `Accepted: ${ids}.`,
	rejected: (recipients: string) => `Rejected: ${recipients}.`,
	unknown: (recipients: string) => `Check in the service: ${recipients}.`,
	notResent:
		'A retry doesn’t resend them, unless the option “Unconfirmed Requests” is set to “Resend”.',
	acceptedForAgent: (recipients: string) =>
		`Accepted, and not sent again when you repeat the call: ${recipients}.`,
};

/** What happened to the rows of a run. */
export const outcomeWords = {
	accepted: ['was accepted', 'were accepted'],
	rejected: ['was rejected by the service', 'were rejected by the service'],
	unknown: ['may have been sent', 'may have been sent'],
	notSent: ['wasn’t sent', 'weren’t sent'],
	/** Several outcomes: `20 were accepted and 10 weren't sent`. */
	of: (all: string, counts: string) => `Of ${all}, ${counts}.`,
	none: (rows: string) => `No ${rows} were sent.`,
	all: (all: string, happened: string) => `All ${all} ${happened}.`,
} as const;

/** Why a callback isn't there, as an output item's `reason`. */
export const missingCallback = {
	limit: 'No callback came within Max Wait.',
	lost: 'The execution that waited for the callbacks was lost. Look the bulk jobs up with Bulk Job: Get.',
	ended: 'The execution that waited for the callback was stopped or lost. Look the bulk job up with Bulk Job: Get.',
	sentEarlier: 'An earlier try that didn’t wait for its callback sent it.',
};
