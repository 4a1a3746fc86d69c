import type { IDataObject } from 'n8n-workflow';
import { entryFailure } from '../../catalogue/runs';
import type { Results } from '../../engine/operation';
import type { Batch, Result, Row } from '../../engine/row';
import type { Option } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { isNamed, isObject, textOf } from '../../fields/values';
import { jsonOf, listIn } from '../../service/answer';
import { odditiesOf, type Documented } from '../../service/documentedAnswers';
import { failureOfSentence } from '../../service/failure';
import { digitsIn } from '../../service/fields/contact';
import { recipientIn, type MessageKind } from './deliveries';

export const failOnRejected: Option<boolean> = {
	name: 'failOnRejected',
	label: 'Fail on Rejected Recipients',
	type: boolean,
	unset: false,
	initial: true,
	description: 'Whether to fail the item when the service rejects its recipient',
};

/**
 * The results of deliveries (docs/contributing/service.md, Send push notifications and Send SMS). A row has
 * none if the answer doesn't show which are its own, or if they aren't as documented.
 *
 * @throws AnswerError if the answer has no list
 */
export function resultsOfDeliveries(answer: unknown, rows: Batch, kind: MessageKind): Results {
	const deliveries = listIn(answer, 'deliveries');
	const place = kind.hasListsOfResults ? placeLists : placeInOrder;
	const placed = place(deliveries, rows);
	const isContradicted = placed?.some((results, at) =>
		results.some((result) => namesOther(result, rows[at] as Row, kind)),
	);
	if (!placed || isContradicted) return { outcomes: [], unclear: deliveries };
	const unclear: unknown[] = [];
	const created: string[] = [];
	const others: IDataObject[] = [];
	const outcomes = rows.map((row, at) => {
		const results = placed[at] as unknown[];
		const read = results.map((result) => readResult(result, kind.result));
		const isWhole = read.length === 1 || (read.length > 1 && hasSeveralDevices(row));
		if (!isWhole || !read.every((one) => one !== undefined)) {
			unclear.push(...results);
			return undefined;
		}
		const accepted = read.filter(({ result }) => result.valid === true);
		created.push(...new Set(accepted.map(({ result }) => textOf(result.delivery_id))));
		for (const one of accepted) if (one.others) others.push(one.others);
		const isRejected = read.every(({ result }) => result.valid === false);
		const sentenceOf = isRejected ? entryFailure.rejected : entryFailure.rejectedInPart;
		return {
			is: isRejected ? ('rejected' as const) : ('accepted' as const),
			results: read.map((one) => outcomeResult(one, row, kind, sentenceOf)),
		};
	});
	return { outcomes, unclear, created, others };
}

function hasSeveralDevices({ envelope, body }: Row): boolean {
	return envelope.send_all_devices === true && body.device_id === undefined;
}

/** Each row's results, of which there is one; undefined if their number differs. */
function placeInOrder(results: readonly unknown[], rows: readonly Row[]): unknown[][] | undefined {
	return results.length === rows.length ? results.map((result) => [result]) : undefined;
}

/** Each row's results; undefined if the lists don't show which are whose. */
function placeLists(lists: readonly unknown[], rows: readonly Row[]): unknown[][] | undefined {
	if (!lists.every(Array.isArray)) return undefined;
	if (lists.length === rows.length) return lists as unknown[][];
	const [results = [], ...others] = lists as unknown[][];
	if (others.length > 0 || rows.some(hasSeveralDevices)) return undefined;
	if (results.length !== rows.length) return undefined;
	const byDevice = new Map(
		results.map((result) => [
			isObject(result) ? textOf(result.device_id).trim() : '',
			[result],
		]),
	);
	const own = rows.map(({ body }) => byDevice.get(textOf(body.device_id).trim()));
	const areNamed = !own.includes(undefined) && new Set(own).size === results.length;
	return areNamed ? (own as unknown[][]) : placeInOrder(results, rows);
}

function namesOther(result: unknown, { body }: Row, kind: MessageKind): boolean {
	const [[key, own] = []] = Object.entries(recipientIn(body, kind));
	if (!isObject(result) || key === undefined || !isNamed(result[key])) return false;
	if (key === 'phone_number') return digitsIn(own) !== digitsIn(result[key]);
	return textOf(own).trim() !== textOf(result[key]).trim();
}

/** A result that shows what happened to its delivery, and its undocumented keys. */
interface ReadResult {
	result: IDataObject;
	others?: IDataObject;
}

/** @returns undefined if it isn't as documented; a rejected one may lack a delivery */
function readResult(result: unknown, documented: Documented): ReadResult | undefined {
	if (!isObject(result)) return undefined;
	const { differences, others, isFailed } = odditiesOf(result, documented);
	const isAccepted = result.valid === true && differences.length === 0 && !isFailed;
	return result.valid === false || isAccepted ? { result, others } : undefined;
}

/** The output has the recipient as it was sent, even if the answer has another one. */
function outcomeResult(
	{ result, others }: ReadResult,
	{ body, envelope, text, isTest }: Row,
	kind: MessageKind,
	sentenceOf: typeof entryFailure.rejected,
): Result {
	const recipient = recipientIn(body, kind);
	const { start_at } = envelope;
	const time = start_at === undefined ? {} : { start_at };
	const own = { ...recipient, text, ...time, ...(isTest && { test: true }) };
	const json = { ...own, ...result, ...own };
	if (result.valid !== false) return { json };
	const reason = others ? `: ${jsonOf(others)}` : '';
	const who = Object.values(recipient).map(textOf).join(', ');
	const sentence = sentenceOf({ entry: `delivery to ${who}`, reason });
	return { json, failure: failureOfSentence('rejected', sentence, { outcome: 'rejected' }) };
}
