import { displayName } from './recipient';
import type { Row, SentStatus } from './row';

/** Possible outcomes of rows that should be sent. */
export type Outcome = SentStatus | 'notSent';

/** A row as people are told of it. */
export interface RowReport {
	items: readonly number[];
	/** Its recipient, if something names them. */
	recipient?: string;
	/** The id that the service gave it. */
	id?: string;
}

/** The results of all rows of a run, and the plural name of such rows. */
export interface Outcomes extends Record<Outcome, RowReport[]> {
	called: string;
}

/**
 * The outcomes of rows; one that is still ready was not sent.
 *
 * @param called what the rows are called, for example `contacts`
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

/** A row as people are told of it. */
export function reportOf({ items, recipient, id }: Row): RowReport {
	return { items, recipient: displayName(recipient), id };
}

/** How a sentence says what happened to rows. */
const verbs: ReadonlyArray<readonly [Outcome, one: string, several: string]> = [
	['accepted', 'was accepted', 'were accepted'],
	['rejected', 'was rejected by the service', 'were rejected by the service'],
	['unknown', 'may have been accepted', 'may have been accepted'],
	['notSent', 'was not sent', 'were not sent'],
];

/** Says what happened to how many rows of a run: `Of 30 contacts, 20 were accepted and 10 were not sent.` */
export function outcomeSentence(outcomes: Outcomes): string {
	const present = verbs.filter(([outcome]) => outcomes[outcome].length > 0);
	const total = present.reduce((sum, [outcome]) => sum + outcomes[outcome].length, 0);
	const all = `${total.toLocaleString('en')} ${outcomes.called}`;
	const [[only, , several] = []] = present;
	if (present.length > 1) return `Of ${all}, ${outcomeCounts(outcomes)}.`;
	return only === 'notSent' ? `None of the ${all} was sent.` : `All ${all} ${several}.`;
}

/** The part of the sentence that counts: `20 were accepted and 10 were not sent`. */
export function outcomeCounts(outcomes: Outcomes): string {
	const told = verbs.filter(([outcome]) => outcomes[outcome].length > 0);
	const parts = told.map(([outcome, one, several]) => {
		const count = outcomes[outcome].length;
		return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
	});
	return new Intl.ListFormat('en').format(parts);
}
