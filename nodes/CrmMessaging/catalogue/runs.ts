import { catalogue, words } from './sentence';

/** The form or an item doesn't fit; nothing was sent. */
export const wrongSetting = catalogue({
	unknownOperation: `The resource “‹resource›” has no operation “‹operation›”
		Choose both again.`,
	expressionForRun: `‹field› can’t be an expression, because it applies to all items
		Enter a fixed value.`,
	setByNode: `‹field› can’t set “‹key›”, which the node sets
		Remove it. If it has a field of its own, enter the value there.`,
	notTogether: `‹field› can’t be combined with ‹other›
		Remove or change one of them.`,
	automaticForAgent: `‹field› can’t be “Map Automatically” when an AI agent uses the node
		It would save the agent’s own call as a contact. Choose “Map Each Field”, and let the agent fill in the fields.`,
	waitForAgent: `‹field› can’t be “Wait for Result” when an AI agent uses the node
		Choose “Don’t Wait”, and give the agent Bulk Job: Get as well.`,
	severalRequests: `‹field› can’t be “Wait for Result” for ‹requests› requests at a time
		Wait for fewer ‹rows› at a time, with Loop Over Items. Or choose “Send to Trigger”. Items share a request only if their Origin and options are equal.`,
	subWorkflow: `‹field› can’t be “Wait for Result” in a sub-workflow of n8n 1
		Wait in the calling workflow, or choose “Send to Trigger”.`,
	unknownEarlier: `It’s unknown who was reached before: the execution was cut short, was run twice by n8n, can’t be read, or used another account
		Check in the service who was reached, and send to the others with a new execution. To send to all of them again, set the option “Unconfirmed Requests” to “Resend”, and choose “Retry with currently saved workflow”.`,
});

/** The service rejected an entry, or didn't report its result. */
export const entryFailure = catalogue({
	rejected: `The service rejected the ‹entry›‹reason›
		Check whether it’s right and still subscribed.`,
	rejectedInPart: `The service rejected the ‹entry›‹reason›
		Another of their devices accepted it, so a retry doesn’t resend it.`,
	triedBefore: `This item comes from this node’s own error output, and it ‹outcome›
		It isn’t sent again. Send back only items whose error has the outcome “notSent”. To send it anyway, set the option “Unconfirmed Requests” to “Resend”.`,
	afterFailed: `An earlier one with the same recipient failed, so this one isn’t sent before it
		Fix the earlier one, and retry. If that one may have been sent, set the option “Unconfirmed Requests” to “Resend”.`,
	contactNotReported: `The callback doesn’t show what happened to the ‹entry›
		‹reason› Its other keys: ‹keys›.`,
});

/** The end of an error: the outcome. */
export const closing = words({
	nothingSent: 'This run sent nothing.',
	nothingMoreSent: 'Nothing more was sent. In an earlier try, ‹counts›.',
	notSent: 'It wasn’t sent.',
	mayBeSent: 'It may have been sent.',
	checkBefore: 'Check in the service before resending.',
	wrongItems: '‹count› items are wrong. This is the first.',
	tries: 'It was tried ‹tries› times.',
	accepted: 'Accepted: ‹ids›.',
	rejected: 'Rejected: ‹recipients›.',
	unknown: 'Check in the service: ‹recipients›.',
	notResent: `A retry doesn’t resend what may have been sent, unless the option “Unconfirmed Requests” is set to “Resend”.`,
	acceptedForAgent: 'Accepted, and not sent again when you repeat the call: ‹recipients›.',
});

/** The outcomes of entries, of one and of several. */
export const outcomeWords = {
	accepted: ['was accepted', 'were accepted'],
	rejected: ['was rejected by the service', 'were rejected by the service'],
	unknown: ['may have been sent', 'may have been sent'],
	notSent: ['wasn’t sent', 'weren’t sent'],
} as const;

export const outcomesOfRun = words({
	/** For several outcomes, such as `20 were accepted and 10 weren't sent`. */
	several: 'Of ‹all›, ‹counts›',
	none: 'No ‹rows› were sent',
	only: '‹all› ‹outcome›',
});

/** Why a call was refused, as n8n's log shows it after the trigger's name. */
export const refusedCall = words({
	notSigned: 'it isn’t signed',
	wrongTime: 'its timestamp isn’t a number of seconds within a day of now',
	notChecked: 'it can’t be checked. ‹reason›',
	inProgress: 'the same call is in progress',
	notStored: 'n8n has stored no wait of its name',
});

/** Why a contact's result is unknown, or what is missing of it: an output item's `reason`. */
export const contactReason = words({
	/** A person may stop the wait, and retry. */
	noCallback: 'No callback came within Max Wait, or before the wait was stopped.',
	sentEarlier: 'An earlier try sent this contact, and didn’t wait for its result.',
	noContacts: 'The callback names no contact.',
	notNamed: 'The callback doesn’t name this contact.',
	noObject: 'The callback doesn’t name this contact as documented.',
	contradictory: 'The callback shows this contact as valid and as failed.',
	failure: 'The callback reports a failure: ‹json›.',
	differs: 'In the callback, ‹key› is ‹json› instead of ‹asked›.',
	alsoHolds: 'The callback also holds ‹json›.',
});

export const runHint = catalogue({
	unencrypted: `[danger] ‹address› begins with http://, so data and secrets travel unencrypted
		Enter the address with https://.`,
	contactsNotReported: `[danger] The callback doesn’t show what happened to ‹contacts›
		Check there whether they were saved.`,
	sentEarlier: `[danger] An earlier try sent contacts and ended before it waited, so their results aren’t known
		Look their bulk jobs up with Bulk Job: Get. Nothing was sent again.`,
	noEffect: `‹option› has no effect because of ‹setting›
		Remove it, or change the other setting.`,
	previewOfDoubt: `It isn’t known who was reached by the execution that you retry, so the preview shows every recipient
		Check in the service who was reached.`,
	previewWithoutSent: `In an earlier try, ‹counts›. The preview shows only what is still to send
		To see all, preview in a new execution.`,
	outcomes: `‹outcomes›
		The error items show why.`,
	rejectedEntries: `The service rejected ‹entries›
		Check whether they’re right and still subscribed.`,
	privateAddress: `The service can call ‹host› only from within the same network
		If the service is on the internet, give n8n a public address (N8N_WEBHOOK_URL). Or choose Processing Result: Don’t Wait, and add Bulk Job: Wait Until Processed.`,
	unmatchedContacts: `Nothing that was sent matches ‹contacts› in the callback
		See callback.unmatchedContacts in the output.`,
	preview: `[info] This is a preview of ‹total›. Nothing was sent
		Remove the option Preview to send.`,
	answersAlsoHold: `The service’s answers also hold other keys: ‹count›, for example ‹example›
		Ask its provider what they mean.`,
});
