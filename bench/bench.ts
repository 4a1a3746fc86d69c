/** `npm run bench`: this package's processor time and garbage, compared with other ways to do the same work. */
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
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

const usage = `npm run bench -- [--only NAME] [--short] [--before FOLDER] [--save]

  --only NAME      only cases whose name contains NAME: sms, contacts, push, expressions, at-50-ms, memory
  --short          three runs and three sizes instead of ten and six
  --before FOLDER  another checkout of this package, built, as one more contender
  --save           also writes docs/contributing/performance.json, for npm run bench:page
`;

const say = (text: string): void => void process.stdout.write(text);

/** Collects all garbage whenever V8 collects the young, so that the peak of live memory is seen. */
const collectAll = ['--expose-gc', '--gc-global', '--max-semi-space-size=64'];

/** Measures a case in a process of its own. n8n builds an isolate there only if an expression is evaluated. */
async function measure({ name, memory }: Case, order: Omit<Order, 'name'>): Promise<MeasuredCase> {
	const flags = [...(memory ? collectAll : []), '--require', 'tsx/cjs'];
	const args = [...flags, join(__dirname, 'measure.ts'), JSON.stringify({ ...order, name })];
	const env = { ...process.env, N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
	const { stdout } = await promisify(execFile)(node24, args, { env }).catch(
		(error: Error & { stdout: string }) => {
			// n8n's expression engine can crash while its process ends, when all is measured.
			if (error.stdout.endsWith('}\n')) return error;
			throw error;
		},
	);
	return JSON.parse(stdout.trim().split('\n').at(-1)!) as MeasuredCase;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			only: { type: 'string', default: '' },
			short: { type: 'boolean', default: false },
			before: { type: 'string' },
			save: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	const { only, short, save } = values;
	const before = values.before && resolve(values.before);
	if (values.help) return say(usage);
	if (save && (only || before))
		throw new Error('--save takes a run of all cases, without --before');
	await ensureServer();
	const service = await startService();
	const measured: MeasuredCase[] = [];
	try {
		for (const one of casesFor({ only, short, before })) {
			say(`${one.name} …`);
			measured.push(await measure(one, { short, service: service.url, before }));
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
