import { entryFailure, rejection, runHint } from '../catalogue/runs';
import { figure, type Sentence } from '../catalogue/sentence';
import { addTo, isObject } from '../fields/values';
import { changes } from '../service/endpoints';
import { outcomeOf, type Failure, failureOfSentence } from '../service/failure';
import { jsonOf } from '../service/answer';
import { closingsOfItem, type ItemFailure, type StoppedRun, codesOf, wordsOf } from './errors';
import { formatItems, formatList } from './hints';
import { rowsName, type Operation } from './operation';
import { outcomeSentence, outcomesOf, reportOf, type RowReport } from './send/outcomes';
import type { NodeParameters } from './read/parameters';
import { Row, type Call, type Output } from './row';
import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { errorItem, hasErrorOutput } from '../n8n/errors';

/** The results of a run. */
export interface RunReport {
	results: INodeExecutionData[];
	failures: ItemFailure[];
	hints: Sentence[];
	/** Whether the run sends anything. */
	isChange: boolean;
	/** With Continue off, the failure that ended the run. */
	stopped?: StoppedRun;
	/** The calls that the service accepted in this try. */
	accepted?: readonly Call[];
}

interface NamedReport {
	items: readonly number[];
	recipients: string[];
}

interface CallsOfRun {
	/** Calls of earlier tries. */
	recalled: readonly Call[];
	/** Finished calls of this try. */
	sent: readonly Call[];
	/** All calls to send in this try. */
	planned: readonly Call[];
}

/**
 * Sorts the results of calls into output, item errors and hints.
 *
 * @param continues whether the run continues after a failure
 */
export function report(
	{ recalled, sent, planned }: CallsOfRun,
	operation: Operation,
	parameters: NodeParameters,
	continues: boolean,
): RunReport {
	const reporter = new Reporter(operation, parameters);
	for (const call of recalled) reporter.note(call);
	// With Continue off, several parallel calls may have failed.
	const stops = sent.flatMap((call) => (continues ? [] : failuresOf(call)));
	for (const call of sent) if (continues || !call.failure) reporter.note(call);
	const calls = [...recalled, ...sent];
	const total = calls.reduce((sum, { rows }) => sum + rows.length, 0);
	const summary = reporter.report(total);
	const [first] = [...inItemOrder(stops), ...summary.failures];
	if (!first) return summary;
	const all = [...recalled, ...planned].flatMap(({ rows }) => rows);
	const outcomes = changes(operation.endpoint) ? outcomesOf(all, rowsName(operation)) : undefined;
	const when = stops.length > 0 ? 'atRequest' : 'afterAll';
	if (!continues) return { ...summary, stopped: { first, when, outcomes } };
	if (outcomes) summary.hints.push(runHint.outcomes({ outcomes: outcomeSentence(outcomes) }));
	return summary;
}

class Reporter {
	private readonly results: INodeExecutionData[] = [];
	private readonly failures: ItemFailure[] = [];
	private readonly hints: Sentence[] = [];
	/** Rejections that aren't errors. */
	private readonly rejected: NamedReport[] = [];
	/** Rows whose results can't be read, and the first of those results. */
	private readonly unread: NamedReport[] = [];
	private raw: IDataObject[] = [];
	/** Differences between answers and requests, by the sentence that reports them. */
	private readonly doubts = new Map<string, { doubt: Sentence; named: NamedReport[] }>();

	constructor(
		private readonly operation: Operation,
		private readonly parameters: NodeParameters,
	) {}

	note(call: Call): void {
		this.failures.push(...failuresOf(call));
		this.hints.push(...call.hints);
		call.rows.forEach((row) => {
			const { onlyJson } = row;
			if (onlyJson) this.results.push(linkedItem(onlyJson, row));
			else for (const output of row.outputs) this.put(output, row);
		});
		for (const output of call.shared) this.put(output);
		const raw = call.shared.filter(
			({ unclear, rejected }) => unclear && rejected === undefined,
		);
		if (raw.length > 0) {
			if (this.raw.length === 0) this.raw = raw.map(({ json }) => json);
			for (const row of call.rows) {
				if (row.status === 'unknown' && row.outputs.length === 0)
					this.unread.push({
						items: row.items,
						recipients: reportedNames([reportOf(row)]),
					});
			}
		}
		for (const doubt of call.doubts) {
			const recipients = reportedNames(call.rows.map(reportOf));
			const known = this.doubts.get(doubt.text) ?? { doubt, named: [] };
			this.doubts.set(doubt.text, known);
			known.named.push({ items: call.items, recipients });
		}
	}

	report(total: number): RunReport {
		const { results, failures, hints, rejected, unread, raw, doubts } = this;
		const countOf = (some: readonly NamedReport[]): string => {
			const count = `${figure(some.length)} of ${figure(total)}`;
			return `${count} ${rowsName(this.operation)}${nameList(some)}`;
		};
		if (rejected.length > 0)
			hints.push(runHint.rejectedEntries({ entries: countOf(rejected) }));
		if (unread.length > 0)
			hints.push(runHint.unreadResults({ entries: countOf(unread), json: jsonOf(raw) }));
		else if (raw.length > 0) hints.push(runHint.answerAlsoHolds({ json: jsonOf(raw) }));
		for (const { doubt, named } of doubts.values()) {
			hints.push({ ...doubt, text: doubt.text + nameList(named) });
		}
		const isChange = changes(this.operation.endpoint);
		return { results, failures, hints, isChange };
	}

