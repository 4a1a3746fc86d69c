import { parseArgs } from 'node:util';
import { DEMO_ACCOUNT } from './options';
import { startMockService } from './mock-service';

const HELP = `The mock service: a local messaging and contact-data service for trying things out.

Usage: npm run service -- [options]

  --port <number>           Port to listen on (default 5680; environment SERVICE_PORT)
  --account-id <id>         Account it serves (default ${DEMO_ACCOUNT.id}; SERVICE_ACCOUNT_ID)
  --booking-webhook <url>   Where the page's buttons post booking events (SERVICE_BOOKING_WEBHOOK)
  --help                    Show this text
`;

/** Reads the command line, starts the service and says how to use it. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: process.env['SERVICE_PORT'] ?? '5680' },
			'account-id': {
				type: 'string',
				default: process.env['SERVICE_ACCOUNT_ID'] ?? DEMO_ACCOUNT.id,
			},
			'booking-webhook': { type: 'string', default: process.env['SERVICE_BOOKING_WEBHOOK'] },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(HELP);
		return;
	}
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65535) {
		throw new Error(`--port must be a number from 0 to 65535, not "${values.port}".`);
	}
	const service = await startMockService({
		port,
		account: { ...DEMO_ACCOUNT, id: values['account-id'] },
		bookingWebhookUrl: values['booking-webhook'],
	});
	process.stdout.write(`The mock service listens at ${service.url} (open it in a browser).

  Base URL        ${service.url}
  Account ID      ${service.account.id}
  Account Secret  ${service.account.accountSecret}
  Master Secret   ${service.account.masterSecret}
  App ID          ${service.account.appIds.join(', ')}
  Bookings go to  ${values['booking-webhook'] ?? 'nowhere yet: enter an address on the page'}

Ctrl-C ends it.
`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close());
	}
}

/** Says what went wrong in one sentence. */
function explain(problem: NodeJS.ErrnoException & { port?: number }): string {
	if (problem.code === 'EADDRINUSE') {
		return `Port ${problem.port} is already in use: end the other program or choose another port with --port.`;
	}
	return problem.message;
}

main().catch((problem: Error) => {
	process.stderr.write(`${explain(problem)}\n`);
	process.exitCode = 1;
});
