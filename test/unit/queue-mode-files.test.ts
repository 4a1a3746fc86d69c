import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
	commonVariables,
	queueModeEnvironment,
	queueModeFolder,
} from '../server/harness/queue-mode/configuration';
import { manifest, readText } from './documents/page';

interface Service {
	image: string;
	build?: string;
	command?: string;
	env_file?: string;
	environment?: Record<string, string | number>;
}

const read = (file: string) => readFileSync(join(queueModeFolder, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as {
	services: Record<string, Service>;
	volumes: Record<string, null>;
};
const services = Object.entries(compose.services);
const processes = services.filter(([, { build }]) => build !== undefined);
const dockerfile = read('Dockerfile');
const page = readText('docs/queue-mode.md');
const { version } = manifest;
const { dependencies } = JSON.parse(readText('playground/n8n/package.json')) as {
	dependencies: { n8n: string };
};

/** The values in `.env`, as a person may have filled them in. */
const filledIn: Record<string, string> = {
	N8N_DOMAIN: 'n8n.example.com',
	N8N_PREFIX: '/tools/n8n',
	N8N_ENCRYPTION_KEY: 'an encryption key',
	POSTGRES_PASSWORD: 'a password',
};

function interpolated(value: string | number): string {
	return String(value).replace(
		/\$\{(\w+)(?:[:?-][^}]*)?\}/g,
		(_, name: string) => filledIn[name] ?? `no ${name} in .env`,
	);
}

function environmentOf({ env_file: file, environment = {} }: Service): Record<string, string> {
	const own = Object.entries(environment).map(([name, value]) => [name, interpolated(value)]);
	return {
		...(file === 'n8n.env' ? commonVariables : {}),
		...(Object.fromEntries(own) as Record<string, string>),
	};
}

describe('docker/queue-mode', () => {
	it('starts the same processes as the queue mode test', () => {
		expect(processes.map(([name, { command = 'start' }]) => [name, command])).toEqual([
			['main', 'start'],
			['worker-1', 'worker'],
			['worker-2', 'worker'],
			['webhook-1', 'webhook'],
			['webhook-2', 'webhook'],
		]);
		expect(
			services.filter(([, { build }]) => build === undefined).map(([name]) => name),
		).toEqual(['proxy', 'postgres', 'redis']);
	});

	it.each(processes)('sets exactly the variables of the queue mode test for %s', (_, one) => {
		const url = 'https://n8n.example.com/tools/n8n/';
		expect(environmentOf(one)).toEqual(
			queueModeEnvironment({
				postgres: { host: 'postgres', port: 5432, password: 'a password' },
				redis: { host: 'redis', port: 6379 },
				encryptionKey: 'an encryption key',
				webhookUrl: url,
				editorUrl: url,
				path: '/tools/n8n/',
			}),
		);
	});

	it('creates the database that the processes use, and forwards calls to them', () => {
		const { DB_POSTGRESDB_DATABASE, DB_POSTGRESDB_USER } = commonVariables;
		expect(environmentOf(compose.services.postgres!)).toEqual({
			POSTGRES_DB: DB_POSTGRESDB_DATABASE,
			POSTGRES_USER: DB_POSTGRESDB_USER,
			POSTGRES_PASSWORD: 'a password',
		});
		const proxy = environmentOf(compose.services.proxy!);
		const processors = 'webhook-1:5678 webhook-2:5678';
		expect(proxy).toMatchObject({ MAIN: 'main:5678', WEBHOOK_PROCESSORS: processors });
		const variables = [...read('Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
		expect(new Set(variables)).toEqual(new Set(Object.keys(proxy)));
	});

	it('lists in .env.example exactly the values that it needs', () => {
		const listed = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
		const needed = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
		expect(new Set(listed)).toEqual(new Set(needed));
	});

	it('pins every image to a full version', () => {
		for (const [, { image }] of services) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-[\d.]+)?$/);
		expect(dockerfile).toContain('FROM docker.n8n.io/n8nio/n8n:${N8N_VERSION}');
	});

	it('has the n8n version of the tests and the current package version', () => {
		expect(dockerfile).toContain(`ARG N8N_VERSION=${dependencies.n8n}\n`);
		expect(dockerfile).toContain(`ARG PACKAGE=n8n-nodes-crm-messaging@${version}\n`);
		for (const [, { image }] of processes) {
			expect(image).toBe(`n8n-with-crm-messaging:${dependencies.n8n}-${version}`);
		}
	});
});

describe('docs/queue-mode.md', () => {
	const variables = new Set([
		...services.flatMap(([, service]) => Object.keys(environmentOf(service))),
		...Object.keys(filledIn),
	]);

	it.each([...variables])('explains %s', (name) => {
		expect(page).toContain(`\`${name}\``);
	});

	it('lists the paths that the proxy forwards to the webhook processors', () => {
		const [, paths] = /@production path (.*)/.exec(read('Caddyfile'))!;
		for (const path of paths!.split(' '))
			expect(page).toContain(`\`${path.replace('*', '')}\``);
	});
});
