import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoOwner, secretsOf } from '../../../../playground/demo/fill-n8n';
import { N8nClient } from '../../../../playground/n8n/client';
import { freePort, packPackage } from '../../../../playground/n8n/machine';
import {
	type N8nProcessOptions,
	type RunningProcess,
	startN8nProcess,
} from '../../../../playground/n8n/start';
import {
	type MockServiceOptions,
	startMockService,
} from '../../../../playground/service/mock-service';
import { database, queueModeEnvironment } from './configuration';
import { startLoadBalancer } from '../proxies';
import { type Restartable, startPostgres, startRedis } from './data-stores';

/** One process of an n8n in queue mode. */
interface Member extends Restartable {
	url: string;
}

type Command = N8nProcessOptions['command'];

const readiness: Record<Command, { path: string; holds: string }> = {
	start: { path: '/rest/settings', holds: '"data"' },
	webhook: { path: '/healthz/readiness', holds: '"ok"' },
	worker: { path: '/healthz/readiness', holds: '"ok"' },
};

class Started {
	private readonly ends: Array<() => Promise<void>> = [];
	private isOver = false;

	async add<T>(starting: Promise<T>, end: (started: T) => Promise<void> | void): Promise<T> {
		const started = await starting;
		this.ends.push(async () => end(started));
		// Something else has failed while this one started.
		if (this.isOver) await this.end();
		return started;
	}

	/** Ends all processes, the newest first, even if one can't be ended. */
	async end(): Promise<void> {
		this.isOver = true;
		const problems: unknown[] = [];
		for (const end of this.ends.splice(0).reverse()) {
			await end().catch((problem: unknown) => problems.push(problem));
		}
		if (problems.length > 0) throw new AggregateError(problems, 'Not everything ended.');
	}
}

type Shared = Required<Pick<N8nProcessOptions, 'packageTarball' | 'env'>>;

/** Starts one process, and waits until it can be used. */
async function startMember(
	command: Command,
	port: number,
	{ packageTarball, env }: Shared,
	started: Started,
): Promise<Member> {
	const userFolder = mkdtempSync(join(tmpdir(), `n8n-${command}-`));
	const url = `http://localhost:${port}`;
	const { path, holds } = readiness[command];
	// A worker has no other server than the one for its health.
	const healthPort = command === 'worker' ? port : await freePort();
	const start = () =>
		startN8nProcess({
			name: `n8n ${command}`,
			command,
			userFolder,
			port,
			packageTarball,
			env: { ...env, QUEUE_HEALTH_CHECK_PORT: String(healthPort) },
			ready: { url: `${url}${path}`, holds },
		});
	await started.add(Promise.resolve(), () =>
		rmSync(userFolder, { recursive: true, force: true }),
	);
	let running: RunningProcess | undefined;
	const end = async (how: 'stop' | 'kill') => {
		const ending = running;
		running = undefined;
		await ending?.[how]();
	};
	const replace = async () => {
		const begun = await start();
		running = begun;
		// As Docker does: a worker ends when it loses the database.
		void begun.ended.then(async () => {
			if (running === begun) await replace();
		});
	};
	await started.add(replace(), () => end('stop'));
	return { url, kill: () => end('kill'), replace };
}

/**
 * Starts Redis, PostgreSQL, a mock service, and an n8n with the packed package: one main process, two workers,
 * and two webhook processors at one address.
 *
 * @param chosen options of the mock service
 * @param further variables for all processes of n8n on top of the usual ones
 */
export async function startQueueMode(
	chosen: Partial<MockServiceOptions> = {},
	further: Record<string, string> = {},
) {
	const started = new Started();
	try {
		const redis = await started.add(startRedis(), ({ stop }) => stop());
		const postgres = await started.add(startPostgres(database), ({ stop }) => stop());
		const service = await started.add(startMockService(chosen), ({ close }) => close());
		const [mainPort, ...ports] = await Promise.all([1, 2, 3, 4, 5].map(freePort));
		const [one, other, ...workerPorts] = ports as [number, number, number, number];
		const balancer = await started.add(startLoadBalancer([one, other]), ({ stop }) => stop());
		const host = '127.0.0.1';
		const env = {
			...queueModeEnvironment({
				postgres: { host, port: postgres.port, password: 'any' },
				redis: { host, port: redis.port },
				encryptionKey: 'the-same-for-all-processes',
				webhookUrl: `${balancer.url}/`,
				editorUrl: `http://localhost:${mainPort}/`,
				path: '/',
			}),
			// The name before n8n 2.30.
			WEBHOOK_URL: `${balancer.url}/`,
			// All of them are on one machine, and no one else may reach them.
			N8N_WORKER_SERVER_ADDRESS: host,
			...further,
		};
		const shared = { packageTarball: packPackage(), env };
		const main = await startMember('start', mainPort!, shared, started);
		const both = (command: Command, [first, second]: [number, number]) =>
			Promise.all([
				startMember(command, first, shared, started),
				startMember(command, second, shared, started),
			]);
		const [webhookProcessors, workers] = await Promise.all([
			both('webhook', [one, other]),
			both('worker', workerPorts),
		]);
		const client = new N8nClient(main.url);
		await client.enter(demoOwner);
		const credential = await client.saveCredential(
			'CRM Messaging mock service',
			secretsOf(service),
		);
		const stop = () => started.end();
		const members = { main, workers, webhookProcessors, redis, postgres };
		const { url } = balancer;
		const waitStore = { port: postgres.port, database: database.name, user: database.owner };
		return { client, credential, service, url, waitStore, ...members, stop };
	} catch (error) {
		await started.end().catch(() => undefined);
		throw error;
	}
}