	/** A rejected output is an error of its items if their option asks for it. */
	private put(output: Output, row?: Row): void {
		const { rejected, unclear, items } = output;
		if (rejected === undefined) {
			this.results.push(linkedItem(output.json, output));
			return;
		}
		const rows = row ? [reportOf(row)] : [];
		if (!this.failsOnRejected(items)) {
			this.results.push(linkedItem(output.json, output));
			// The hint about the answer reports its failure.
			if (!unclear) this.rejected.push({ items, recipients: reportedNames(rows) });
			return;
		}
		const advice = row?.status === 'accepted' ? rejection.inPart : rejection.check;
		const failure = unclear
			? failureOfSentence('service', entryFailure.failedAnswer({ failure: rejected }), {
					outcomeUnknown: true,
				})
			: failureOfSentence('rejected', entryFailure.rejected({ rejection: rejected, advice }));
		this.failures.push({ items, failure, rows });
	}

	private failsOnRejected(items: readonly number[]): boolean {
		const { operation, parameters } = this;
		// A result from an earlier try may belong to an item that no longer exists.
		return items.some(
			(item) =>
				item < parameters.items.length &&
				(operation.failsOnRejected?.(parameters.of(item)) ?? false),
		);
	}
}

/** The failures of a call's rows; equal ones are grouped. */
function failuresOf({ rows }: Pick<Call, 'rows'>): ItemFailure[] {
	const alike = new Map<Failure, Row[]>();
	rows.forEach((row) => {
		if (row.failure) addTo(alike, row.failure, row);
	});
	return [...alike].map(([failure, own]) => ({
		items: [...new Set(own.flatMap(({ items }) => items))],
		failure,
		rows: own.map(reportOf),
	}));
}

/** The failures of rows that were never sent; equal ones are grouped. */
export function wrongItems(invalid: readonly Row[]): ItemFailure[] {
	return failuresOf({ rows: invalid }).map(({ items, failure }) => ({ items, failure }));
}

/** Whether a failure's rows weren't sent. */
export function isNotSent({ failure }: ItemFailure): boolean {
	return outcomeOf(failure) === 'notSent';
}

function reportedNames(reports: readonly RowReport[]): string[] {
	return reports.flatMap(({ recipient }) => recipient ?? []);
}

/** The first recipients and items, as they follow a count. */
function nameList(some: readonly NamedReport[]): string {
	const recipients = [...new Set(some.flatMap((one) => one.recipients))];
	const items = [...new Set(some.flatMap((one) => one.items))];
	return `${recipients.length > 0 ? `: ${formatList(recipients)}` : ''} (${formatItems(items)})`;
}

/** Sorts failures by their first input item; the sort is stable. */
export function inItemOrder(failures: readonly ItemFailure[]): ItemFailure[] {
	const first = ({ items: [item = 0] }: ItemFailure) => item;
	return [...failures].sort((one, other) => first(one) - first(other));
}

/** An output item, linked to input items: those of a row, for example. */
export function linkedItem(
	json: IDataObject,
	linked: Row | { items: readonly number[] },
): INodeExecutionData {
	if (linked instanceof Row && linked.hasOneItem)
		return { json, pairedItem: { item: linked.item } };
	const links = linked.items.map((item) => ({ item }));
	return { json, pairedItem: links.length === 1 ? links[0] : links };
}

/**
 * The results and failures of a run as output items, each linked to its input items, in their
 * order.
 *
 * @param input the input items
 */
export function outputOf(
	{ results, failures, isChange }: RunReport,
	input: readonly INodeExecutionData[],
	node: Pick<INode, 'name' | 'onError'>,
): INodeExecutionData[] {
	const failed = failures.flatMap((one) => {
		const closings = isChange ? closingsOfItem(one.failure) : [];
		return errorItemsOf(one, input, node, closings);
	});
	const output = failed.length > 0 ? [...results, ...failed] : results;
	// The sort is stable.
	return output.sort((one, other) => linkOf(one) - linkOf(other));
}

/** The first input item that an output item is linked to. */
function linkOf({ pairedItem }: INodeExecutionData): number {
	const link = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return (link as IPairedItemData | undefined)?.item ?? 0;
}

/** Whether a field of an item is the error that a node of this package adds to it. */
export function isErrorOfNode(value: unknown): value is IDataObject & { node: string } {
	return isObject(value) && typeof value.node === 'string' && typeof value.outcome === 'string';
}

/**
 * Converts a failure to error items, one for each input item. Each has the item's own fields, and
 * `error`: its code, what happened, what to do, the node and the outcome.
 *
 * @param input the input items
 * @param closings sentences on the outcome
 */
export function errorItemsOf(
	{ items, failure, rows = [] }: ItemFailure,
	input: readonly INodeExecutionData[],
	node: Pick<INode, 'name' | 'onError'>,
	closings: string[],
): INodeExecutionData[] {
	const leavesByErrorOutput = hasErrorOutput(node);
	return items.map((item) => {
		const ofItem = rows.filter((row) => row.items.includes(item));
		const error: IDataObject = {
			...codesOf(failure),
			...wordsOf(failure, [item], closings),
			outcome: outcomeOf(failure),
			node: node.name,
		};
		if (failure.status !== undefined) error.httpCode = failure.status;
		const recipients = ofItem.flatMap(({ recipient }) => recipient ?? []);
		if (recipients.length > 0) error.recipients = recipients;
		return errorItem(item, error, input[item]?.json ?? {}, leavesByErrorOutput);
	});
}
