import { closing, outcomesOfRun, outcomeWords } from '../catalogue/runs';
import { counted, figure } from '../catalogue/sentence';
import type { Failure } from '../service/failure';
import { formatList } from './hints';
import { displayName } from './recipient';
import { idOf, type Outcome, type Row, type SentOutcome } from './row';

/** The outcomes that a run counts. */
type CountedOutcome = SentOutcome['is'] | 'notSent';

/** A row in the details of an error. */
interface RowReport {
	items: readonly number[];
	recipient?: string;
	id?: string;
}

/** The outcomes of all rows of a run, and the rows' name. */
export interface Outcomes extends Record<CountedOutcome, RowReport[]> {
	called: string;
}

/**
 * The outcomes of rows. An open one counts as not sent, and one that was refused or left out doesn't.
 *
 * @param called the rows' name, for example `contacts`
 */
export function outcomesOf(rows: readonly Row[], called: string): Outcomes {
	const outcomes: Outcomes = { called, accepted: [], rejected: [], unknown: [], notSent: [] };
	for (const row of rows) {
		const { is } = standing(row);
		if (is === 'refused' || is === 'skipped') continue;
		const { items, recipient } = row;
		const reported = { items, recipient: displayName(recipient), id: idOf(row) };
		outcomes[is === 'open' ? 'notSent' : is].push(reported);
	}
	return outcomes;
}

/** A row's outcome, or that of an earlier try while it is still to be sent again. */
export function standing({ outcome, earlier }: Row): Outcome {
	return outcome.is === 'open' ? (earlier ?? outcome) : outcome;
}

const order: CountedOutcome[] = ['accepted', 'rejected', 'unknown', 'notSent'];

/** Counts the outcomes of a run: `Of 30 contacts, 20 were accepted and 10 weren’t sent`. */
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
	const parts = order
		.filter((outcome) => outcomes[outcome].length > 0)
		.map((outcome) => {
			const [one, several] = outcomeWords[outcome];
			return counted(outcomes[outcome].length, one, several);
		});
	return new Intl.ListFormat('en').format(parts);
}

/** How a run was stopped, as its error describes it. */
export interface StopDetails {
	when: 'beforeSending' | 'atRequest' | 'afterAll' | 'afterCallbacks';
	/** Number of wrong items, if nothing was sent. */
	wrongItems?: number;
	outcomes?: Outcomes;
}

/** Sentences on what was sent, after the advice of the failure that stopped a run. */
export function closingsOf(
	first: Failure,
	{ when, wrongItems = 1, outcomes }: StopDetails,
): string[] {
	if (when === 'beforeSending') {
		const isUnsent = first.outcome === 'notSent';
		// The current failure can't be counted; only an earlier try's results can.
		const counts = outcomes && outcomeCounts({ ...outcomes, notSent: [] });
		const nothing = isUnsent ? closing.nothingSent : closing.nothingSentNow;
		return [
			counts ? closing.nothingMoreSent({ counts }) : nothing,
			wrongItems > 1 ? closing.wrongItems({ count: wrongItems }) : '',
		];
	}
	if (!outcomes) return [];
	const { accepted, rejected, unknown, notSent } = outcomes;
	const total = accepted.length + rejected.length + unknown.length + notSent.length;
	const ids = [...new Set(accepted.flatMap(({ id }) => id ?? []))];
	const [refused, uncertain] = [rejected, unknown].map((rows) =>
		rows.flatMap(({ recipient }) => recipient ?? []),
	) as [string[], string[]];
	return [
		total === 1 ? closingOfOne(first) : `${outcomeSentence(outcomes)}.`,
		ids.length > 0 ? closing.accepted({ ids: formatList(ids) }) : '',
		refused.length > 1 ? closing.rejected({ recipients: formatList(refused) }) : '',
		...(unknown.length === 0 ? [] : [checkOf(uncertain)]),
		// After the callbacks, a retry doesn't resend it anyway.
		unknown.length > 0 && when !== 'afterCallbacks' ? closing.notResent : '',
	];
}

/** For the only row of a run: its error shows a rejection itself. */
function closingOfOne(failure: Failure): string {
	const { outcome } = failure;
	if (outcome === 'notSent') return closing.nothingSent;
	return outcome === 'unknown' ? closing.mayBeSent : '';
}

function checkOf(recipients: readonly string[]): string {
	if (recipients.length === 0) return closing.checkBefore;
	return closing.unknown({ recipients: formatList(recipients) });
}

/** Sentences on the outcome of one item, while others continue. */
export function closingsOfItem(failure: Failure): string[] {
	const { outcome } = failure;
	// The error itself shows the outcome of an earlier try.
	if (failure.kind === 'input' && failure.outcome !== 'notSent') return [];
	if (outcome === 'notSent') return [closing.notSent];
	if (outcome !== 'unknown') return [];
	return [closing.mayBeSent, closing.checkBefore];
}
