import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolder } from './cache-folder';
import { pathWithNode24 } from './node24';

/** Environment variables that tell n8n where and how it runs. */
export interface N8nPlace {
	userFolder: string;
	port: number;
	brokerPort: number;
}

/** Variables a program needs to find its way on this machine. */
const passedOn = ['HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ'];

/** It asks no server of its makers for anything, and tells them nothing. */
const quietAndOffline = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
};

/** The first fetches a list; the second would put its own page in front of the workflows. */
const unwantedModules = ['mcp-registry', 'instance-ai'];

/** n8n does not start with the name of a module that it has not. */
function withoutModules(): Record<string, string> {
	const folder = join(serverFolder(), 'node_modules', 'n8n', 'dist', 'modules');
	const found = unwantedModules.filter((name) => existsSync(join(folder, name)));
	return found.length > 0 ? { N8N_DISABLED_MODULES: found.join(',') } : {};
}

/** n8n's public address, under the name that it has in newer versions and in older ones. */
export function withWebhookUrl(url: string): Record<string, string> {
	return { N8N_WEBHOOK_URL: url, WEBHOOK_URL: url };
}

/**
 * n8n's whole environment. It starts from nothing, so that a variable of the caller's shell or test
 * runner (NODE_ENV, NODE_OPTIONS, another n8n's settings) changes nothing.
 */
export function n8nEnvironment(
	{ userFolder, port, brokerPort }: N8nPlace,
	more: Record<string, string> = {},
): Record<string, string> {
	const inherited = Object.fromEntries(
		passedOn.flatMap((name) => {
			const value = process.env[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
	return {
		...inherited,
		...quietAndOffline,
		...withoutModules(),
		PATH: pathWithNode24,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: userFolder,
		// Its login is a known one, so no one but this machine may reach it.
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		...withWebhookUrl(`http://localhost:${port}/`),
		N8N_EDITOR_BASE_URL: `http://localhost:${port}/`,
		...more,
	};
}
