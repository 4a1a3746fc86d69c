import { catalogue, words } from './sentence';

/** Advice if an item doesn't identify a contact, or holds a whole request. */
export const contactAdvice = words({
	at: 'Set Specify Contacts to JSON and Contacts (JSON) to {{ ‹path› }}, or choose Map Each Field.',
	correct: 'Correct what was left out: ‹fields›.',
	add: 'Add one of: ‹fields›.',
	rename: 'Add one of: ‹fields›. Its fields are ‹names›: rename one, or choose Map Each Field.',
});

/** An item isn't a contact, a purchase or a hotel; nothing was sent. */
export const wrongContact = catalogue({
	unidentified: `‹field› doesn’t identify a contact
		‹advice›`,
	headings: `‹field› holds the headings of a file, such as ‹heading›
		Keep one row of headings in the file, as its first row.`,
	unclearConsent: `These columns may show who doesn’t want messages: ‹columns›
		Map each to an Opt-Out field with Map Each Field, as true for those who refuse. Or list it under Columns to Leave Out.`,
	contradictory: `“‹column›” and “‹other›” contradict each other
		List one of them under Columns to Leave Out.`,
	notAContactField: `‹field› isn’t a field of a contact
		Rename it, or set Unrecognized Fields to Leave Out.`,
	notACustomField: `‹field› has an object, which can’t be a custom field
		Map its values with Map Each Field, or set Unrecognized Fields to Leave Out.`,
	fieldAsCustomField: `“‹name›” isn’t a custom field
		Use the field of that name.`,
	fieldTwice: `“‹name›” is in the list twice
		Remove one of them, or join them.`,
	purchaseTooLarge: `‹contacts› contacts share the purchase “‹code›”, and one request holds ‹most›
		A purchase is never sent twice. Send it with fewer contacts, and the others with Contact: Create or Update.`,
});

/** A bulk job isn't processed. Its contacts were sent before. */
export const wrongJob = catalogue({
	noCallback: `The service won’t call n8n for this import (webhook_url: ‹json›)
		Look the bulk job up with Bulk Job: Get, or ask its provider.`,
	purchaseMissing: `The service counted no purchase (number_of_purchase: 0)
		Check there whether the purchase exists. If it doesn’t, set the option Product ID Key to Both, and send only that purchase again.`,
	jobFailed: `The bulk job ‹id› ended with the status “‹status›”
		Ask the service’s provider why, with the ID of the job.`,
	startingStatus: `‹field› can’t be “‹status›”, the status of a new bulk job
		Remove it.`,
	jobNotProcessed: `The bulk job ‹id› wasn’t processed within ‹seconds› seconds. Its last status is “‹status›”
		Raise the time limit, or look again later. If that status means processed, add it to the option Extra Completed Statuses.`,
});

/** Hints about how the items were read. */
export const contactHint = catalogue({
	nameOnly: `Contacts with only a name can’t be found again, so the service may create them again each time
		Give them a user ID, an email or a phone.`,
	otherColumns: `Columns not used, because another one fills the field: ‹list›
		To choose yourself, list one under Columns to Leave Out.`,
	wrongLeftOut: `Wrong values left out: ‹count›, for example ‹example›
		The key left_out of the output has the fields of each item.`,
	testWebhook: `The Webhook URL is a test URL, which answers only while n8n listens for a test event
		Use the production URL for a workflow that runs by itself.`,
	purchaseWithoutContact: `A purchase has no contact
		Add the contact who made it.`,
	leftOut: `[info] Columns and keys left out: ‹list›
		To send one, rename it, choose Map Each Field, or set Unrecognized Fields to Send as Custom Fields.`,
	sentAsCustom: `[info] Custom fields: ‹list›
		The service accepts only those that the account settings define. For other columns, set Unrecognized Fields to Leave Out.`,
	emptyRows: `[info] Skipped ‹rows›
		If that’s wrong, add an email, a phone or a name.`,
	overwritten: `[danger] Found ‹found› more than once with different values. The last one may overwrite the others
		Join them before this node, such as the lines of an order, or give each its own ID.`,
	oneContact: `All ‹purchases› of this run have the same contact, ‹contact›
		If that’s wrong, check the expressions of Contacts. They may read the first item only, as .first() does.`,
	sharedEmails: `Contacts with different user IDs share an email: ‹emails›
		The service may save them as one contact. Check their IDs and emails.`,
	duplicatesSent: `Contacts found more than once, of which every copy was kept: ‹list›
		The option Duplicate Contacts decides what is sent.`,
	duplicatesLeftOut: `Contacts found more than once, of which only the last was kept: ‹list›
		The option Duplicate Contacts decides what is sent.`,
});

/** Hints about an answer that isn't as the request asks. */
export const answerHint = catalogue({
	differs: `[danger] In the service’s answer, ‹key› is ‹json› instead of ‹asked›
		Check in the service what was saved, and ask its provider.`,
	listCut: `The service returned no more than ‹count› campaigns, so the list may be cut
		Add Filters to see the others.`,
});
