import type { ContenderName } from './contenders';
import { contacts } from './workloads/contacts';
import { purchases } from './workloads/purchases';
import { sms, smsExpressions, smsItemByItem } from './workloads/sms';
import type { Workload } from './workloads/workload';

/** A row of a table: a size, or several around it. */
export interface Row {
	items: number;
	/** The figure is the mean over these: at one size a young collection falls inside the run or not. */
	sizes: readonly number[];
	contenders: readonly ContenderName[];
	/** Runs of each contender at each size; the figure of a size is their median. */
	runs: number;
	/** Rounds before those that count. */
	warmUp: number;
}

/** A workload under one condition. One process measures all its rows and contenders. */
export interface Case {
	/** For `--only`. */
	name: string;
	workload: Workload;
	rows: readonly Row[];
	/** Milliseconds the service waits before it answers. */
	latency?: number;
	/** Measures live memory: all garbage is collected again and again, so times mean nothing. */
	memory?: true;
}

const around10000 = [8000, 9000, 10_000, 11_000, 12_000, 13_000];
const batches: ContenderName[] = ['node', 'floor', 'plain', 'batched'];
const all: ContenderName[] = [...batches, 'single'];

const row = (
	items: number,
	contenders: ContenderName[],
	{ runs = 10, sizes = [items], warmUp = 1 }: Partial<Row> = {},
): Row => ({ items, sizes, contenders, runs, warmUp });

const large = row(10_000, batches, { sizes: around10000, warmUp: 3 });
const sizesOfAll = [
	...[1, 10, 100].map((items) => row(items, all, { runs: 30, warmUp: 10 })),
	large,
	row(100_000, batches),
];

const waiting = (name: string, workload: Workload, rows: Row[]): Case[] =>
	[50, 200].map((latency) => ({ name: `${name}-at-${latency}-ms`, workload, rows, latency }));

const parallel: ContenderName[] = ['node', 'node20', 'plain'];
const declared: Case[] = [
	{ name: 'sms', workload: sms, rows: sizesOfAll },
	{ name: 'contacts', workload: contacts, rows: sizesOfAll },
	{ name: 'sms-expressions', workload: smsExpressions, rows: [large] },
	{
		name: 'sms-item-by-item',
		workload: smsItemByItem,
		rows: [row(1000, ['node', 'floor', 'single'])],
	},
	...waiting('sms', sms, [row(20_000, [...parallel, 'batched'], { runs: 3 })]),
	...waiting('purchases', purchases, [row(100, [...parallel, 'single'], { runs: 3 })]),
	{
		name: 'memory',
		workload: contacts,
		rows: [row(100_000, ['node', 'floor', 'plain'], { runs: 1 })],
		memory: true,
	},
];

/** With `--short`: three runs, or one of the largest, and three sizes. */
const shortened = (each: Row): Row => ({
	...each,
	runs: Math.min(each.runs, each.items > 20_000 ? 1 : 3),
	sizes: each.sizes.filter((_, at) => at % 2 === 0),
});

/** The cases to measure: those whose name contains a text. */
export function casesFor({ only, short }: { only: string; short: boolean }): Case[] {
	const chosen = declared.filter(({ name }) => name.includes(only));
	return short ? chosen.map((one) => ({ ...one, rows: one.rows.map(shortened) })) : chosen;
}
