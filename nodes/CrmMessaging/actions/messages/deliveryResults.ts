import type { IDataObject } from 'n8n-workflow';
import { unreadable } from '../../catalogue/requests';
import { entryFailure, rejection, runHint } from '../../catalogue/runs';
import type { Results } from '../../engine/operation';
import type { Batch, Result, Row } from '../../engine/row';
import type { Option } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { addTo, isNamed, isObject, textOf } from '../../fields/values';
import { AnswerError, jsonOf, listIn } from '../../service/answer';
import { pushResult, smsResult } from '../../service/documentedAnswers';
import { digitsIn } from '../../service/fields/contact';
import { failureOfSentence } from '../../service/failure';
import { odditiesOf, type Documented } from '../../service/oddities';
import { recipientIn, type MessageShape } from './deliveries';

export const failOnRejected: Option<boolean> = {
	name: 'failOnRejected',
	label: 'Fail on Rejected Recipients',
	type: boolean,
	unset: false,
	initial: true,
	description: 'Whether to fail the item when the service rejects its recipient',
};

/** One result of an answer, and the row it is about, if that is known. */
interface Placed {
	result: unknown;
	row?: Row;
}

/** How an answer lists its results. */
export interface ResultsShape {
	/** The keys of a result. */
	documented: Documented;
	/** Each result with its row by the order of the answer. @throws AnswerError */
	place: (results: readonly unknown[], batch: Batch) => Placed[];
}

/** One result for each delivery (docs/contributing/service.md, Send SMS). */
export const flatResults: ResultsShape = { documented: smsResult, place: placeInOrder };

/** One list for each target, or one for all (docs/contributing/service.md, Send push notifications). */
export const nestedResults: ResultsShape = {
	documented: pushResult,
	place(lists, batch) {
		if (!lists.every(Array.isArray))
			throw new AnswerError(unreadable.noInnerLists, { deliveries: lists });
		const { rows, envelope } = batch;
		const hasSeveral = ({ body }: Row) =>
			envelope.send_all_devices === true && body.device_id === undefined;
		if (lists.length === rows.length) {
			return rows.flatMap((row, at) => {
				const list = lists[at] as unknown[];
				const isWhole = list.length === 1 || hasSeveral(row);
				return list.map((result) => (isWhole ? { result, row } : { result }));
			});
		}
		const results = lists.flat() as unknown[];
		const isOneList = lists.length === 1 && !rows.some(hasSeveral);
		return isOneList ? placeInOrder(results, batch) : results.map((result) => ({ result }));
	},
};

function placeInOrder(results: readonly unknown[], { rows }: Batch): Placed[] {
	const isComplete = results.length === rows.length;
	return results.map((result, at) => ({ result, row: isComplete ? rows[at] : undefined }));
}

/**
 * Reads the results of deliveries. A row has none if its result is missing, not as documented or
 * perhaps another's.
 *
 * @throws AnswerError if nothing shows what happened to the deliveries
 */
export function resultsOfDeliveries(
	answer: unknown,
	batch: Batch,
	{ documented, place }: ResultsShape,
	shape: MessageShape,
): Results {
	const deliveries = listIn(answer, 'deliveries');
	const placed = place(deliveries, batch);
	if (placed.length === 0) throw new AnswerError(unreadable.noResults, answer);
	const byRow = new Map<Row | undefined, unknown[]>();
	for (const { result, row } of withOwners(placed, batch.rows, shape)) addTo(byRow, row, result);
	const shared = idsOfSeveral(byRow);
	const created: string[] = [];
	const notes: NonNullable<Results['notes']> = [];
	const outcomes = batch.rows.map((row) => {
		const read = (byRow.get(row) ?? []).map((result) => readResult(result, documented, shared));
		const isOneDevice = row.body.device_id !== undefined;
		if (read.length === 0 || (read.length > 1 && isOneDevice) || !read.every(isRead))
			return undefined;
		byRow.delete(row);
		const isRejected = read.every(({ result }) => result.valid === false);
		const advice = isRejected ? rejection.check : rejection.inPart;
		for (const { result, others } of read) {
			if (isNamed(result.delivery_id)) created.push(textOf(result.delivery_id));
			if (!others || result.valid === false) continue;
			notes.push({
				sentence: runHint.answerAlsoHolds({ json: jsonOf(others) }),
				rows: [row],
			});
		}
		return {
			is: isRejected ? ('rejected' as const) : ('accepted' as const),
			results: read.map((one) => outcomeResult(one, row, shape, advice)),
		};
	});
	const unclear = [...byRow.values()].flat();
	if (unclear.length > 0 && outcomes.every((outcome) => outcome !== undefined)) {
		const sentence = runHint.answerAlsoHolds({ json: jsonOf(unclear) });
		notes.push({ sentence, rows: batch.rows });
	}
	return { outcomes, unclear: unclear.length > 0 ? unclear : deliveries, created, notes };
}

