/**
 * `npm run bench`: this package's processor time and garbage, compared with other ways to do the same work.
 *
 *     npm run bench -- --only NAME   only cases whose name contains NAME: sms, contacts, at-50-ms, memory
 *     npm run bench -- --short       three runs and three sizes instead of ten and six
 *     npm run bench -- --save        also writes docs/contributing/performance.json, for npm run bench:page
 */
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { format } from 'prettier';
import { ensureServer } from '../playground/n8n/install';
import { node24, root } from '../playground/n8n/node24';
import { casesFor } from './cases';
import type { Case } from './cases';
import type { Order } from './measure';
import { tablesOf } from './page';
import type { BenchReport, MeasuredCase } from './results';
import { startService } from './mock-service';

const say = (text: string): void => void process.stdout.write(text);

/** Collects all garbage whenever V8 collects the young, so that the peak of live memory is seen. */
const collectAll = ['--expose-gc', '--gc-global', '--max-semi-space-size=64'];

/** Measures a case in a process of its own. */
async function measure({ name, memory }: Case, short: boolean, service: string) {
	const order: Order = { name, short, service };
	const flags = [...(memory ? collectAll : []), '--require', 'tsx/cjs'];
	const args = [...flags, join(__dirname, 'measure.ts'), JSON.stringify(order)];
	const { stdout } = await promisify(execFile)(node24, args);
	return JSON.parse(stdout.trim().split('\n').at(-1)!) as MeasuredCase;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			only: { type: 'string', default: '' },
			short: { type: 'boolean', default: false },
			save: { type: 'boolean', default: false },
		},
	});
	const { only, short, save } = values;
	if (save && only) throw new Error('--save takes a run of all cases');
	await ensureServer();
	const service = await startService();
	const measured: MeasuredCase[] = [];
	try {
		for (const one of casesFor({ only, short })) {
			say(`${one.name} …`);
			measured.push(await measure(one, short, service.url));
			say(' done\n');
		}
	} finally {
		service.stop();
	}
	const version = execFileSync(node24, ['--version'], { encoding: 'utf8' }).trim();
	const report: BenchReport = {
		at: new Date().toISOString(),
		machine: { node: version, cpus: cpus().length, cpu: cpus()[0]?.model ?? '' },
		short,
		cases: measured,
	};
	for (const [name, table] of Object.entries(tablesOf(report))) {
		if (table) say(`\n${name}\n${await format(table, { parser: 'markdown' })}`);
	}
	if (save) writeFileSync(join(root, 'docs', 'contributing', 'performance.json'), jsonOf(report));
}

/** In few digits: the next run has others anyway. */
function jsonOf(report: BenchReport): string {
	const rounded = (_: string, value: unknown): unknown =>
		typeof value === 'number' ? Number(value.toPrecision(4)) : value;
	return `${JSON.stringify(report, rounded, 2)}\n`;
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
