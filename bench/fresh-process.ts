import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { node24 } from '../playground/n8n/node24';
import type { BenchCase, BenchResult } from './bench-case';
import { collectAll } from './live-memory';

const run = promisify(execFile);
const typescript = ['--require', 'tsx/cjs'];

interface Failed {
	code?: number | null;
	signal?: string | null;
	stdout?: string;
	stderr?: string;
}

/** What a program of this folder prints. */
async function outputOf(program: string, args: string[], flags: string[]): Promise<string> {
	const command = [...flags, join(__dirname, program), ...args];
	try {
		return (await run(node24, command, { maxBuffer: 2 ** 26 })).stdout;
	} catch (error) {
		const { code, signal, stdout = '', stderr = '' } = error as Failed;
		// n8n's expression engine can crash while its process ends, when all is measured and said.
		if (signal && stdout.endsWith('}\n')) return stdout;
		throw new Error(`${program} ended with ${signal ?? code}: ${args.join(' ')}\n${stderr}`);
	}
}

/** The last line it prints, as JSON. */
async function lastLine<T>(program: string, args: string[], flags: string[]): Promise<T> {
	const output = await outputOf(program, args, flags);
	return JSON.parse(output.trim().split('\n').at(-1) ?? '') as T;
}

/** Measures a case in a process of its own. */
export async function measureFresh(bench: BenchCase): Promise<BenchResult> {
	const { heapLimit, measure } = bench;
	const flags = [
		'--expose-gc',
		...(heapLimit ? [`--max-old-space-size=${heapLimit}`] : []),
		...(measure === 'memory' ? collectAll : []),
		...typescript,
	];
	return await lastLine('measure.ts', [JSON.stringify(bench)], flags);
}

/** Milliseconds that n8n's loader takes for this package, in a process without TypeScript. */
export async function timeToLoad(folder: string): Promise<number> {
	const { milliseconds } = await lastLine<{ milliseconds: number }>('load.cjs', [folder], []);
	return milliseconds;
}

/** Starts the sink; gives its address and a way to stop it. */
export async function startSink(): Promise<{ url: string; stop: () => void }> {
	const sink: ChildProcess = spawn(node24, [...typescript, join(__dirname, 'sink.ts')], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const [port] = (await once(sink.stdout!, 'data')) as [Buffer];
	return { url: `http://127.0.0.1:${port.toString().trim()}`, stop: () => void sink.kill() };
}
