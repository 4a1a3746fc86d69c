import { catalogue } from './sentence';

const resend =
	'To send to all of them again, set the option “Unconfirmed Requests” to “Resend”, and choose “Retry with currently saved workflow”.';
const lookThenSend = `Check in the service who was reached, and send to the others with a new execution. ${resend}`;

/** The fields that an expression may mean. */
export const fieldAdvice = {
	meant: (code: string) => `Did you mean {{ ${code} }}?`,
	fields: (names: string) =>
		names === '' ? 'The items have no fields.' : `The fields are ${names}.`,
};

/** Reasons why it's unknown what an earlier try sent. */
export const earlierTry = {
	cutShort: 'The execution that you retry was cut short',
	unreadable:
		'The record of an earlier try was changed, or another version of this package wrote it',
};

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
		field: 'Batch Size',
	},
	bracesInFixedText: {
		text: (where: string, braces: string, _orPlaceholder: string) =>
			`${where} has ${braces} in Fixed mode, and n8n doesn’t fill it in`,
		advice: (_where: string, _braces: string, orPlaceholder: string) =>
			`Switch the field to Expression${orPlaceholder}. To send braces as they are, write {{ '{' + '{name}' + '}' }} for them in an expression.`,
		example: ['Message', '{{ $json.name }}', ''],
	},
	missingField: {
		text: (where: string, code: string, node: string, _way: string) =>
			`${where} reads {{ ${code} }}, and no item${node} has this field`,
		advice: (_where: string, code: string, _node: string, way: string) =>
			`${way} If it may be missing, write {{ ${code} ?? '' }}.`,
		example: ['Message', '$json.frist_name', '', fieldAdvice.meant('$json.first_name')],
	},
	elsewhereInForm: {
		text: (key: string, _field: string) => `can’t contain ${key}`,
		advice: (_key: string, field: string) => `Enter it in ${field}.`,
		example: ['message_holder', 'Message'],
		field: 'Additional Fields (JSON)',
	},
	notTogether: {
		text: (other: string) => `can’t be combined with ${other}`,
		advice: 'Remove or change one of them.',
		example: ['Recipient List'],
		field: 'Recipients (JSON)',
	},
	itemTooLarge: {
		text: (millions: string) =>
			`has ${millions} million characters, more than one request can hold`,
		advice: 'Shorten its texts.',
		example: ['70'],
		field: 'Input Item',
	},
	unknownEarlier: {
		text: (what: string) => `${what}, and part of it may have been sent`,
		advice: `Nothing was sent now. ${lookThenSend}`,
		example: [earlierTry.cutShort],
		more: 'n8n stores what was sent when an execution ends by itself. If it was killed or stopped, no one knows.',
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
		field: 'Processing Result',
	},
	waitNeedsNewerN8n: {
		text: 'can’t be “Wait for Result” in this version of n8n',
		advice: 'Choose “Send to Trigger”, or choose “Don’t Wait” and add Bulk Job: Wait Until Processed.',
		field: 'Processing Result',
	},
	tooManyToWaitFor: {
		text: (most: string, requests: string) =>
			`can’t be “Wait for Result” for more than ${most} requests, and this run has ${requests}`,
		advice: 'Choose “Send to Trigger”, or send fewer items at a time.',
		example: ['200', '1,000'],
		field: 'Processing Result',
	},
});

const resendHeld =
	'so a retry doesn’t resend it. To resend it, set the option “Unconfirmed Requests” to “Resend”.';

/** Reasons why a rejected entry isn't sent again. */
export const heldBecause = {
	byOrder: `Only the order of the answer shows this, ${resendHeld}`,
	contradictory: `The answer calls it valid as well, ${resendHeld}`,
	inPart: 'Another of their devices accepted it, so a retry doesn’t resend it.',
};

/** The text of a rejected contact. */
export const rejectedContact = (contact: string, reason: string): string =>
	`The service rejected the contact${contact}${reason}`;

/**
 * The service rejected an entry, or didn't report its result. The service's reason follows the
 * text.
 */
export const entryFailure = catalogue({
	rejected: {
		text: (what: string, _held: string) => what,
		advice: (_what: string, held: string) => held,
		example: ['The service rejected the delivery to +34600123456: invalid number', ''],
		more: 'Check that the number, device or contact is right and hasn’t been unsubscribed.',
	},
	contactNotReported: {
		text: (contacts: string, _keys: string) =>
			`The callback doesn’t show what happened to ${contacts}`,
		advice: (_contacts: string, keys: string) =>
			`${keys === '' ? 'It has no other keys' : `Its other keys are ${keys}`}. The service received the request, so check there. A retry doesn’t resend it.`,
		example: ['the contact ana@example.com', 'bulk_id, status'],
	},
});

/** Sentences after an error's advice that sum up the run. */
export const closing = {
	nothingSent: 'Nothing was sent.',
	nothingMoreSent: (earlier: string) => `Nothing more was sent. In an earlier try, ${earlier}.`,
	wrongItems: (count: number) => `${count} items are wrong. This is the first.`,
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

/** The outcomes of a run, in words. */
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

/** Reasons for a missing callback, used as an output item's `reason`. */
export const missingCallback = {
	limit: 'No callback came within Max Wait.',
	lost: 'The execution that waited for the callbacks was lost. Look the bulk jobs up with Bulk Job: Get.',
	ended: 'The execution that waited for the callback was stopped or lost. Look the bulk job up with Bulk Job: Get.',
	sentEarlier: 'An earlier try that didn’t wait for its callback sent it.',
};

/** Why a call was refused, as n8n's log shows it after the trigger's name. */
export const refusedCall = {
	notSigned: 'it isn’t signed',
	tooDeep: (levels: number) => `its content is nested more than ${levels} levels deep`,
	tooLarge: (values: string) => `its content has more than ${values} values`,
	notAllowed: (address: string) => `its address ${address} isn’t in the Allowed IP Ranges`,
	wrongTime: (age: string) => `its timestamp is ${age}`,
	notChecked: (reason: string) => `it can’t be checked. ${reason}`,
};

/** Why a contact's result is unknown, or what is missing of it: an output item's `reason`. */
export const contactReason = {
	noContacts: 'The callback names no contact.',
	notNamed: 'The callback doesn’t name this contact.',
	noVerdict: 'The callback doesn’t show whether this contact is valid.',
	noReason: 'The callback shows no reason.',
};
