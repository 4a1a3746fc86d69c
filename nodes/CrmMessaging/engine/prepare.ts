import { sleep } from 'n8n-workflow';
import { entryFailure, outcomeWords } from '../catalogue/runs';
import type { Execution } from '../n8n/execution';
import { failureOfSentence, ServiceError, type Failure } from '../service/failure';
import { failureOf } from './errors';
import type { EarlierTry } from './earlierTry';
import { Memory } from './memory';
import type { Operation, RowDraft } from './operation';
import { controlsOf } from './options';
import { readAdditionalFields } from './read/additionalFields';
import { NodeParameters } from './read/parameters';
import { recipientNamed } from './recipient';
import { isErrorOfNode } from './report';
import { doubt, openRows, refuse, sentOutcomes, type Row } from './row';

/** Reads all rows, and lets the guards judge them. A `refusal` means that nothing may be sent. */
export async function readAndJudge(
	operation: Operation,
	parameters: NodeParameters,
	sendsUnknownAgain: boolean,
): Promise<{ rows: readonly Row[]; refusal?: Failure }> {
	const rows = await readRows(operation, parameters, sendsUnknownAgain);
	const mistake = parameters.checks.mistake();
	if (mistake) return { rows, refusal: mistake };
	const right = rows.filter(({ outcome }) => outcome.is !== 'refused');
	try {
		for (const guard of operation.guards?.ofAll ?? []) guard(right, parameters);
		parameters.checks.noteGaps(openRows(rows));
	} catch (error) {
		return { rows, refusal: failureOf(error) };
	}
	// A row that became part of another has none.
	return { rows: rows.filter(({ items }) => items.length > 0) };
}

/** Judges the rows that no earlier try has sent. If one row of an item can't be sent, none is. */
export function judgeUnsent(
	rows: readonly Row[],
	{ guards }: Operation,
	parameters: NodeParameters,
): void {
	for (const guard of guards?.ofUnsent ?? []) guard(openRows(rows), parameters);
	const wrong = new Map<number, Failure>();
	for (const { outcome, items } of rows) {
		if (outcome.is !== 'refused') continue;
		for (const item of items) wrong.set(item, wrong.get(item) ?? outcome.why);
	}
	for (const row of openRows(rows)) {
		const why = row.items.flatMap((item) => wrong.get(item) ?? [])[0];
		if (why) refuse(row, why);
	}
}

/** The rows of a run that stopped before it read them, if they matter: if an earlier try sent some. */
export async function rowsOfStop(
	execution: Execution,
	operation: Operation,
	earlier: EarlierTry,
): Promise<readonly Row[]> {
	try {
		const parameters = new NodeParameters(execution, controlsOf(operation));
		const judged = await readAndJudge(operation, parameters, false);
		if (judged.refusal) return [];
		const rows = openRows(judged.rows);
		new Memory(execution, operation, undefined, false).recall(rows);
		if (earlier === 'unsure') doubt(rows);
		return rows;
	} catch {
		// The same cause may stop this, too.
		return [];
	}
}

/** A wrong item becomes a refused row and doesn't stop the others. An empty one is skipped. */
async function readRows(
	operation: Operation,
	parameters: NodeParameters,
	sendsUnknownAgain: boolean,
): Promise<Row[]> {
	const rows: Row[] = [];
	const readItem = itemReader(operation, parameters);
	for (let item = 0; item < parameters.items.length; item++) {
		try {
			if (!sendsUnknownAgain) refuseTried(item, parameters);
			rows.push(...readItem(item));
		} catch (error) {
			const why = failureOf(error);
			rows.push({ ...newRow(item), outcome: { is: 'refused', why } });
		}
		// n8n's engine may take milliseconds for an item.
		await yieldWhenDue();
	}
	return rows;
}

/** Refuses an item that comes back from this node's own error output, unless it wasn't sent. */
function refuseTried(item: number, { items, execution }: NodeParameters): void {
	const error = items[item]?.json.error;
	if (!isErrorOfNode(error) || error.node !== execution.node.name) return;
	const outcome = sentOutcomes.find((is) => is === error.outcome);
	if (!outcome) return;
	const sentence = entryFailure.triedBefore({ outcome: outcomeWords[outcome][0] });
	throw new ServiceError(failureOfSentence('input', sentence, { outcome }));
}

/** A row to be sent, whose recipient isn't known yet. */
export function newRow(
	item: number,
	position = 0,
	draft: Omit<RowDraft, 'parts'> = { envelope: {}, body: {} },
	parts?: readonly Row[],
): Row {
	return {
		...draft,
		parts,
		items: [item],
		position,
		recipient: {},
		outcome: { is: 'open' },
		warnings: [],
	};
}

function itemReader(operation: Operation, parameters: NodeParameters): (item: number) => Row[] {
	const read = operation.reader(parameters);
	const additionalFieldsOf = parameters.common((item) => readAdditionalFields(operation, item));
	return (index) => {
		const item = parameters.of(index);
		const add = additionalFieldsOf(item);
		const rowOf = (draft: RowDraft, position: number): Row => {
			const row = newRow(index, position, add(draft), draft.parts?.map(rowOf));
			row.recipient = recipientNamed(operation.identity?.(row).recipient);
			return row;
		};
		const rows = read(item).map(rowOf);
		return rows.length > 0 ? rows : [{ ...newRow(index), outcome: { is: 'skipped' } }];
	};
}

/** Milliseconds of work before other tasks get a turn. */
const longestBlock = 20;

let lastTurn = 0;

/** Lets other tasks run now and then while very many items are processed. */
export async function yieldWhenDue(): Promise<void> {
	if (Date.now() - lastTurn < longestBlock) return;
	await sleep(0);
	lastTurn = Date.now();
}
