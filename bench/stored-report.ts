import type { BenchReport } from './results';

/** What is kept of a run, for the page and its picture. */
export type StoredReport = Omit<BenchReport, 'failed'>;

/** Keeps what the page is made of, in few digits: the next run gives others anyway. */
export function storedReport({ failed: _, ...report }: BenchReport): StoredReport {
	const short = (_key: string, value: unknown): unknown =>
		typeof value === 'number' && !Number.isInteger(value)
			? Number(value.toPrecision(5))
			: value;
	return JSON.parse(JSON.stringify(report, short)) as StoredReport;
}
