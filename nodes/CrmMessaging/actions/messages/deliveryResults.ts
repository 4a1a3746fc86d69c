import { unreadable } from '../../catalogue/requests';
import { entryFailure, rejection, runHint } from '../../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import type { Results } from '../../engine/operation';
import type { Batch, Result, Row } from '../../engine/row';
import type { Option } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { addTo, isNamed, isObject, textOf } from '../../fields/values';
import { AnswerError, listIn, jsonOf } from '../../service/answer';
import { pushResult, smsResult } from '../../service/documentedAnswers';
import { digitsIn } from '../../service/fields/contact';
import { failureOfSentence } from '../../service/failure';
import { odditiesOf, type Documented } from '../../service/oddities';

export const failOnRejected: Option<boolean> = {
	name: 'failOnRejected',
	label: 'Fail on Rejected Recipients',
	type: boolean,
	unset: false,
	initial: true,
	description: 'Whether to fail the item when the service rejects its recipient',
};

/** Results, and each one's row by the order of the answer; undefined if that order shows none. */
interface PlacedResults {
	results: readonly unknown[];
	rows: ReadonlyArray<Row | undefined>;
}

/** How an answer lists its results. */
export interface ResultsShape {
	/** The keys of a result. */
	documented: Documented;
	/** Each result's row, by the order of the answer. */
	place: (results: readonly unknown[], batch: Batch) => PlacedResults;
}

/** One result for each delivery (docs/contributing/service.md, Send SMS). */
export const flatResults: ResultsShape = { documented: smsResult, place: placeInOrder };

/** One list for each target, or one for all (docs/contributing/service.md, Send push notifications). */
export const nestedResults: ResultsShape = {
	documented: pushResult,
	place(lists, batch) {
		const { rows, envelope } = batch;
		const hasSeveral = (row: Row | undefined) =>
			envelope.send_all_devices === true && row?.body.device_id === undefined;
		if (!lists.every(Array.isArray))
			throw new AnswerError(unreadable.noInnerLists, { deliveries: lists });
		const results = lists.flat() as unknown[];
		if (lists.length === 1 && rows.length > 1) {
			return rows.some(hasSeveral) ? { results, rows: [] } : placeInOrder(results, batch);
		}
		const rowsOf = lists.flatMap((list: unknown[], at) => {
			const row = lists.length === rows.length ? rows[at] : undefined;
			const isWhole = list.length === 1 || hasSeveral(row);
			return list.map(() => (isWhole ? row : undefined));
		});
		return { results, rows: rowsOf };
	},
};

function placeInOrder(results: readonly unknown[], { rows }: Batch): PlacedResults {
	return { results, rows: results.length === rows.length ? rows : [] };
}

/**
 * Reads the results of deliveries. A row has none if its result is missing, not as documented or
 * perhaps another's.
 *
 * @param recipientIn the keys of a delivery that identify its recipient
 * @throws AnswerError if nothing shows what happened to the deliveries
 */
export function resultsOfDeliveries(
	answer: unknown,
	batch: Batch,
	{ documented, place }: ResultsShape,
	recipientIn: (delivery: IDataObject) => IDataObject,
): Results {
	const deliveries = listIn(answer, 'deliveries');
	const placed = place(deliveries, batch);
	if (placed.results.length === 0) throw new AnswerError(unreadable.noResults, answer);
	const owners = ownersOf(placed, batch.rows);
	const byRow = new Map<Row | undefined, unknown[]>();
	placed.results.forEach((result, at) => addTo(byRow, owners[at], result));
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
		const results = read.map((one) => outcomeResult(one, row, recipientIn(row.body), advice));
		for (const { result, others } of read) {
			if (isNamed(result.delivery_id)) created.push(textOf(result.delivery_id));
			if (!others || result.valid === false) continue;
			const sentence = runHint.answerAlsoHolds({ json: jsonOf(others) });
			notes.push({ sentence, rows: [row] });
		}
		return { is: isRejected ? ('rejected' as const) : ('accepted' as const), results };
	});
	const unclear = [...byRow.values()].flat();
	const isAllClear = outcomes.every((outcome) => outcome !== undefined);
	if (isAllClear && unclear.length > 0) {
		const sentence = runHint.answerAlsoHolds({ json: jsonOf(unclear) });
		notes.push({ sentence, rows: batch.rows });
	}
	return { outcomes, unclear: unclear.length > 0 ? unclear : deliveries, created, notes };
}

/** The row of each result: of the device it names, else by order if nothing contradicts that. */
function ownersOf(
	{ results, rows: placed }: PlacedResults,
	rows: readonly Row[],
): ReadonlyArray<Row | undefined> {
	const names = (at: number, row: Row | undefined) => row && namesRow(results[at], row);
	// As documented: each result is in its place, and names no other recipient.
	if (placed.length > 0 && placed.every((row, at) => row && names(at, row) !== false))
		return placed;
	const devices = new Map<string, Row[]>();
	for (const row of rows) {
		const { device_id } = row.body;
		if (device_id !== undefined) addTo(devices, textOf(device_id), row);
	}
	const ofDevice = new Map<Row[], number[]>();
	const owners = results.map((result, at) => {
		const row = placed[at];
		const device = isObject(result) ? textOf(result.device_id) : '';
		const sameDevice = devices.get(device.trim());
		if (sameDevice) addTo(ofDevice, sameDevice, at);
		return sameDevice || names(at, row) === false ? undefined : row;
	});
	for (const [sameDevice, places] of ofDevice) {
		if (sameDevice.length !== places.length) continue;
		places.forEach((at, index) => (owners[at] = sameDevice[index]));
	}
	if (placed.every((row, at) => row === undefined || owners[at] === row)) return owners;
	return owners.map((row, at) => (names(at, row) ? row : undefined));
}

/** The keys of a recipient, the strongest first, as a result may repeat them. */
const recipientKeys = ['device_id', 'user_id', 'contact_id', 'phone_number'];

/** Whether a result names a row's recipient; undefined if it names none of its kind. */
function namesRow(result: unknown, { body }: Row): boolean | undefined {
	if (!isObject(result)) return undefined;
	for (const key of recipientKeys) {
		const [own, named] = [body[key], result[key]];
		if (own === undefined || !isNamed(named)) continue;
		const plain = key === 'phone_number' ? digitsIn : (value: unknown) => textOf(value).trim();
		return plain(own) === plain(named);
	}
	return undefined;
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
	const { valid, delivery_id } = result;
	const { differences, others, isFailed } = odditiesOf(result, documented);
	const isAccepted =
		valid === true && differences.length === 0 && !isFailed && !shared.has(delivery_id);
	return valid === false || isAccepted ? { result, others } : undefined;
}

function isRead(result: ReadResult | undefined): result is ReadResult {
	return result !== undefined;
}

/** The output has the recipient as it was sent, even if the answer has another one. */
function outcomeResult(
	{ result, others }: ReadResult,
	row: Row,
	recipient: IDataObject,
	advice: string,
): Result {
	const own = { ...recipient, text: row.text, ...row.marks };
	const json = { ...own, ...result, ...own };
	if (result.valid !== false) return { json };
	const names = Object.values(recipient).map(textOf).join(', ');
	const reason = others ? `: ${jsonOf(others)}` : '';
	const words = rejection.delivery({ recipient: names, reason });
	const sentence = entryFailure.rejected({ rejection: words, advice });
	return { json, failure: failureOfSentence('rejected', sentence, { outcome: 'rejected' }) };
}
