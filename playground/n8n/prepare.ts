/** Before the end-to-end tests: the package can be packed, and the n8n server and a browser are there. */
import { ensureServer } from './install';
import { packPackage, requireChromium } from './machine';

async function prepare(): Promise<void> {
	requireChromium();
	packPackage();
	await ensureServer();
}

prepare().catch((error: Error) => {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
});
