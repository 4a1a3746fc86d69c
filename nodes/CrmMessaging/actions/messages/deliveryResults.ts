import { messageHint, rejectedDelivery } from '../../catalogue/messages';
import { unreadable } from '../../catalogue/requests';
import type { IDataObject } from 'n8n-workflow';
import { digitsIn } from '../../callbacks/contacts';
import type { Call, Row } from '../../engine/row';
import type { Option } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { addTo, isObject, textOf } from '../../fields/values';
import { AnswerError, listIn, reportsFailure, undocumented } from '../../service/answer';
import { jsonOf } from '../../service/serviceText';

export const failOnRejected: Option<boolean> = {
	name: 'failOnRejected',
	label: 'Fail on Rejected Recipients',
	type: boolean,
	unset: false,
	initial: true,
	description: 'Whether to fail the item when the service rejects its recipient',
};

/** A result, and its row by the order of the answer; undefined if that order shows none. */
interface PlacedResult {
	result: unknown;
	row?: Row;
}

/** Reads an answer's list of results. */
export type ResultsReader = (results: readonly unknown[], call: Call) => PlacedResult[];

/** One result for each delivery (docs/contributing/service.md, SMS answer). */
export const flatResults: ResultsReader = (results, { rows }) => {
	const isWhole = results.length === rows.length;
	return results.map((result, at) => ({ result, row: isWhole ? rows[at] : undefined }));
};

/** One list for each target, or one for all (docs/contributing/service.md, Push answer). */
export const nestedResults: ResultsReader = (lists, call) => {
	const { rows, envelope } = call;
	const hasSeveral = (row: Row | undefined) =>
		envelope.send_all_devices === true && row?.body.device_id === undefined;
	if (!lists.every(Array.isArray)) return [{ result: { deliveries: lists } }];
	if (lists.length === 1 && rows.length > 1) {
		const all = lists.flat() as unknown[];
		return rows.some(hasSeveral) ? all.map((result) => ({ result })) : flatResults(all, call);
	}
	return lists.flatMap((list: unknown[], at) => {
		const row = lists.length === rows.length ? rows[at] : undefined;
		const isWhole = list.length === 1 || hasSeveral(row);
		return list.map((result) => ({ result, row: isWhole ? row : undefined }));
	});
};

/**
 * Assigns results to rows. A row is unknown if its result is missing, unreadable or perhaps
 * another's. Such results come out once, for the whole request.
 *
 * @param recipientIn the keys of a delivery that identify its recipient
 * @throws AnswerError if nothing shows what happened to the deliveries
 */
export function giveResults(
	answer: unknown,
	call: Call,
	read: ResultsReader,
	recipientIn: (delivery: IDataObject) => IDataObject,
): void {
	const deliveries = listIn(answer, 'deliveries');
	const placed = read(deliveries, call);
	if (placed.length === 0) throw new AnswerError(unreadable.noResults, answer);
	const owners = ownersOf(placed, call.rows);
	const byRow = new Map<Row, unknown[]>();
	placed.forEach(({ result }, at) => {
		const row = owners[at];
		if (row) addTo(byRow, row, result);
	});
	const unread = new Set(call.rows.filter((row) => !isReadable(row, byRow.get(row))));
	for (const row of call.rows) {
		if (unread.has(row)) continue;
		for (const result of byRow.get(row) as IDataObject[]) giveResult(row, recipientIn, result);
	}
	const raw = placed.flatMap(({ result }, at) => {
		const row = owners[at];
		return row && !unread.has(row) ? [] : [result];
	});
	if (raw.length === 0 && unread.size > 0) raw.push({ deliveries });
	for (const result of raw) {
		call.share(isObject(result) ? result : { result: result as string }, { unclear: true });
	}
	noteOthers(call);
}

/** The row of each result: of the device it names, else by order if nothing contradicts that. */
function ownersOf(placed: readonly PlacedResult[], rows: readonly Row[]): Array<Row | undefined> {
	const targets = new Map<string, Row[]>();
	for (const row of rows) {
		for (const [key, name] of namesIn(row.body)) addTo(targets, `${key} ${name}`, row);
	}
	const ofDevice = new Map<Row[], number[]>();
	const owners = placed.map(({ result, row }, at) => {
		const [[key, name] = []] = namesIn(result);
		const named = key === 'device_id' ? targets.get(`${key} ${name}`) : undefined;
		if (named) addTo(ofDevice, named, at);
		return named || (row && isAnothers(result, row, targets)) ? undefined : row;
	});
	for (const [named, results] of ofDevice) {
		if (named.length !== results.length) continue;
		results.forEach((at, index) => (owners[at] = named[index]));
	}
	const isInOrder = placed.every(({ row }, at) => row === undefined || owners[at] === row);
	if (isInOrder) return owners;
	return owners.map((row, at) => (row && namesRow(placed[at]?.result, row) ? row : undefined));
}

const nameKeys = ['device_id', 'user_id', 'contact_id', 'phone_number'];

/** The recipient that a result or a delivery names. */
function namesIn(entry: unknown): Array<[key: string, name: string]> {
	if (!isObject(entry)) return [];
	return nameKeys.flatMap((key): Array<[string, string]> => {
		const value = entry[key];
		if (value === undefined || value === null) return [];
		return [[key, key === 'phone_number' ? digitsIn(value) : textOf(value)]];
	});
}

/** Whether a result names another recipient than its row. */
function isAnothers(result: unknown, row: Row, targets: ReadonlyMap<string, Row[]>): boolean {
	const own = new Map(namesIn(row.body));
	return namesIn(result).some(([key, name]) =>
		own.has(key) ? own.get(key) !== name : targets.has(`${key} ${name}`),
	);
}

function namesRow(result: unknown, row: Row): boolean {
	const own = new Map(namesIn(row.body));
	return namesIn(result).some(([key, name]) => own.get(key) === name);
}

/** Only a target with several devices has several results. */
function isReadable(row: Row, results: readonly unknown[] = []): results is IDataObject[] {
	if (results.length === 0 || (results.length > 1 && row.body.device_id !== undefined))
		return false;
	return results.every(
		(result) =>
			isObject(result) &&
			(result.valid === false || (result.valid === true && !reportsFailure(result))),
	);
}

const resultKeys = ['valid', 'delivery_id', ...nameKeys];

/** The output has the recipient as it was sent, even if the answer has another one. */
function giveResult(
	row: Row,
	recipientIn: (delivery: IDataObject) => IDataObject,
	result: IDataObject,
): void {
	const recipient = recipientIn(row.body);
	const own = { ...recipient, text: row.text, ...row.marks };
	const json = { ...own, ...result, ...own };
	if (result.valid === true) return row.give(json);
	const names = Object.values(recipient).map(textOf).join(', ');
	const reason = undocumented(result, resultKeys);
	row.give(json, { rejected: rejectedDelivery(names, reason ? `: ${jsonOf(reason)}` : '') });
}

/** Keys of accepted results that the documentation doesn't show. */
function noteOthers(call: Call): void {
	for (const { outputs, text: _, marks } of call.rows) {
		for (const { json, rejected } of outputs) {
			const known = [...resultKeys, 'text', ...Object.keys(marks ?? {})];
			const others = rejected === undefined ? undocumented(json, known) : undefined;
			if (!others) continue;
			call.doubts = [messageHint.resultAlsoHolds(jsonOf(others))];
			return;
		}
	}
}
