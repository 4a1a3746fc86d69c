import type { ContenderName } from './contenders';
import type { workloads } from './workloads';

/** A size of a case. This package's node is always measured. */
export interface Row {
	items: number;
	contenders: readonly ContenderName[];
	/** Runs of each contender that count, and those before. */
	runs: number;
	warmUp: number;
}

/** A workload under one condition, measured in a process of its own. */
export interface Case {
	/** For `--only`. */
	name: string;
	workload: keyof typeof workloads;
	/** Milliseconds the service waits before it answers. */
	latency?: number;
	rows: readonly Row[];
}

const batches = ['floor', 'batched'] as const;
const small = { contenders: [...batches, 'single'] as const, runs: 30, warmUp: 10 };
const large: Row = { items: 10_000, contenders: batches, runs: 24, warmUp: 6 };
const rows: Row[] = [
	{ items: 1, ...small },
	{ items: 100, ...small },
	large,
	{ items: 100_000, contenders: batches, runs: 6, warmUp: 1 },
];

export const cases: readonly Case[] = [
	{ name: 'sms', workload: 'sms', rows },
	{ name: 'contacts', workload: 'contacts', rows },
	...[50, 200].map((latency): Case => ({
		name: `purchases-at-${latency}-ms`,
		workload: 'purchases',
		latency,
		rows: [{ items: 100, contenders: ['single'], runs: 6, warmUp: 1 }],
	})),
];
