import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from '../../../../playground/n8n/machine';

/** The folder that people start an n8n in queue mode from. */
export const queueModeFolder = join(root, 'docker', 'queue-mode');

/** The variables that its processes share wherever they run. */
export const commonVariables = parseEnv(
	readFileSync(join(queueModeFolder, 'n8n.env'), 'utf8'),
) as Record<string, string>;

/** The database in n8n's settings. */
export const database = {
	name: commonVariables.DB_POSTGRESDB_DATABASE!,
	owner: commonVariables.DB_POSTGRESDB_USER!,
};

/** A server that the processes share. */
interface Address {
	host: string;
	port: number | string;
}

/** The differences between one queue mode and another: addresses and secrets. */
export interface QueueModePlace {
	postgres: Address & { password: string };
	redis: Address;
	encryptionKey: string;
	/** The address of the webhooks; ends with a slash. */
	webhookUrl: string;
	/** The address of the editor; ends with a slash. */
	editorUrl: string;
	/** Its path, as the browser sees it; ends with a slash. */
	path: string;
}

/** The variables of every process of an n8n in queue mode. */
export function queueModeEnvironment(place: QueueModePlace): Record<string, string> {
	const { postgres, redis } = place;
	return {
		...commonVariables,
		DB_POSTGRESDB_HOST: postgres.host,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_PASSWORD: postgres.password,
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_ENCRYPTION_KEY: place.encryptionKey,
		N8N_WEBHOOK_URL: place.webhookUrl,
		N8N_EDITOR_BASE_URL: place.editorUrl,
		N8N_PATH: place.path,
	};
}
