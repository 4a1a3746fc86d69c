/** `npm run bench`: how long this package takes, beside what else could do the same work. */
import '../test/engine/harness/settings';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { ensureServer } from '../playground/n8n/install';
import { root } from '../playground/n8n/node24';
import { groupsFor } from './cases';
import { startSink } from './fresh-process';
import { measureGroup } from './measure-group';
import { readOptions, usage } from './options';
import type { BenchOptions } from './options';
import { measurePackage, removePackage, unpackPackage } from './package-size';
import { printProfiles } from './profile-summary';
import { groupTable, notes, packageLines, targetTable } from './report';
import type { BenchReport, MeasuredGroup } from './results';
import { targetResults } from './targets';

const say = (text: string): void => void process.stdout.write(text);

async function measureAll(options: BenchOptions, sinkUrl: string): Promise<BenchReport> {
	const loadBefore = loadavg();
	const groups: MeasuredGroup[] = [];
	const failed: string[] = [];
	for (const group of groupsFor(options)) {
		const measured = await measureGroup(group, options, sinkUrl, say, failed);
		groups.push(measured);
		say(`${groupTable(measured)}\n`);
	}
	const packed = 'package'.includes(options.only)
		? await measurePackage(options.runs)
		: undefined;
	const report: BenchReport = {
		at: new Date().toISOString(),
		machine: {
			node: process.version,
			cpus: cpus().length,
			cpu: cpus()[0]?.model ?? '',
			loadBefore,
			loadAfter: loadavg(),
		},
		runs: options.runs,
		groups,
		package: packed,
		targets: [],
		failed,
	};
	return { ...report, targets: targetResults(report) };
}

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (!options) return say(usage);
	unpackPackage();
	await ensureServer();
	const sink = await startSink();
	try {
		const report = await measureAll(options, sink.url);
		const file = join(root, 'build', 'bench.json');
		writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
		if (report.package) say(`${packageLines(report.package)}\n`);
		say(`${targetTable(report.targets)}\n${notes(report)}\n`);
		if (options.profile) say(printProfiles(report));
		say(`All numbers: build/bench.json\n`);
		if (report.failed.length > 0) throw new Error(`Failed: ${report.failed.join(', ')}`);
	} finally {
		sink.stop();
		removePackage();
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
