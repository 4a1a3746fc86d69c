import { runHint } from '../../catalogue/runs';
import { figure, type Sentence } from '../../catalogue/sentence';
import { allControls } from '../../fields/control';
import { parameterName } from '../../fields/field';
import { InputError } from '../../fields/inputError';
import { addTo, isObject } from '../../fields/values';
import { failureOf } from '../errors';
import type { Operation } from '../operation';
import type { RunOptions } from '../options';
import { Call, type Row } from '../row';

/** Groups rows with equal envelopes, in input order, without a limit. */
export function groupRows(rows: readonly Row[], { asWhole }: Pick<Operation, 'asWhole'>): Call[] {
	// Usually all rows have the same envelope, so no text is needed to compare.
	const isOne = rows.every(({ envelope }) => envelope === rows[0]?.envelope);
	const groups = isOne ? [rows] : byEnvelope(rows);
	return groups.flatMap((own) => {
		const [first] = own;
		return first ? new Call(first.envelope, asWhole ? [joinedRow(own)] : own) : [];
	});
}

function byEnvelope(rows: readonly Row[]): Row[][] {
	const groups = new Map<string, Row[]>();
	for (const row of rows) addTo(groups, JSON.stringify(row.envelope), row);
	return [...groups.values()];
}

/** Merges rows that are parts of one thing, such as the guests of one booking. */
function joinedRow(rows: readonly Row[]): Row {
	const [first, ...others] = rows as [Row, ...Row[]];
	if (others.length === 0) return first;
	first.items = rows.map(({ item }) => item);
	first.parts = rows.flatMap(({ parts = [] }) => parts);
	return first;
}

/**
 * Divides groups into requests, in order, by their number of entries.
 *
 * @param maxPerRequest entries per request, at most the operation's own limit
 */
export function planCalls(
	groups: readonly Call[],
	operation: Operation,
	maxPerRequest: number,
): Call[] {
	const { limit } = operation;
	return groups.flatMap((group) => {
		const { entries, rows } = group;
		if (limit.indivisible && entries.length > maxPerRequest) {
			const count = figure(entries.length);
			const failure = failureOf(new InputError(limit.indivisible(group.envelope, count)));
			for (const row of rows) row.refuse(failure);
			return [];
		}
		const calls: Call[] = [];
		for (let start = 0; start < rows.length; start += maxPerRequest) {
			calls.push(new Call(group.envelope, rows.slice(start, start + maxPerRequest)));
		}
		return calls;
	});
}

/** The halves of a call that is too large. */
export function halvesOf({ envelope, rows }: Call): [Call, Call] {
	const half = Math.ceil(rows.length / 2);
	return [new Call(envelope, rows.slice(0, half)), new Call(envelope, rows.slice(half))];
}

/** Extra requests that justify a hint; a few senders or times are normal. */
const notable = 10;

/**
 * The hint about values that make requests small.
 *
 * @param groups rows that may share requests
 * @param requests number of requests
 * @returns undefined if there are hardly more than needed
 */
export function smallRequestsHint(
	operation: Operation,
	groups: readonly Call[],
	requests: number,
	{ maxPerRequest, preview }: Pick<RunOptions, 'maxPerRequest' | 'preview'>,
): Sentence | undefined {
	const { limit, asWhole } = operation;
	// Here, each thing always needs its own request.
	if (asWhole || limit.maxPerRequest === 1) return undefined;
	const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
	const needed = Math.ceil(count / maxPerRequest);
	if (groups.length < 2 || requests < needed + notable) return undefined;
	return runHint.smallRequests({
		all: `${figure(count)} ${limit.entries}`,
		went: preview === 'off' ? 'went' : 'would go',
		requests: figure(requests),
		labels: differences(groups, operation),
	});
}

/** Lists the fields in which the envelopes of calls differ, by their labels. */
export function differences(calls: readonly Call[], operation: Operation): string {
	const labels = differingKeys(calls).map((key) => labelOf(key, operation));
	return new Intl.ListFormat('en').format(labels);
}

/** The keys that differ between envelopes; nested keys by their own names. */
function differingKeys(groups: readonly Call[]): string[] {
	const found = new Set<string>();
	const [first] = groups;
	for (const { envelope } of groups) noteDifferences(first?.envelope, envelope, found);
	return [...found];
}

function noteDifferences(one: unknown, other: unknown, found: Set<string>, key = ''): void {
	if (one === other) return;
	if (isObject(one) && isObject(other)) {
		for (const inner of new Set([...Object.keys(one), ...Object.keys(other)])) {
			noteDifferences(one[inner], other[inner], found, inner);
		}
	} else if (JSON.stringify(one) !== JSON.stringify(other)) found.add(key);
}

/** The form's label for a key, or the key if it has none. */
function labelOf(key: string, { properties, options = [] }: Operation): string {
	const name = parameterName({ name: key });
	const found = allControls([...properties, ...options]).find((control) => control.name === name);
	return found?.displayName ?? `“${key}”`;
}
