import type { IDataObject } from 'n8n-workflow';
import { isSameRecipient, type Recipient } from '../engine/recipient';
import { recipientOfContact, recipientOfReported } from './contactIdentity';
import { contactsOf, failedCountProblem } from './output';
import { readReport, type CallbackReport } from './report';

/** What a callback says of each contact that was sent, and what it says of others. */
export interface JoinedContacts {
	/** One for each contact, in the order of the contacts. */
	outcomes: IDataObject[];
	/** Contacts of the callback that are none of those sent. */
	left: IDataObject[];
}

/** A contact that was sent, by what names it. */
interface Named {
	said: IDataObject;
}

const unnamed: IDataObject = { valid: null, reason: 'The callback does not name this contact.' };

/**
 * Joins what a callback says of contacts to those that were sent: by user id, else email address, else
 * phone number. What contradicts is not joined.
 *
 * @param callback null where none came
 * @param job the bulk job, as it was answered
 * @param whyMissing says why no callback came
 */
export function joinContacts(
	contacts: readonly Named[],
	callback: IDataObject | null,
	job: IDataObject,
	whyMissing: string,
): JoinedContacts {
	const bulk = { bulk_id: job._id };
	if (!callback) {
		const none = { ...bulk, valid: null, reason: whyMissing };
		return { outcomes: contacts.map(({ said }) => ({ ...none, ...said, callback })), left: [] };
	}
	const report = readReport(callback);
	const reported = contactsOf(report).map((said) => new ReportedContact(said));
	const byName = indexOf(reported);
	const found = contacts.map(({ said }) => findIn(byName, recipientOfContact(said)));
	const open = found.filter((one) => one === undefined).length;
	const nameless = reported.filter(({ recipient }) => recipient.length === 0);
	const ofNameless = saidOfNameless(nameless, open);
	// Fields beside that can't be given to anyone, so those that have some come out by themselves.
	if (ofNameless) for (const one of nameless) one.isJoined = !one.hasFields;
	const ofOthers = ofNameless ?? saidOfAll(report, reported, contacts.length);
	const outcomes = contacts.map(({ said }, at) => {
		const one = found[at] ?? (open === 1 && nameless.length === 1 ? nameless[0] : undefined);
		if (!one) return { ...bulk, ...(ofOthers ?? unnamed), ...said, callback: report.rest };
		one.isJoined = true;
		const { callback: own, ...rest } = one.said;
		return { ...bulk, ...said, ...rest, ...bulk, callback: own ?? report.rest };
	});
	const left = reported.filter(({ isJoined }) => !isJoined).map(({ said }) => said);
	return { outcomes: doubted(outcomes, report, reported), left };
}

/** The outcomes; where the callback counts more failed contacts than there can be, none is known to be valid. */
function doubted(
	outcomes: IDataObject[],
	report: CallbackReport,
	reported: readonly ReportedContact[],
): IDataObject[] {
	const { failedCount = 0 } = report;
	const named = reported.filter(({ said }) => said.valid === false).length;
	const failed = outcomes.filter(({ valid }) => valid === false).length;
	const unknown = outcomes.filter(({ valid }) => valid === null).length;
	if (!(failedCount > Math.max(named, failed) + unknown)) return outcomes;
	const reason = failedCountProblem(report, named);
	return outcomes.map((one) => (one.valid === true ? { ...one, valid: null, reason } : one));
}

/** What contacts without a name say of as many that were sent, where all say the same. */
function saidOfNameless(
	nameless: readonly ReportedContact[],
	open: number,
): IDataObject | undefined {
	const [first] = nameless;
	if (!first || nameless.length !== open) return undefined;
	const { valid, reason } = first.said;
	const areAlike = nameless.every(({ said }) => said.valid === valid && said.reason === reason);
	if (!areAlike) return undefined;
	return reason === undefined ? { valid } : { valid, reason };
}

/** What the counts say of every contact, where they agree; a callback may name none. */
function saidOfAll(
	{ validCount, failedCount }: CallbackReport,
	reported: readonly ReportedContact[],
	contacts: number,
): IDataObject | undefined {
	if (reported.length > 0) return undefined;
	const isAll = (count: number | undefined) => count !== undefined && count >= contacts;
	if (failedCount === 0 && (validCount === undefined || isAll(validCount)))
		return { valid: true };
	if (validCount !== 0 || !isAll(failedCount)) return undefined;
	return { valid: false, reason: 'The callback does not say why.' };
}

/** A contact that a callback names. */
class ReportedContact {
	readonly recipient: Recipient;
	isJoined = false;

	constructor(readonly said: IDataObject) {
		this.recipient = recipientOfReported(said);
	}

	/** Whether it has anything beside what happened. */
	get hasFields(): boolean {
		const { valid: _, reason: __, callback: ___, ...fields } = this.said;
		return Object.keys(fields).length > 0;
	}
}

/** The contact that a callback names so; of several, one that isn't joined yet. */
function findIn(
	byName: ReadonlyMap<string, ReportedContact[]>,
	recipient: Recipient,
): ReportedContact | undefined {
	const found = namesOf(recipient).flatMap((name) => byName.get(name) ?? []);
	const same = found.filter((one) => isSameRecipient(recipient, one.recipient));
	const one = same.find(({ isJoined }) => !isJoined) ?? same[0];
	if (one) one.isJoined = true;
	return one;
}

function indexOf(reported: readonly ReportedContact[]): Map<string, ReportedContact[]> {
	const byName = new Map<string, ReportedContact[]>();
	for (const one of reported) {
		for (const name of namesOf(one.recipient)) {
			const same = byName.get(name);
			if (same) same.push(one);
			else byName.set(name, [one]);
		}
	}
	return byName;
}

function namesOf(recipient: Recipient): string[] {
	return recipient.map(([type, name]) => `${type} ${name}`);
}
