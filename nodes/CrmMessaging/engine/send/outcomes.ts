import { counted, figure } from '../../catalogue/sentence';
import { outcomeWords, outcomesOfRun } from '../../catalogue/runs';
import { displayName } from '../recipient';
import { idIn, type Row, type SentStatus, type Call } from '../row';

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

/** Counts the results of a run: `Of 30 contacts, 20 were accepted and 10 weren’t sent`. */
export function outcomeSentence(outcomes: Outcomes): string {
	const { called } = outcomes;
	const present = order.filter((outcome) => outcomes[outcome].length > 0);
	const total = present.reduce((sum, outcome) => sum + outcomes[outcome].length, 0);
	const all = `${figure(total)} ${called}`;
	const [only = 'notSent', ...others] = present;
	if (others.length > 0) return outcomesOfRun.several({ all, counts: outcomeCounts(outcomes) });
	if (only === 'notSent') return outcomesOfRun.none({ rows: called });
	const [, outcome] = outcomeWords[only];
	if (total === 2) return outcomesOfRun.both({ rows: called, outcome });
	return outcomesOfRun.all({ all, outcome });
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

/** Sets the status of an answered call's rows, from their own results or from the shared ones. */
export function settle({ rows, shared }: Call): void {
	const isUnread = shared.some(({ unclear }) => unclear);
	const ids = new Set(shared.map(({ json }) => idIn(json)));
	const [id] = ids.size === 1 ? ids : [];
	rows.forEach((row) => {
		row.settle(statusOf(row, isUnread));
		if (id !== undefined) row.sharedId = id;
	});
}

/** A target with several devices is reached if one of them accepts. */
function statusOf(row: Row, isUnread: boolean): SentStatus {
	if (row.onlyJson) return 'accepted';
	const { outputs } = row;
	if (outputs.length === 0) return isUnread ? 'unknown' : 'accepted';
	if (outputs.some(({ unclear }) => unclear)) return 'unknown';
	return outputs.every(({ rejected }) => rejected !== undefined) ? 'rejected' : 'accepted';
}

export function namesOf({ recipient }: Row): string {
	return JSON.stringify(recipient);
}
