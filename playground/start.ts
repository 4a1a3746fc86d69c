/** `npm start`: the real n8n with the package in it, and a mock service. */
import { mkdirSync, rmSync } from 'node:fs';
import { type PlaygroundChoices, readChoices } from './demo/arguments.cjs';
import { bookingExample, demoOwner, fillN8n, readExample } from './demo/fill-n8n';
import { openBrowser } from './demo/open-browser';
import { ensureServer } from './n8n/install';
import { packPackage } from './n8n/machine';
import { startN8n } from './n8n/start';
import { webhookPath } from './n8n/workflow-file';
import { startMockService } from './service/mock-service';

/** Everything to end, in this order, when the person stops it. */
const running: Array<() => Promise<void>> = [];
let ending = false;

async function end(exitCode: number): Promise<void> {
	if (ending) return;
	ending = true;
	if (running.length > 0 && exitCode === 0) console.log('\nStopping …');
	for (const stop of running) await stop().catch(() => undefined);
	process.exit(exitCode);
}

function step(text: string): void {
	console.log(`• ${text}`);
}

async function start(choices: PlaygroundChoices): Promise<void> {
	const userFolder = choices.folder;
	if (choices.fresh) {
		step('Forgetting what earlier starts left');
		rmSync(userFolder, { recursive: true, force: true });
	}
	mkdirSync(userFolder, { recursive: true });
	// Before the install of minutes: what is wrong with the package is said at once.
	step('Packing the nodes as they would be published');
	const packageTarball = packPackage();
	await ensureServer();
	// Not before: an install ends its own processes when it is interrupted.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => void end(0));
	}
	step('Starting the mock service');
	const filled: { workflowUrl?: string } = {};
	const example = readExample(bookingExample);
	const service = await startMockService({
		port: choices.servicePort,
		// Long enough to be seen, short enough not to be waited for.
		processingDelayMs: 4_000,
		bookingWebhookUrl: `http://localhost:${choices.n8nPort}/webhook/${webhookPath(example)}`,
		workflowUrl: () => filled.workflowUrl,
	});
	running.push(() => service.close());
	const n8n = await startN8n({
		userFolder,
		port: choices.n8nPort,
		packageTarball,
		log: step,
		// Times without an offset mean those of the person's own clock; n8n's own default is New York.
		env: { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone },
	});
	running.unshift(() => n8n.stop());
	step('Filling in the credential and the example workflows');
	const { booking } = await fillN8n(n8n.url, service);
	const workflowUrl = `${n8n.url}/workflow/${booking.id}`;
	filled.workflowUrl = workflowUrl;
	console.log(`
Ready.

  Guest's phone and booking system   ${service.url}
  n8n                                ${n8n.url}
      email                          ${demoOwner.email}
      password                       ${demoOwner.password}

  The service's account, for a credential of your own
      Base URL                       ${service.url}
      Account ID                     ${service.account.id}
      Account Secret                 ${service.account.accountSecret}
      Master Secret                  ${service.account.masterSecret}
      App ID, for push notifications ${service.account.appIds.join(', ')}

  First: open ${service.url} and press "Book". An SMS arrives on the guest's phone.
  Then:  open the workflow that sent it: ${workflowUrl}
         Click "Execute workflow" there and "Book" again, and watch the booking run through it.

  Ctrl-C ends everything.
`);
	if (choices.open) openBrowser(service.url);
	await n8n.ended;
	if (ending) return;
	console.error(`n8n ended by itself. Its output is in ${n8n.logFile}`);
	await end(1);
}

async function main(): Promise<void> {
	const choices = readChoices(process.argv.slice(2), process.env);
	if (choices) await start(choices);
}

main().catch(async (error: Error) => {
	if (ending) return;
	console.error(`\n${error.message}`);
	await end(1);
});
