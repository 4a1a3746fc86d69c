/**
 * n8n reads its settings when n8n-core is first loaded, so this module is imported before it.
 * Nothing of the machine's own n8n, if there is one, is read or written.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const userFolder = mkdtempSync(join(tmpdir(), 'engine-harness-'));
process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));

Object.assign(process.env, {
	N8N_USER_FOLDER: userFolder,
	N8N_ENCRYPTION_KEY: 'key of the engine harness',
	N8N_LOG_LEVEL: process.env.ENGINE_LOG_LEVEL ?? 'silent',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	// The default since n8n 2.0.
	N8N_BLOCK_ENV_ACCESS_IN_NODE: 'true',
	// While n8n loads: parts of it behave differently when they detect a test run.
	NODE_ENV: 'production',
});
