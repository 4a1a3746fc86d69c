import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { parameterName } from '../fields/field';
import { isObject } from '../transport/answer';
import type { Batch, Operation } from './operation';
import type { RunOptions } from './options';

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