/** The results with their rows: of the device they name, else by order if nothing contradicts it. */
function withOwners(
	placed: readonly Placed[],
	rows: readonly Row[],
	shape: MessageShape,
): readonly Placed[] {
	const targets = new Map<string, Row[]>();
	for (const row of rows) {
		const { device_id: device } = row.body;
		if (device !== undefined) addTo(targets, textOf(device), row);
	}
	const named = new Map<string, Placed[]>();
	for (const one of placed) {
		const device = isObject(one.result) ? textOf(one.result.device_id).trim() : '';
		if (targets.has(device)) addTo(named, device, one);
	}
	const ofDevice = new Map<Placed, Row | undefined>();
	for (const [device, results] of named) {
		const own = targets.get(device) as Row[];
		const isComplete = own.length === results.length;
		results.forEach((one, at) => ofDevice.set(one, isComplete ? own[at] : undefined));
	}
	const isInOrder = [...ofDevice].every(([one, row]) => one.row === row);
	return placed.map((one) => {
		const { result, row } = one;
		if (ofDevice.has(one)) return { result, row: ofDevice.get(one) };
		const isNamedBy = row && names(result, row, shape);
		return isNamedBy === false || (!isInOrder && !isNamedBy) ? { result } : one;
	});
}

/** Whether a result names a row's recipient; undefined if it names none of its kind. */
function names(result: unknown, { body }: Row, shape: MessageShape): boolean | undefined {
	const [[key, own] = []] = Object.entries(recipientIn(body, shape));
	if (!isObject(result) || key === undefined || !isNamed(result[key])) return undefined;
	if (key === 'phone_number') return digitsIn(own) === digitsIn(result[key]);
	return textOf(own).trim() === textOf(result[key]).trim();
}

/** IDs of a delivery that several rows have: the service may have created only one. */
function idsOfSeveral(byRow: ReadonlyMap<Row | undefined, readonly unknown[]>): Set<unknown> {
	const [owners, again] = [new Map<unknown, unknown>(), new Set<unknown>()];
	for (const [row, results] of byRow) {
		for (const result of results) {
			const id = isObject(result) && result.delivery_id;
			if (owners.has(id) && owners.get(id) !== row) again.add(id);
			owners.set(id, row);
		}
	}
	return again;
}

/** A result that shows what happened to its delivery, and its undocumented keys. */
interface ReadResult {
	result: IDataObject;
	others?: IDataObject;
}

/** @returns undefined if it isn't as documented; a rejected one may lack a delivery */
function readResult(
	result: unknown,
	documented: Documented,
	shared: ReadonlySet<unknown>,
): ReadResult | undefined {
	if (!isObject(result)) return undefined;
	const { differences, others, isFailed } = odditiesOf(result, documented);
	const isClear = differences.length === 0 && !isFailed && !shared.has(result.delivery_id);
	const isAccepted = result.valid === true && isClear;
	return result.valid === false || isAccepted ? { result, others } : undefined;
}

function isRead(result: ReadResult | undefined): result is ReadResult {
	return result !== undefined;
}

/** The output has the recipient as it was sent, even if the answer has another one. */
function outcomeResult(
	{ result, others }: ReadResult,
	{ body, envelope, text, marks }: Row,
	shape: MessageShape,
	advice: string,
): Result {
	const recipient = recipientIn(body, shape);
	const { start_at } = envelope;
	const own = { ...recipient, text, ...(start_at !== undefined && { start_at }), ...marks };
	const json = { ...own, ...result, ...own };
	if (result.valid !== false) return { json };
	const reason = others ? `: ${jsonOf(others)}` : '';
	const who = Object.values(recipient).map(textOf).join(', ');
	const words = rejection.delivery({ recipient: who, reason });
	const sentence = entryFailure.rejected({ rejection: words, advice });
	return { json, failure: failureOfSentence('rejected', sentence, { outcome: 'rejected' }) };
}
