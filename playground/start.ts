/** `npm start`: the real n8n with the package in it, and a mock service. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { type PlaygroundChoices, readChoices } from './demo/arguments.cjs';
import { bookingExample, demoOwner, fill, readExample } from './demo/fill-n8n';
import { N8nClient } from './n8n/client';
import { ensureServer } from './n8n/install';
import { packPackage } from './n8n/machine';
import { startN8n } from './n8n/start';
import { webhookPath } from './n8n/workflow-file';
import { startMockService } from './service/mock-service';

/** Everything to end, in this order, when the person stops it. */
const running: Array<() => Promise<void>> = [];
let isEnding = false;

async function end(exitCode: number): Promise<void> {
	if (isEnding) return;
	isEnding = true;
	if (running.length > 0 && exitCode === 0) console.log('\nStopping …');
	for (const stop of running) await stop().catch(() => undefined);
	process.exit(exitCode);
}

function step(text: string): void {
	console.log(`• ${text}`);
}

async function start(choices: PlaygroundChoices): Promise<void> {
	const { folder: userFolder, fresh, n8nPort, servicePort, open } = choices;
	if (fresh) rmSync(userFolder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	// Before the install of minutes: what is wrong with the package is said immediately.
	step('Packing the nodes as they would be published');
	const packageTarball = packPackage();
	await ensureServer();
	// Not before: an install ends its own processes when it is interrupted.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));
	step('Starting the mock service');
	let workflowUrl = '';
	const service = await startMockService({
		port: servicePort,
		// Long enough to be seen, short enough not to be waited for.
		processingDelayMs: 4_000,
		bookingWebhookUrl: `http://localhost:${n8nPort}/webhook/${webhookPath(readExample(bookingExample))}`,
		workflowUrl: () => workflowUrl,
	});
	running.push(() => service.close());
	step('Starting n8n (10 to 20 seconds)');
	// Times without an offset mean those of the person's own clock; n8n's own default is New York.
	const env = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
	const n8n = await startN8n({ userFolder, port: n8nPort, packageTarball, env });
	running.unshift(() => n8n.stop());
	step('Filling in the credential and the example workflows');
	const client = new N8nClient(n8n.url);
	await client.enter(demoOwner);
	const { booking } = await fill(client, service);
	workflowUrl = `${n8n.url}/workflow/${booking.id}`;
	const { id, accountSecret, masterSecret, appIds } = service.account;
	console.log(`
Ready.

  Guest's phone and booking system   ${service.url}
  n8n                                ${n8n.url}
      email                          ${demoOwner.email}
      password                       ${demoOwner.password}

  The service's account, for a credential of your own
      Base URL                       ${service.url}
      Account ID                     ${id}
      Account Secret                 ${accountSecret}
      Master Secret                  ${masterSecret}
      App ID, for push notifications ${appIds.join(', ')}

  First: open ${service.url} and press "Book". An SMS arrives on the guest's phone.
  Then:  open the workflow that sent it: ${workflowUrl}
         Click "Execute workflow" there and "Book" again, and watch the booking run through it.

  Ctrl-C ends everything.
`);
	if (open) openBrowser(service.url);
	await n8n.ended;
	if (isEnding) return;
	throw new Error(`n8n ended by itself. Its output is in ${n8n.logFile}`);
}

/** Opens the page where there is a desktop; no one is told when that does not work. */
function openBrowser(url: string): void {
	const onMac = process.platform === 'darwin';
	if (!onMac && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
	const child = spawn(onMac ? 'open' : 'xdg-open', [url], { stdio: 'ignore', detached: true });
	child.on('error', () => undefined).unref();
}

const choices = readChoices(process.argv.slice(2), process.env);
if (choices) {
	start(choices).catch(async (error: Error) => {
		if (isEnding) return;
		console.error(`\n${error.message}`);
		await end(1);
	});
}
