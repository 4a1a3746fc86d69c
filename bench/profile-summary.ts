import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageFolder } from './contenders/this-package';
import { profileFolder } from './measure-group';
import type { BenchReport } from './results';

interface CpuProfile {
	nodes: Array<{
		id: number;
		callFrame: { functionName: string; url: string; lineNumber: number };
	}>;
	samples: number[];
	timeDeltas: number[];
}

const shown = 25;

/** The functions that took most time themselves, of one profile, in milliseconds. */
function selfTimes(profile: CpuProfile): Array<[place: string, milliseconds: number]> {
	const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
	const times = new Map<string, number>();
	for (const [index, id] of profile.samples.entries()) {
		const place = places.get(id) ?? '';
		const passed = (profile.timeDeltas[index] ?? 0) / 1000;
		times.set(place, (times.get(place) ?? 0) + passed);
	}
	return [...times].sort(([, one], [, other]) => other - one);
}

function placeOf({
	functionName,
	url,
	lineNumber,
}: CpuProfile['nodes'][number]['callFrame']): string {
	const name = functionName || '(anonymous)';
	if (!url) return name;
	const path = url.replace(/^file:\/\//, '');
	const own = relative(join(packageFolder, 'dist'), path);
	const short = own.startsWith('..') ? path.split('/node_modules/').at(-1)! : own;
	return `${name}  ${short}:${lineNumber + 1}`;
}

/** Where the time of each profiled group went. */
export function printProfiles({ groups }: BenchReport): string {
	return groups
		.map(({ name }) => [name, join(profileFolder, `${name}.cpuprofile`)] as const)
		.filter(([, file]) => existsSync(file))
		.map(([name, file]) => {
			const times = selfTimes(JSON.parse(readFileSync(file, 'utf8')) as CpuProfile);
			const all = times.reduce((sum, [, time]) => sum + time, 0);
			const lines = times
				.slice(0, shown)
				.map(
					([place, time]) =>
						`  ${time.toFixed(0).padStart(6)} ms ${((100 * time) / all).toFixed(1).padStart(5)} %  ${place}\n`,
				);
			return `\n${name}: ${all.toFixed(0)} ms, by the functions' own time\n${lines.join('')}`;
		})
		.join('');
}
