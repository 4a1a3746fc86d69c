import { join } from 'node:path';
import { root } from '../playground/n8n/node24';
import type { BenchCase, BenchResult } from './bench-case';
import { itemsOf } from './cases';
import type { CaseGroup } from './cases';
import type { ContenderName } from './contenders/contender';
import { measureFresh } from './fresh-process';
import type { BenchOptions } from './options';
import { summarise } from './results';
import type { MeasuredGroup } from './results';
import { requestsOf } from './workloads/workload';

type Say = (text: string) => void;

export const profileFolder = join(root, 'build', 'bench-profiles');

/**
 * Measures a group's contenders in turns, so that a busy moment of the machine hits them all.
 *
 * @param failed gets the names of cases whose process failed; the others go on
 */
export async function measureGroup(
	group: CaseGroup,
	options: BenchOptions,
	sinkUrl: string,
	say: Say,
	failed: string[],
): Promise<MeasuredGroup> {
	const { name, workload, contenders, items, condition, measure, service } = group;
	const runs = Math.min(options.runs, group.runs ?? Infinity);
	const results = new Map<ContenderName, BenchResult[]>();
	for (let run = 1; run <= runs; run++) {
		say(`${name}, run ${run} of ${runs}:`);
		for (const contender of contenders) {
			const bench = caseOf(group, contender, options, sinkUrl);
			try {
				const result = await measureFresh(bench);
				checkCounted(group, bench, result);
				results.set(contender, [...(results.get(contender) ?? []), result]);
				say(` ${contender} ${Math.round(result.milliseconds)} ms`);
			} catch (error) {
				failed.push(`${name} ${contender}`);
				say(
					` ${contender} failed: ${error instanceof Error ? error.message : String(error)}\n`,
				);
			}
		}
		say('\n');
	}
	if (options.profile && measure === 'time') await profile(group, options, sinkUrl, say);
	return {
		name,
		title: workload.title,
		condition,
		items,
		measure,
		service,
		contenders: Object.fromEntries(
			[...results].map(([contender, list]) => [
				contender,
				summarise(itemsOf(contender, group, options.quick), list),
			]),
		),
	};
}

function caseOf(
	group: CaseGroup,
	contender: ContenderName,
	{ quick }: BenchOptions,
	sinkUrl: string,
): BenchCase {
	const { workload, warmUp, service, measure, heapLimit } = group;
	return {
		workload: workload.name,
		contender,
		sinkUrl,
		service,
		measure,
		heapLimit,
		items: itemsOf(contender, group, quick),
		// Whoever needs milliseconds for each item gets no faster by more of them.
		warmUp: itemsOf(contender, { ...group, items: warmUp }, quick),
	};
}

/** Who did not do all of the work, or did it in more requests, has no time to be compared. */
function checkCounted(
	{ name, workload }: CaseGroup,
	{ contender, items }: BenchCase,
	{ counted }: BenchResult,
): void {
	if (contender === 'idle' || contender === 'paced') return;
	const wanted =
		contender === 'single' ? items : requestsOf(Array.from({ length: items }), workload).length;
	const taken = counted.requests - counted.refused;
	if (taken === wanted && counted.entries === items) return;
	throw new Error(
		`${name}: ${contender} sent ${counted.entries} entries in ${taken} requests, not ${items} in ${wanted}`,
	);
}

/** A profiled run takes longer, so it is none of those that are measured. */
async function profile(
	group: CaseGroup,
	options: BenchOptions,
	sinkUrl: string,
	say: Say,
): Promise<void> {
	say(`${group.name}, profile\n`);
	await measureFresh({
		...caseOf(group, 'node', options, sinkUrl),
		profile: join(profileFolder, `${group.name}.cpuprofile`),
	});
}
