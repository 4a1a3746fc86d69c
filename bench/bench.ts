/**
 * `npm run bench`: this package's processor time and garbage, compared with other ways to do the same work.
 *
 *     npm run bench -- --only NAME        only cases whose name contains NAME: sms, contacts, 200-ms
 *     npm run bench -- --short            six runs instead of up to 30
 *     npm run bench -- --before CHECKOUT  also the package that was built in another checkout
 *     npm run bench -- --save             also shows the results in docs/contributing/performance.md
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { format } from 'prettier';
import { ensureServer } from '../playground/n8n/install';
import { node24, root } from '../playground/n8n/machine';
import { cases } from './cases';
import type { Order } from './measure';
import { startService } from './mock-service';
import { tablesOf, withTables, type Loading, type MeasuredRow } from './page';

const say = (text: string): void => void process.stdout.write(text);

/** Runs a program of the bench in a process of its own, and reads its last line. */
async function resultOf<T>(program: string, argument: string): Promise<T> {
	const args = ['--expose-gc', '--require', 'tsx/cjs', join(__dirname, program), argument];
	const { stdout } = await promisify(execFile)(node24, args);
	return JSON.parse(stdout.trim().split('\n').at(-1)!) as T;
}

/** The least of several processes: other programs only make it slower. */
async function measureLoading(folder: string): Promise<Loading> {
	const found: Loading[] = [];
	for (let run = 0; run < 5; run++) {
		found.push(await resultOf<Loading>('loading.ts', folder));
	}
	return found.sort((one, other) => one.cpu - other.cpu)[0]!;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			only: { type: 'string', default: '' },
			short: { type: 'boolean', default: false },
			save: { type: 'boolean', default: false },
			before: { type: 'string' },
		},
	});
	const { only, short, save } = values;
	if (save && (only || values.before)) throw new Error('--save takes a run of all cases alone');
	const before = values.before && resolve(values.before);
	await ensureServer();
	const service = await startService();
	const rows: MeasuredRow[] = [];
	try {
		for (const { name } of cases.filter((one) => one.name.includes(only))) {
			say(`${name} …`);
			const order: Order = { name, short, service: service.url, before };
			rows.push(...(await resultOf<MeasuredRow[]>('measure.ts', JSON.stringify(order))));
			say(' done\n');
		}
	} finally {
		service.server.close().closeAllConnections();
	}
	const loading = {
		node: await measureLoading(root),
		...(before && { before: await measureLoading(before) }),
	};
	const day = new Date().toISOString().slice(0, 10);
	const how = short ? ' by a short run (`--short`)' : '';
	const tables = {
		run: `Measured on ${day} with Node ${process.version} on ${cpus().length} processors${how}.`,
		...tablesOf(rows, loading),
	};
	for (const [name, table] of Object.entries(tables)) {
		if (table) say(`\n${name}\n${await format(table, { parser: 'markdown' })}`);
	}
	if (!save) return;
	const page = join(root, 'docs', 'contributing', 'performance.md');
	const text = withTables(readFileSync(page, 'utf8'), tables);
	writeFileSync(page, await format(text, { parser: 'markdown' }));
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
