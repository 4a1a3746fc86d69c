import { catalogue } from './sentence';

const resend =
	'To send to all of them again, set the option “Unconfirmed Requests” to “Resend”, and choose “Retry with currently saved workflow”.';
const lookThenSend = `Check in the service who was reached, and send to the others with a new execution. ${resend}`;

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
	unknownEarlier: {
		text: (what: string) => `${what}, and part of it may have been sent`,
		advice: `Nothing was sent now. ${lookThenSend}`,
		example: [earlierTry.cutShort],
		more: 'n8n stores what was sent when an execution ends by itself. If it was killed or stopped, no one knows.',
	},
});

/** Waiting isn't possible; nothing was sent. The text follows _Processing Result_. */
export const cannotWait = catalogue({
	waitInAgent: {
		text: 'can’t be “Wait for Result” when an AI agent uses the node',
		advice: 'Choose “Don’t Wait”, and give the agent Bulk Job: Get as well.',
		field: 'Processing Result',
	},
	severalRequests: {
		text: (requests: string, _batchSize: string) =>
			`can’t be “Wait for Result” for ${requests} requests at a time`,
		advice: (_requests: string, batchSize: string) =>
			`Add Loop Over Items with a Batch Size of ${batchSize} before this node. Lead this node’s output back to the loop. Or choose “Send to Trigger”.`,
		example: ['10', '1,000'],
		field: 'Processing Result',
	},
	differentRequests: {
		text: (requests: string, _labels: string) =>
			`can’t be “Wait for Result” for ${requests} requests at a time`,
		advice: (_requests: string, labels: string) =>
			`Items share a request only if they have the same ${labels}. Set a fixed value, or add Loop Over Items with a Batch Size of 1 before this node. Or choose “Send to Trigger”.`,
		example: ['2', 'Origin'],
		field: 'Processing Result',
	},
});

/** Why a rejected result of a target with several devices isn't sent again. */
export const inPart = 'Another of their devices accepted it, so a retry doesn’t resend it.';

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
	triedBefore: {
		text: (happened: string) =>
			`This item comes from this node’s own error output, and it ${happened}`,
		advice: 'It isn’t sent again. Send back only items whose error has the outcome “notSent”. To send it anyway, set the option “Unconfirmed Requests” to “Resend”.',
		example: ['may have been sent'],
	},
	failedAnswer: {
		text: (what: string) => what,
		advice: 'The service may have accepted this anyway. Check there before resending.',
		example: ['The service’s answer reports a failure: {"success":false}'],
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

/** The reason for a missing callback, in an output item. A person may stop the wait, and retry. */
export const noCallback = 'No callback came within Max Wait, or before the wait was stopped.';

/** Why a call was refused, as n8n's log shows it after the trigger's name. */
export const refusedCall = {
	notSigned: 'it isn’t signed',
	notAllowed: (address: string) => `its address ${address} isn’t in the Allowed IP Ranges`,
	wrongTime: (age: string) => `its timestamp is ${age}`,
	notChecked: (reason: string) => `it can’t be checked. ${reason}`,
};

/** Why a contact's result is unknown, or what is missing of it: an output item's `reason`. */
export const contactReason = {
	noContacts: 'The callback names no contact.',
	notNamed: 'The callback doesn’t name this contact.',
	noObject: 'The callback doesn’t name this contact as documented.',
	inBothLists: 'The callback lists this contact as valid and as failed.',
	contradictory: 'The callback lists this contact as valid, and its fields contradict that.',
	failure: (json: string) => `The callback reports a failure: ${json}.`,
	miscounted: (count: string, named: string) =>
		`The callback counts ${count}, but names ${named}.`,
	inUrl: (names: string) => `The callback’s URL has parameters next to its body: ${names}.`,
	alsoHolds: (json: string) => `The callback also holds ${json}.`,
};

/** Hints about a whole run. */
export const runHint = catalogue({
	unencrypted: {
		weight: 'danger',
		text: (address: string) =>
			`${address} begins with http://, so data and secrets travel unencrypted`,
		advice: 'Enter the address with https://.',
		example: ['Base URL in the credential'],
	},
	noEffect: {
		text: (option: string, why: string) => `${option} has no effect, because ${why}`,
		example: ['Alert', 'Send Silently is on'],
	},
	smallRequests: {
		weight: 'info',
		text: (all: string, went: string, requests: string, labels: string) =>
			`${all} ${went} in ${requests} requests, because items differ in ${labels}`,
		example: ['1,000 recipients', 'went', '1,000', 'Subject'],
	},
	preview: {
		weight: 'info',
		text: 'This is a preview: nothing was sent',
		advice: 'Remove the option Preview to send.',
	},
	previewTotal: {
		weight: 'info',
		text: (total: string) => total,
		example: ['30 messages, 45 SMS'],
	},
	previewOfDoubt: {
		text: 'It isn’t known who the execution that you retry has reached, so the preview shows every recipient',
	},
	previewWithoutSent: {
		text: (counts: string) =>
			`In an earlier try, ${counts}. The preview leaves them out, because they aren’t sent again`,
		example: ['20 were accepted'],
	},
	acceptedBeforeChange: {
		text: (counts: string) =>
			`${counts} were accepted before the node was changed, and aren’t sent again`,
		advice: 'To send them as they are now, start a new execution.',
		example: ['20 of 30 contacts'],
	},
	outcomes: {
		text: (sentence: string) => sentence,
		example: ['Of 30 contacts, 20 were accepted and 10 weren’t sent'],
	},
	rejectedEntries: {
		text: (counts: string) => `The service rejected ${counts}`,
		example: ['2 of 30 contacts: ana@example.com, eva@example.com (items 3, 7)'],
	},
	unreadResults: {
		weight: 'danger',
		text: (counts: string, json: string) =>
			`The service doesn’t show whether it accepted ${counts}. Its results are ${json}`,
		advice: 'Check there before resending.',
		example: ['2 of 30 messages: +34600123456 (item 3)', '[{"valid":"maybe"}]'],
	},
	answerFailed: {
		weight: 'danger',
		perValue: true,
		text: (json: string) => `The service’s answer reports a failure: ${json}`,
		advice: 'Check there what was accepted.',
		example: ['{"success":false,"message":"account suspended"}'],
	},
	answerAlsoHolds: {
		perValue: true,
		text: (json: string) => `The service’s answer also holds ${json}`,
		example: ['{"warnings":["quota nearly used up"]}'],
	},
	privateAddress: {
		text: (host: string) => `The service can call ${host} only from within the same network`,
		advice: 'If the service is on the internet, give n8n a public address (N8N_WEBHOOK_URL). Or choose Processing Result: Don’t Wait, and add Bulk Job: Wait Until Processed.',
		example: ['localhost'],
	},
	shortWait: {
		text: 'A Max Wait below one minute may end up to a minute late',
		advice: 'n8n checks once a minute which executions to resume.',
	},
	unmatchedContacts: {
		text: (contacts: string) => `The callback names ${contacts} that weren’t sent`,
		advice: 'See unmatchedContacts in the output.',
		example: ['2 contacts'],
	},
	contactsNotReported: {
		weight: 'danger',
		text: (contacts: string) => `The callback doesn’t show what happened to ${contacts}`,
		example: ['2 contacts: ana@example.com, eva@example.com (items 3, 7)'],
	},
	sentEarlier: {
		weight: 'danger',
		text: 'An earlier try sent contacts and ended before it waited, so their results aren’t known',
		advice: 'Look their bulk jobs up with Bulk Job: Get. Nothing was sent again.',
	},
});
