import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serverFolder } from '../../../playground/n8n/cache-folder.cjs';

/** The database of an n8n: SQLite's in its user folder, or a PostgreSQL. */
export type WaitStore = { userFolder: string } | { port: number; database: string; user: string };

interface PostgresClient {
	connect(): Promise<void>;
	query(statement: string): Promise<unknown>;
	end(): Promise<void>;
}

/**
 * Moves the end of stored waits to now, since the shortest Max Wait is ten minutes. n8n looks once a
 * minute for waits that have ended.
 *
 * @param execution all of them, if it's missing
 */
export async function endStoredWaits(store: WaitStore, execution?: string): Promise<void> {
	const some = `"waitTill" IS NOT NULL${execution ? ` AND "id" = ${Number(execution)}` : ''}`;
	const statement = (now: string) =>
		`UPDATE "execution_entity" SET "waitTill" = ${now} WHERE "status" = 'waiting' AND ${some}`;
	if ('userFolder' in store) {
		const file = join(store.userFolder, '.n8n', 'database.sqlite');
		const database = new DatabaseSync(file, { timeout: 10_000 });
		database.exec(statement(`strftime('%Y-%m-%d %H:%M:%f', 'now')`));
		database.close();
		return;
	}
	// The server of n8n has a client for PostgreSQL.
	const { Client } = createRequire(join(serverFolder(), 'package.json'))('pg') as {
		Client: new (options: object) => PostgresClient;
	};
	const client = new Client({ host: '127.0.0.1', ...store });
	await client.connect();
	await client.query(statement('now()'));
	await client.end();
}
