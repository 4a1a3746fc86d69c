import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { demoOwner, secretsOf } from '../../../../playground/demo/fill-n8n';
import { N8nClient } from '../../../../playground/n8n/client';
import { freePort, packPackage, root } from '../../../../playground/n8n/machine';
import { type N8nProcessOptions, startN8nProcess } from '../../../../playground/n8n/start';
import {
	type MockServiceOptions,
	startMockService,
} from '../../../../playground/service/mock-service';
import { restartable, startPostgres, startProxy, startRedis } from './data-stores';

type Command = N8nProcessOptions['command'];

/** The folder that people start an n8n in queue mode from. */
const queueModeFolder = join(root, 'docker', 'queue-mode');

const read = (file: string) => readFileSync(join(queueModeFolder, file), 'utf8');
const { services } = parse(read('compose.yaml'), { merge: true }) as {
	services: Record<
		string,
		{ build?: string; command?: Command; environment: Record<string, string | number> }
	>;
};
const processes = Object.entries(services).flatMap(([name, { build, command = 'start' }]) =>
	build ? [{ name, command }] : [],
);
const sharedVariables = parseEnv(read('n8n.env')) as Record<string, string>;
const database = {
	name: sharedVariables.DB_POSTGRESDB_DATABASE!,
	owner: sharedVariables.DB_POSTGRESDB_USER!,
};

/**
 * The variables that the compose file sets for a service.
 *
 * @param here those whose value is another one on this machine, and those of `.env`
 */
function variablesOf(service: string, here: Record<string, string>): Record<string, string> {
	const filledIn = (value: string | number) =>
		String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => here[name] ?? '');
	return Object.fromEntries(
		Object.entries(services[service]!.environment).map(([name, value]) => [
			name,
			here[name] ?? filledIn(value),
		]),
	);
}

/** One process of an n8n in queue mode. */
type Member = Awaited<ReturnType<typeof startMember>>;

const readiness: Record<Command, { path: string; holds: string }> = {
	start: { path: '/rest/settings', holds: '"data"' },
	webhook: { path: '/healthz/readiness', holds: '"ok"' },
	worker: { path: '/healthz/readiness', holds: '"ok"' },
};

/** Starts one process, and waits until it can be used. */
async function startMember(
	{ name, command, port }: (typeof processes)[number] & { port: number },
	packageTarball: string,
	env: Record<string, string>,
) {
	const userFolder = mkdtempSync(join(tmpdir(), `n8n-${name}-`));
	const url = `http://localhost:${port}`;
	const { path, holds } = readiness[command];
	// A worker has no other server than the one for its health.
	const healthPort = command === 'worker' ? port : await freePort();
	const start = () =>
		startN8nProcess({
			name: `n8n ${name}`,
			command,
			userFolder,
			port,
			packageTarball,
			env: { ...env, QUEUE_HEALTH_CHECK_PORT: String(healthPort) },
			ready: { url: `${url}${path}`, holds },
		});
	return { url, ...(await restartable(userFolder, start)) };
}

/**
 * Starts Redis, PostgreSQL, a mock service, and the processes of the compose file with the packed package:
 * one main process, two workers, and two webhook processors behind the proxy.
 *
 * @param chosen options of the mock service
 * @param further variables for all processes of n8n on top of the usual ones
 * @param N8N_PREFIX the path before n8n, such as `/tools/n8n`
 */
export async function startQueueMode(
	chosen: Partial<MockServiceOptions> = {},
	further: Record<string, string> = {},
	N8N_PREFIX = '',
) {
	const ends: Array<() => Promise<void>> = [];
	/** Ends all processes, the newest first. */
	const stop = async () => {
		for (const end of ends.splice(0).reverse()) await end();
	};
	const started = async <T extends Pick<Member, 'stop'>>(starting: Promise<T>): Promise<T> => {
		const one = await starting;
		ends.push(one.stop);
		return one;
	};
	try {
		const redis = await started(startRedis());
		const postgres = await started(startPostgres(database));
		const service = await startMockService(chosen);
		ends.push(() => service.close());
		const placed = await Promise.all(
			processes.map(async (one) => ({ ...one, port: await freePort() })),
		);
		const ofCommand = (command: Command) => placed.filter((one) => one.command === command);
		const addressesOf = (command: Command) =>
			ofCommand(command)
				.map(({ port }) => `localhost:${port}`)
				.join(' ');
		const behind = { MAIN: addressesOf('start'), WEBHOOK_PROCESSORS: addressesOf('webhook') };
		const startingProxy = startProxy(join(queueModeFolder, 'Caddyfile'), (SITE) =>
			variablesOf('proxy', { SITE, N8N_PREFIX, ...behind }),
		);
		const proxy = await started(startingProxy);
		const url = `http://localhost:${proxy.port}${N8N_PREFIX}`;
		const host = '127.0.0.1';
		const here = {
			DB_POSTGRESDB_HOST: host,
			DB_POSTGRESDB_PORT: String(postgres.port),
			POSTGRES_PASSWORD: 'any',
			QUEUE_BULL_REDIS_HOST: host,
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			N8N_ENCRYPTION_KEY: 'the-same-for-all-processes',
			N8N_PREFIX,
			N8N_WEBHOOK_URL: `${url}/`,
			N8N_EDITOR_BASE_URL: `${url}/`,
		};
		const packageTarball = packPackage();
		const members: Record<string, Member> = {};
		const start = async (command: Command) => {
			const starting = ofCommand(command).map(async (one) => {
				const env = {
					...sharedVariables,
					...variablesOf(one.name, here),
					// The name before n8n 2.30.
					WEBHOOK_URL: here.N8N_WEBHOOK_URL,
					// All of them are on one machine, and no one else may reach them.
					N8N_WORKER_SERVER_ADDRESS: host,
					...further,
				};
				members[one.name] = await started(startMember(one, packageTarball, env));
			});
			await Promise.all(starting);
		};
		await start('start');
		await Promise.all([start('webhook'), start('worker')]);
		const client = new N8nClient(members.main!.url);
		await client.enter(demoOwner);
		const credential = await client.saveCredential(
			'CRM Messaging mock service',
			secretsOf(service),
		);
		const waitStore = { port: postgres.port, database: database.name, user: database.owner };
		return { client, credential, service, url, waitStore, members, redis, postgres, stop };
	} catch (error) {
		await stop().catch(() => undefined);
		throw error;
	}
}
