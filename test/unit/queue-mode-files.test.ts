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
	environment?: Record<string, string | number>;
}

const read = (file: string) => readFileSync(join(queueModeFolder, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as {
	services: Record<string, Service>;
};
const processes = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);

/** The values in `.env`, as a person may have filled them in. */
const filledIn: Record<string, string> = {
	N8N_DOMAIN: 'n8n.example.com',
	N8N_PREFIX: '/tools/n8n',
	N8N_ENCRYPTION_KEY: 'an encryption key',
	POSTGRES_PASSWORD: 'a password',
};

function environmentOf({ environment = {} }: Service): Record<string, string> {
	const filled = Object.entries(environment).map(([name, value]): [string, string] => [
		name,
		String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => filledIn[variable]!),
	]);
	return Object.fromEntries(filled);
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
	});

	it.each(processes)('sets exactly the variables of the queue mode test for %s', (_, one) => {
		const url = 'https://n8n.example.com/tools/n8n/';
		expect({ ...commonVariables, ...environmentOf(one) }).toEqual(
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

	it('gives the proxy and a person the variables that its files need', () => {
		const proxy = environmentOf(compose.services.proxy!);
		const needed = [...read('Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
		expect(new Set(needed)).toEqual(new Set(Object.keys(proxy)));
		const listed = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
		const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
		expect(new Set(listed)).toEqual(new Set(asked));
	});

	it('has the n8n of the tests, and this version of the package', () => {
		const { dependencies } = JSON.parse(readText('playground/n8n/package.json')) as {
			dependencies: { n8n: string };
		};
		expect(read('Dockerfile')).toContain(`ARG N8N_VERSION=${dependencies.n8n}\n`);
		expect(read('Dockerfile')).toContain(`ARG PACKAGE=${manifest.name}@${manifest.version}\n`);
		for (const [, { image }] of processes) {
			expect(image).toBe(`n8n-with-crm-messaging:${dependencies.n8n}-${manifest.version}`);
		}
	});
});
