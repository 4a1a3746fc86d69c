import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { node24 } from '../playground/n8n/node24';

/** Requests, bytes and entries that the mock service received since it began to count. */
export interface Counted {
	requests: number;
	bytes: number;
	entries: number;
}

/** Starts the mock service; returns its address and a way to stop it. */
export async function startService(): Promise<{ url: string; stop: () => void }> {
	const program = ['--require', 'tsx/cjs', join(__dirname, 'mock-service.ts')];
	const service = spawn(node24, program, { stdio: ['pipe', 'pipe', 'inherit'] });
	const [port] = (await once(service.stdout, 'data')) as [Buffer];
	return { url: `http://127.0.0.1:${port.toString().trim()}`, stop: () => void service.kill() };
}

/** Lets it count from zero, and answer after a latency in milliseconds. */
export async function beginCounting(service: string, latency: number): Promise<void> {
	const answer = await fetch(service, { method: 'PUT', body: String(latency) });
	await answer.text();
}

export async function takeCounts(service: string): Promise<Counted> {
	const answer = await fetch(service);
	return (await answer.json()) as Counted;
}
