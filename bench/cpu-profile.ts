import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';

/** Runs something under the CPU profiler when there is a file to write to. */
export async function profiled<T>(file: string | undefined, run: () => Promise<T>): Promise<T> {
	if (!file) return await run();
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: 200 });
	await session.post('Profiler.start');
	const result = await run();
	const { profile } = await session.post('Profiler.stop');
	session.disconnect();
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify(profile));
	return result;
}
