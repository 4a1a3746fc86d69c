import { join } from 'node:path';
import { root } from '../playground/n8n/node24';
import type { BenchCase, BenchResult } from './bench-case';
import { groupsFor, itemsOf } from './cases';
import type { CaseGroup } from './cases';
import type { ContenderName } from './contenders/contender';
import { measureFresh } from './fresh-process';
import type { BenchOptions } from './options';
import { summarise } from './results';
import type { MeasuredGroup } from './results';

type Say = (text: string) => void;

/** The run before the measured one. */
const warmUp = { full: 1000, quick: 200 };

export const profileFolder = join(root, 'build', 'bench-profiles');

/** Measures a group's contenders in turns, so that a busy moment of the machine hits them all. */
export async function measureGroup(
	group: CaseGroup,
	options: BenchOptions,
	sinkUrl: string,
	say: Say,
	measure: BenchCase['measure'] = 'time',
): Promise<MeasuredGroup> {
	const { name, workload, contenders, items } = group;
	const results = new Map<ContenderName, BenchResult[]>();
	for (let run = 1; run <= options.runs; run++) {
		say(`${name}${measure === 'memory' ? ', memory' : ''}, run ${run} of ${options.runs}:`);
		for (const contender of contenders) {
			const bench: BenchCase = {
				...{ workload: workload.name, contender, sinkUrl, measure },
				items: itemsOf(contender, group, options.quick),
				warmUp: options.quick ? warmUp.quick : warmUp.full,
			};
			const result = await measureFresh(bench);
			results.set(contender, [...(results.get(contender) ?? []), result]);
			say(` ${contender} ${Math.round(result.milliseconds)} ms`);
		}
		say('\n');
	}
	if (options.profile && measure === 'time') await profile(group, options, sinkUrl, say);
	return {
		name,
		title: workload.title,
		items,
		contenders: Object.fromEntries(
			[...results].map(([contender, list]) => [
				contender,
				summarise(itemsOf(contender, group, options.quick), list),
			]),
		),
	};
}

/** A profiled run takes longer, so it is none of those that are measured. */
async function profile(
	{ name, workload, items }: CaseGroup,
	{ quick }: BenchOptions,
	sinkUrl: string,
	say: Say,
): Promise<void> {
	say(`${name}, profile\n`);
	await measureFresh({
		...{ workload: workload.name, contender: 'node', items, sinkUrl, measure: 'time' },
		warmUp: quick ? warmUp.quick : warmUp.full,
		profile: join(profileFolder, `${name}.cpuprofile`),
	});
}

/** Peak memory of the largest run of contacts. */
export async function measureMemory(
	options: BenchOptions,
	sinkUrl: string,
	say: Say,
): Promise<MeasuredGroup | undefined> {
	if (!'memory'.includes(options.only)) return undefined;
	const [largest] = groupsFor({ ...options, only: 'contacts' }).sort(
		(one, other) => other.items - one.items,
	);
	const group: CaseGroup = { ...largest!, contenders: ['node', 'plain'] };
	const once = { ...options, runs: 1 };
	return await measureGroup(group, once, sinkUrl, say, 'memory');
}
