import type { EngineRun } from '../harness';
import { errorsIn, linksOf } from '../node-runner';

/** How often each name occurs. */
export function countsOf(names: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** Recipients that a run reports as not sent and as unknown, as often as it names them. */
export interface Told {
	notSent: string[];
	unknown: string[];
}

interface Report {
	recipient: string;
}

/** Reads what a run tells of its recipients: in its error, or in its error items. */
export function toldBy(run: EngineRun): Told {
	const data = run.error?.context?.data as Record<string, Report[]> | undefined;
	if (run.status === 'error') {
		const names = (list: Report[] = []) => list.map(({ recipient }) => recipient);
		return { notSent: names(data?.notSent), unknown: names(data?.unknown) };
	}
	const errors = errorsIn([...run.output, ...run.errorOutput]);
	const names = (outcome: string) =>
		errors
			.filter((error) => error.outcome === outcome)
			.flatMap(({ recipients = [] }) => recipients as string[]);
	return { notSent: names('notSent'), unknown: names('unknown') };
}

/** The input items that come out of a run nowhere. */
export function missingItems(run: EngineRun, count: number): number[] {
	const linked = new Set(linksOf([...run.output, ...run.errorOutput]).flat());
	return Array.from({ length: count }, (_, item) => item).filter((item) => !linked.has(item));
}
