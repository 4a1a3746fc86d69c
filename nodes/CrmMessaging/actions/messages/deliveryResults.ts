import { unreadable } from '../../catalogue/requests';
import { rejection, runHint } from '../../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { digitsIn } from '../../callbacks/contacts';
import {
	isSameRecipient,
	noRecipient,
	recipientNamed,
	type Recipient,
} from '../../engine/recipient';
import type { Call, Row, Verdict } from '../../engine/row';
import type { Option } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { addTo, isObject, textOf } from '../../fields/values';
import { AnswerError, listIn, reportsFailure, undocumented } from '../../service/answer';
import { phoneNumber, pushTargets } from '../../service/fields/message';
import { jsonOf } from '../../service/serviceText';

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

/** Reads an answer's list of results. */
export type ResultsReader = (results: readonly unknown[], call: Call) => PlacedResults;

/** One result for each delivery (docs/contributing/service.md, Send SMS). */
export const flatResults: ResultsReader = (results, { rows }) => ({
	results,
	rows: results.length === rows.length ? rows : [],
});

/** One list for each target, or one for all (docs/contributing/service.md, Send push notifications). */
export const nestedResults: ResultsReader = (lists, call) => {
	const { rows, envelope } = call;
	const hasSeveral = (row: Row | undefined) =>
		envelope.send_all_devices === true && row?.body.device_id === undefined;
	if (!lists.every(Array.isArray)) return { results: [{ deliveries: lists }], rows: [] };
	const results = lists.flat() as unknown[];
	if (lists.length === 1 && rows.length > 1) {
		return rows.some(hasSeveral) ? { results, rows: [] } : flatResults(results, call);
	}
	const rowsOf = lists.flatMap((list: unknown[], at) => {
		const row = lists.length === rows.length ? rows[at] : undefined;
		const isWhole = list.length === 1 || hasSeveral(row);
		return list.map(() => (isWhole ? row : undefined));
	});
	return { results, rows: rowsOf };
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
	const { results } = placed;
	if (results.length === 0) throw new AnswerError(unreadable.noResults, answer);
	if (placed.rows === call.rows && areDocumented(results)) {
		call.rows.forEach((row, at) => {
			const result = results[at] as IDataObject;
			const recipient = recipientIn(row.body);
			const json = { ...recipient, text: row.text, ...row.marks, ...result };
			row.give(json, result.valid ? undefined : rejectionOf(recipient));
		});
		return;
	}
	const owners = ownersOf(placed, call.rows);
	const byRow = new Map<Row | undefined, unknown[]>();
	results.forEach((result, at) => addTo(byRow, owners[at], result));
	let isUnread = false;
	for (const row of call.rows) {
		const own = byRow.get(row) ?? [];
		if (!areReadable(own, row)) {
			isUnread = true;
			continue;
		}
		for (const result of own) giveResult(result, row, call, recipientIn(row.body));
		byRow.delete(row);
	}
	const raw = [...byRow.values()].flat();
	if (isUnread && raw.length === 0) raw.push({ deliveries });
	const { items } = call;
	call.shared = raw.map((result) => ({
		json: isObject(result) ? result : { result: result as string },
		items,
		unclear: true,
	}));
}

/** Whether all results hold only what the service documents, and name no recipient. */
function areDocumented(results: readonly unknown[]): boolean {
	return results.every((result) => {
		if (!isObject(result) || typeof result.valid !== 'boolean') return false;
		for (const key in result) if (key !== 'valid' && key !== 'delivery_id') return false;
		return true;
	});
}

/** The row of each result: of the device it names, else by order if nothing contradicts that. */
function ownersOf(
	{ results, rows: placed }: PlacedResults,
	rows: readonly Row[],
): Array<Row | undefined> {
	const devices = new Map<string, Row[]>();
	for (const row of rows) {
		const { device_id } = recipientNamedIn(row.body);
		if (device_id !== undefined) addTo(devices, device_id, row);
	}
	const named = results.map(recipientNamedIn);
	const isNamed = (row: Row, at: number) =>
		isSameRecipient(recipientNamedIn(row.body), named[at] ?? noRecipient);
	const ofDevice = new Map<Row[], number[]>();
	const owners = results.map((_, at) => {
		const row = placed[at];
		const sameDevice = devices.get(named[at]?.device_id ?? '');
		if (sameDevice) addTo(ofDevice, sameDevice, at);
		return sameDevice || (row && isNamed(row, at) === false) ? undefined : row;
	});
	for (const [sameDevice, places] of ofDevice) {
		if (sameDevice.length !== places.length) continue;
		places.forEach((at, index) => (owners[at] = sameDevice[index]));
	}
	if (placed.every((row, at) => row === undefined || owners[at] === row)) return owners;
	return owners.map((row, at) => (row && isNamed(row, at) ? row : undefined));
}

function recipientNamedIn(result: unknown): Recipient {
	if (!isObject(result)) return noRecipient;
	const { device_id, user_id, contact_id, phone_number } = result;
	const digits = digitsIn(phone_number);
	return recipientNamed({ device_id, user_id, contact_id, phone_number: digits && `+${digits}` });
}

/** Only a target with several devices has several results. */
function areReadable(results: readonly unknown[], row: Row): results is IDataObject[] {
	if (results.length === 0 || (results.length > 1 && row.body.device_id !== undefined))
		return false;
	return results.every(
		(result) =>
			isObject(result) &&
			(result.valid === false || (result.valid === true && !reportsFailure(result))),
	);
}

const recipientKeys = [...pushTargets, phoneNumber].map(({ name }) => name);
const resultKeys = ['valid', 'delivery_id', ...recipientKeys];

/** The output has the recipient as it was sent, even if the answer has another one. */
function giveResult(result: IDataObject, row: Row, call: Call, recipient: IDataObject): void {
	const own = { ...recipient, text: row.text, ...row.marks };
	const json = { ...own, ...result, ...own };
	const others = undocumented(result, resultKeys);
	if (result.valid === true) {
		row.give(json);
		if (others) call.doubts = [runHint.answerAlsoHolds({ json: jsonOf(others) })];
		return;
	}
	row.give(json, rejectionOf(recipient, others));
}

function rejectionOf(recipient: IDataObject, others?: IDataObject): Verdict {
	const names = Object.values(recipient).map(textOf).join(', ');
	const reason = others ? `: ${jsonOf(others)}` : '';
	return { rejected: rejection.delivery({ recipient: names, reason }) };
}
