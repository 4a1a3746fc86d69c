import { counted, figure } from '../catalogue/sentence';
import { outcomeWords } from '../catalogue/runs';
import { displayName } from './recipient';
import type { Row, SentStatus, Call, Hold, Output } from './row';
import { textOf, truthOf } from '../fields/values';

/** The possible results of a row. */
export type Outcome = SentStatus | 'notSent';

/** A row in the details of an error. */
export interface RowReport {
	items: readonly number[];
	recipient?: string;
	id?: string;
}

/** The results of all rows of a run, and the rows' name. */
export interface Outcomes extends Record<Outcome, RowReport[]> {
	called: string;
}

/**
 * The results of rows; an unsent one counts as not sent.
 *
 * @param called the rows' name, for example `contacts`
 */
export function outcomesOf(rows: readonly Row[], called: string): Outcomes {
	const outcomes: Outcomes = { called, accepted: [], rejected: [], unknown: [], notSent: [] };
	for (const row of rows) {
		const { status } = row;
		if (status === 'invalid' || status === 'skipped') continue;
		const outcome = status === 'ready' ? (row.earlier ?? 'notSent') : status;
		outcomes[outcome].push(reportOf(row));
	}
	return outcomes;
}

/** A row's entry in the details of an error. */
export function reportOf({ items, recipient, id }: Row): RowReport {
	return { items, recipient: displayName(recipient), id };
}

const order: Outcome[] = ['accepted', 'rejected', 'unknown', 'notSent'];

/** Counts the results of a run: `Of 30 contacts, 20 were accepted and 10 weren’t sent.` */
export function outcomeSentence(outcomes: Outcomes): string {
	const { called } = outcomes;
	const present = order.filter((outcome) => outcomes[outcome].length > 0);
	const total = present.reduce((sum, outcome) => sum + outcomes[outcome].length, 0);
	const all = `${figure(total)} ${called}`;
	const [only = 'notSent', ...others] = present;
	if (others.length > 0) return outcomeWords.of(all, outcomeCounts(outcomes));
	return only === 'notSent'
		? outcomeWords.none(called)
		: outcomeWords.all(all, outcomeWords[only][1]);
}

/** The counting part of that sentence: `20 were accepted and 10 weren’t sent`. */
export function outcomeCounts(outcomes: Outcomes): string {
	const present = order.filter((outcome) => outcomes[outcome].length > 0);
	const parts = present.map((outcome) => {
		const count = outcomes[outcome].length;
		const [one, several] = outcomeWords[outcome];
		return counted(count, one, several);
	});
	return new Intl.ListFormat('en').format(parts);
}

/** Sets the status of an accepted call's rows, from their own results or from the shared ones. */
export function settle({ rows, shared }: Call): void {
	// If an answer doesn't identify the rejected row, it may be any.
	const isDoubtful = shared.some((output) => statusIn(output) !== 'accepted');
	const ids = new Set(shared.map(idOf));
	const id = ids.size === 1 ? [...ids][0] : undefined;
	let isAnyRejected = false;
	rows.forEach((row) => {
		const { outputs } = row;
		if (outputs.length === 0) {
			row.settle(isDoubtful ? 'unknown' : 'accepted');
			row.id = id;
			return;
		}
		// A target can have a result for each of its devices; the worst of them counts.
		let status: SentStatus = 'accepted';
		for (let index = 0; index < outputs.length; index++) {
			const output = outputs[index] as Output;
			const own = statusIn(output);
			if (worst.indexOf(own) < worst.indexOf(status)) status = own;
			row.id ??= idOf(output);
		}
		row.settle(status);
		isAnyRejected ||= status === 'rejected';
	});
	if (isAnyRejected) hold(rows);
}

/** Possible results of a row, worst first. */
const worst: readonly SentStatus[] = ['rejected', 'unknown', 'accepted'];

function statusIn({ rejected, unclear }: Output): SentStatus {
	if (rejected !== undefined) return 'rejected';
	return unclear ? 'unknown' : 'accepted';
}

/** Marks the rejected rows of a call that a retry must not send again, with the reason. */
function hold(rows: readonly Row[]): void {
	const reached = new Set(rows.filter((row) => !isRejected(row)).map(namesOf));
	for (const row of rows) {
		if (row.status === 'rejected') row.hold = holdOf(row, reached);
	}
}

function holdOf(row: Row, reached: ReadonlySet<string>): Hold | undefined {
	const { outputs } = row;
	if (!isRejected(row)) return 'inPart';
	if (outputs.some(({ json }) => truthOf(json.valid) === true)) return 'contradictory';
	// If no row was accepted, the rejection can't belong to another.
	if (reached.size === 0) return undefined;
	// If several rows share a recipient, the name doesn't identify the rejected one.
	const isNamed = outputs.every(({ byOrder }) => !byOrder);
	return isNamed && !reached.has(namesOf(row)) ? undefined : 'byOrder';
}

function isRejected({ outputs }: Row): boolean {
	return outputs.length > 0 && outputs.every(({ rejected }) => rejected !== undefined);
}

export function namesOf({ recipient }: Row): string {
	return JSON.stringify(recipient);
}

function idOf({ json }: Output): string | undefined {
	const id = json.bulk_id ?? json.delivery_id ?? json._id ?? json.uuid;
	return id === undefined || id === null ? undefined : textOf(id);
}
