import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../playground/n8n/ports';
import { findOnPath } from '../../../../playground/n8n/programs';
import { guarded } from './guarded';
import { missing } from './missing';
import { type Restartable, startRestartable } from './restartable';

/** A Redis of its own, thrown away when it ends. It keeps what it has when it is killed. */
export interface Redis extends Restartable {
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
	const network = ['--port', String(port), '--bind', '127.0.0.1'];
	// As docker/queue-mode starts it.
	const storage = ['--dir', folder, '--save', '', '--appendonly', 'yes'];
	try {
		const redis = await startRestartable({
			name: 'Redis',
			cwd: folder,
			env: {},
			logFile,
			...guarded(program, [...network, ...storage]),
			isReady: () =>
				Promise.resolve(
					readFileSync(logFile, 'utf8').includes('Ready to accept connections'),
				),
		});
		return { ...redis, port, stop: () => redis.stop().then(clear) };
	} catch (error) {
		clear();
		throw error;
	}
}
