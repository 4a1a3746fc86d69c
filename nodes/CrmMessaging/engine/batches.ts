import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { InputError } from '../fields/inputError';
import {
	itemsOfEntries,
	type Batch,
	type BatchLimit,
	type ItemReading,
	type WrongItems,
	type Operation,
} from './operation';
import { parameterName } from '../fields/field';
import { isObject } from '../fields/values';
import type { RunOptions } from './options';

/** Requests' batches, and what cannot be sent. */
export interface Divided {
	batches: Batch[];
	refused: WrongItems[];
}

/**
 * Divides groups into requests, in order, up to the limit.
 *
 * @param maxPerRequest entries a request, at most the limit's own
 */
export function divideGroups(
	groups: readonly Batch[],
	limit: BatchLimit,
	maxPerRequest: number,
): Divided {
	const { batches, refused }: Divided = { batches: [], refused: [] };
	for (const group of groups) {
		if (limit.indivisible && group.entries.length > maxPerRequest) {
			refused.push({
				items: group.items,
				error: new InputError(
					`${group.entries.length.toLocaleString('en')} ${limit.entries} ${limit.indivisible(group.envelope)}`,
				),
			});
		} else {
			batches.push(...divide(group, maxPerRequest));
		}
	}
	return { batches, refused };
}

/** Puts entries together that share everything but their own row, in input order. */
export function groupReadings(readings: readonly ItemReading[]): Batch[] {
	const groups = new Map<string, Batch>();
	let group: Batch | undefined;
	for (const { item, envelope, entries } of readings) {
		// Mostly all items have the same object, and no text of it is needed.
		if (envelope !== group?.envelope) group = groupWith(groups, envelope);
		group.items.push(item);
		for (const entry of entries) group.entries.push(entry);
	}
	return [...groups.values()];
}

function groupWith(groups: Map<string, Batch>, envelope: IDataObject): Batch {
	const key = JSON.stringify(envelope);
	let group = groups.get(key);
	if (!group) groups.set(key, (group = { envelope, entries: [], items: [] }));
	return group;
}

/** What is left of batches without some items. */
export function withoutItems(batches: readonly Batch[], left: ReadonlySet<number>): Batch[] {
	if (left.size === 0) return [...batches];
	return batches
		.map((batch) => ({
			...batch,
			entries: batch.entries.filter(({ item }) => !left.has(item)),
			items: batch.items.filter((item) => !left.has(item)),
		}))
		.filter(({ items }) => items.length > 0);
}

/** Divides what travels together into requests of at most so many entries, in order. */
export function divide({ envelope, entries, items }: Batch, maxPerRequest: number): Batch[] {
	if (entries.length <= maxPerRequest) return [{ envelope, entries, items }];
	const batches: Batch[] = [];
	for (let start = 0; start < entries.length; start += maxPerRequest) {
		const part = entries.slice(start, start + maxPerRequest);
		batches.push({ envelope, entries: part, items: itemsOfEntries(part) });
	}
	return batches;
}

/** Characters of text that one request may hold; far more than any service takes, far less than V8. */
export const mostText = 64 * 1024 * 1024;

/** Divides batches whose text is too much for one request, in order. */
export function divideByText(batches: readonly Batch[], limit: BatchLimit): Divided {
	const parts = batches.map((batch) => divideOne(batch, limit));
	return {
		batches: parts.flatMap((part) => part.batches),
		refused: parts.flatMap((part) => part.refused),
	};
}

function divideOne(batch: Batch, limit: BatchLimit): Divided {
	// Where messages differ, each is in the request whole.
	const sizes = batch.entries.map(({ data, text = '' }) => textIn(data) + text.length);
	const size = sizes.reduce((sum, one) => sum + one, textIn(batch.envelope));
	if (size <= mostText) return { batches: [batch], refused: [] };
	if (batch.entries.length < 2 || limit.indivisible) {
		const error = new InputError(
			`has ${Math.round(size / 1e6).toLocaleString('en')} million characters, which is more than one request can hold; shorten its texts`,
			['Input Item'],
		);
		return { batches: [], refused: [{ items: batch.items, error }] };
	}
	return divideByText(divide(batch, Math.ceil(batch.entries.length / 2)), limit);
}

/** Characters of all texts in a value. */
function textIn(value: unknown): number {
	if (typeof value === 'string') return value.length;
	if (typeof value !== 'object' || value === null) return 0;
	let size = 0;
	for (const key in value) size += textIn((value as Record<string, unknown>)[key]);
	return size;
}

/** So many requests more than needed are worth a word; a few senders or times are as they should be. */
const notable = 10;

/**
 * Says what makes requests small: `1,000 recipients went in 1,000 requests, because Subject differs
 * between items.`
 *
 * @param groups what may travel together
 * @param requests how many requests became of them
 * @returns undefined where there are hardly more than needed
 */
export function smallRequestsHint(
	operation: Operation,
	groups: readonly Batch[],
	requests: number,
	{ maxPerRequest, preview }: Pick<RunOptions, 'maxPerRequest' | 'preview'>,
): string | undefined {
	const { limit, asWhole } = operation;
	// What is one thing a request has as many requests as things.
	if (asWhole || limit.maxPerRequest === 1) return undefined;
	const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
	const needed = Math.ceil(count / maxPerRequest);
	if (groups.length < 2 || requests < needed + notable) return undefined;
	const labels = differingKeys(groups).map((key) => labelOf(key, operation));
	const [all, some] = [count, requests].map((number) => number.toLocaleString('en'));
	const verb = labels.length === 1 ? 'differs' : 'differ';
	return `${all} ${limit.entries} ${preview === 'off' ? 'went' : 'would go'} in ${some} requests, because ${new Intl.ListFormat('en').format(labels)} ${verb} between items.`;
}

/** The keys that envelopes have different values under, those inside of objects by their own names. */
function differingKeys(groups: readonly Batch[]): string[] {
	const found = new Set<string>();
	const [first] = groups;
	for (const { envelope } of groups) noteDifferences(first?.envelope, envelope, found);
	return [...found];
}

function noteDifferences(one: unknown, other: unknown, found: Set<string>, key = ''): void {
	if (one === other) return;
	if (!isObject(one) || !isObject(other)) {
		if (key !== '' && JSON.stringify(one) !== JSON.stringify(other)) found.add(key);
		return;
	}
	for (const inner of new Set([...Object.keys(one), ...Object.keys(other)])) {
		noteDifferences(one[inner], other[inner], found, inner);
	}
}

/** What the form calls a key; one that has no control of its own is called as it is. */
function labelOf(key: string, { properties, options = [] }: Operation): string {
	const name = parameterName({ name: key });
	const found = allControls([...properties, ...options]).find((control) => control.name === name);
	return found?.displayName ?? `“${key}”`;
}

function allControls(controls: readonly INodeProperties[]): INodeProperties[] {
	return controls.flatMap((control) => [control, ...allControls(membersOf(control))]);
}

function membersOf({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}
