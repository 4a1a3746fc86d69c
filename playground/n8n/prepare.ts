/** Before the end-to-end tests: the n8n server and a browser are there, or a person is told. */
import { requireChromium } from './chromium';
import { ensureServer } from './install';

async function prepare(): Promise<void> {
	requireChromium();
	await ensureServer();
}

prepare().catch((error: Error) => {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
});
