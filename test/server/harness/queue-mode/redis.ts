import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../playground/n8n/ports';
import { findOnPath } from '../../../../playground/n8n/programs';
import { startProcess } from '../../../../playground/n8n/running-process';
import { guarded } from './guarded';
import { missing } from './missing';

/** A Redis of its own, which forgets everything when it ends. */
export interface Redis {
	/** Where it listens on 127.0.0.1. */
	port: number;
	stop(): Promise<void>;
}

/** Starts a Redis on a free port; says how to get one when there is none. */
export async function startRedis(): Promise<Redis> {
	const program = findOnPath('redis-server');
	if (!program) throw missing('Redis', 'redis-server', 'redis');
	const folder = mkdtempSync(join(tmpdir(), 'redis-'));
	const logFile = join(folder, 'redis.log');
	const port = await freePort();
	const clear = () => rmSync(folder, { recursive: true, force: true });
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
	try {
		const running = await startProcess({
			name: 'Redis',
			cwd: folder,
			env: {},
			logFile,
			...guarded(program, args),
			isReady: () =>
				Promise.resolve(
					readFileSync(logFile, 'utf8').includes('Ready to accept connections'),
				),
		});
		return { port, stop: () => running.stop().then(clear) };
	} catch (error) {
		clear();
		throw error;
	}
}
