import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../../fields/inputError';
import { itemsOfEntry } from '../../run/entry';
import type { Operation } from '../../run/operation';
import type { ItemParameters } from '../../run/parameters';
import { doubted, onePerItem, onePerRequest } from '../../run/results';
import { waitsHere } from './callback';
import { createdJob } from './createdJob';

const perJob: INodePropertyOptions = {
	name: 'One Item per Bulk Job',
	value: 'bulkJob',
	description:
		'What the service answered, linked to all input items of the request; with Wait Here, the whole callback beside it',
};

const perContact: INodePropertyOptions = {
	name: 'One Item per Contact',
	value: 'contact',
	description:
		'The contact as it was sent, with its bulk_id, linked to its input item; with Wait Here, what became of it (valid, reason, _id), one item for each input item, since n8n links what comes after a wait by its place: several contacts of an item stand in a list “contacts”',
};

const perItem: INodePropertyOptions = {
	name: 'One Item per Input Item',
	value: 'inputItem',
	description:
		'Its bulk job; with Wait Here, what became of its contact, or of each of several in a list “contacts”',
};

/** The option that says what comes out of a submission of contacts. */
export const contactOutput: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	default: 'contact',
	description: 'What comes out of the node',
	options: [perJob, perContact],
};

/** The option that says what comes out of a submission of a purchase. */
export const purchaseOutput: INodeProperties = {
	...contactOutput,
	default: 'inputItem',
	options: [perJob, perItem],
};

/** The option that makes a contact an error that the callback calls failed. */
export const failOnRejectedContact: INodeProperties = {
	displayName: 'Fail on Rejected Contacts',
	name: 'failOnRejected',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description:
		'Whether a contact that the service rejects is an error of its item, which leaves by the error output or stops the workflow; only with Wait Here',
};

/** Whether a contact that the service rejects is an error of its item. */
export function failsOnRejectedContact(item: ItemParameters): boolean {
	// A switch that nobody added is off, though it begins as on.
	return item.chosen({ ...failOnRejectedContact, default: false }) === true;
}

/** Whether the output has an item for each bulk job; the first item's choice holds for the whole run. */
export function givesPerJob(first: ItemParameters): boolean {
	return first.chosen(contactOutput) === perJob.value;
}

/**
 * Makes sure that *Fail on Rejected Contacts* can do what it says, or says that it does nothing.
 *
 * @throws InputError where there is no item that could be the error
 */
export function checkFailOnRejected(item: ItemParameters): void {
	if (!failsOnRejectedContact(item)) return;
	if (!waitsHere(item)) {
		item.hint(
			'Fail on Rejected Contacts has no effect, because When Processed is not set to Wait Here.',
		);
	} else if (givesPerJob(item)) {
		throw new InputError(`cannot be combined with ${perJob.name}; choose the other Output`, [
			failOnRejectedContact.displayName,
		]);
	}
}

/** What comes out of a submission of contacts. */
export const resultsOfContacts: Operation['results'] = (answer, batch, parametersOf) => {
	const { job, doubts } = createdJob(answer, batch);
	const first = parametersOf(batch.items[0] ?? 0);
	// A run that waits makes its output of the callbacks.
	if (givesPerJob(first) || waitsHere(first)) return doubted(onePerRequest(job, batch), doubts);
	const results = batch.entries.map((entry) => ({
		json: { ...entry.data, bulk_id: job._id },
		items: itemsOfEntry(entry),
		place: entry.place,
	}));
	return doubted({ results }, doubts);
};

/** What comes out of a submission of a purchase. */
export const resultsOfPurchase: Operation['results'] = (answer, batch, parametersOf) => {
	const first = parametersOf(batch.items[0] ?? 0);
	const { job, doubts } = createdJob(answer, batch);
	const outcome = givesPerJob(first) ? onePerRequest(job, batch) : onePerItem(job, batch);
	return doubted(outcome, doubts);
};
