import { messageHint, rejectedDelivery } from '../../catalogue/messages';
import { unreadable } from '../../catalogue/requests';
import type { IDataObject } from 'n8n-workflow';
import { digitsIn } from '../../callbacks/contacts';
import {
	isSameRecipient,
	noRecipient,
	recipientNamed,
	type Recipient,
} from '../../engine/recipient';
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
	const byRow = new Map<Row | undefined, unknown[]>();
	placed.forEach(({ result }, at) => addTo(byRow, owners[at], result));
	const raw = byRow.get(undefined) ?? [];
	let isUnread = false;
	for (const row of call.rows) {
		const results = byRow.get(row) ?? [];
		if (areReadable(results, row)) {
			for (const result of results) giveResult(result, row, call, recipientIn(row.body));
			continue;
		}
		isUnread = true;
		for (const result of results) raw.push(result);
	}
	if (isUnread && raw.length === 0) raw.push({ deliveries });
	const { items } = call;
	call.shared = raw.map((result) => ({
		json: isObject(result) ? result : { result: result as string },
		items,
		unclear: true,
	}));
}

/** The row of each result: of the device it names, else by order if nothing contradicts that. */
function ownersOf(placed: readonly PlacedResult[], rows: readonly Row[]): Array<Row | undefined> {
	const devices = new Map<string, Row[]>();
	for (const row of rows) {
		const { device_id } = recipientNamedIn(row.body);
		if (device_id !== undefined) addTo(devices, device_id, row);
	}
	const named = placed.map(({ result }) => recipientNamedIn(result));
	const isNamed = (row: Row, at: number) =>
		isSameRecipient(recipientNamedIn(row.body), named[at] ?? noRecipient);
	const ofDevice = new Map<Row[], number[]>();
	const owners = placed.map(({ row }, at) => {
		const sameDevice = devices.get(named[at]?.device_id ?? '');
		if (sameDevice) addTo(ofDevice, sameDevice, at);
		return sameDevice || (row && isNamed(row, at) === false) ? undefined : row;
	});
	for (const [sameDevice, results] of ofDevice) {
		if (sameDevice.length !== results.length) continue;
		results.forEach((at, index) => (owners[at] = sameDevice[index]));
	}
	if (placed.every(({ row }, at) => row === undefined || owners[at] === row)) return owners;
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

const resultKeys = ['valid', 'delivery_id', 'device_id', 'user_id', 'contact_id', 'phone_number'];

/** The output has the recipient as it was sent, even if the answer has another one. */
function giveResult(result: IDataObject, row: Row, call: Call, recipient: IDataObject): void {
	const own = { ...recipient, text: row.text, ...row.marks };
	const json = { ...own, ...result, ...own };
	const others = undocumented(result, resultKeys);
	if (result.valid === true) {
		row.give(json);
		if (others) call.doubts = [messageHint.resultAlsoHolds(jsonOf(others))];
		return;
	}
	const names = Object.values(recipient).map(textOf).join(', ');
	row.give(json, { rejected: rejectedDelivery(names, others ? `: ${jsonOf(others)}` : '') });
}
