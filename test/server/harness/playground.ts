import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	bookingExample,
	type FilledN8n,
	fillN8n,
	readExample,
} from '../../../playground/demo/fill-n8n';
import { packPackage } from '../../../playground/n8n/pack';
import { freePort } from '../../../playground/n8n/ports';
import { type RunningN8n, startN8n } from '../../../playground/n8n/server';
import { webhookPath } from '../../../playground/n8n/workflow-file';
import {
	type ServiceStandIn,
	type StandInOptions,
	startServiceStandIn,
} from '../../../playground/service/stand-in';

/** What `npm start` starts, on free ports and with nothing of earlier runs. */
export interface Playground extends FilledN8n {
	n8n: RunningN8n;
	service: ServiceStandIn;
	/** Where the booking example takes events. */
	bookingUrl: string;
	/** Ends n8n as a power cut would, and starts it again at the same address. */
	crash(): Promise<void>;
	stop(): Promise<void>;
}

/** How long a start may take in a `beforeAll`: an n8n is ready after about 10 seconds. */
export const startLimitMs = 180_000;

/**
 * Starts a real n8n with the packed package and the examples, and a stand-in beside it.
 *
 * @param chosen options of the stand-in
 * @param env variables for n8n on top of the usual ones
 */
export async function startPlayground(
	chosen: Partial<StandInOptions> = {},
	env: Record<string, string> = {},
): Promise<Playground> {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-folder-'));
	const port = await freePort();
	const path = webhookPath(readExample(bookingExample));
	const bookingUrl = `http://localhost:${port}/webhook/${path}`;
	let filled: FilledN8n | undefined;
	const service = await startServiceStandIn({
		bookingWebhookUrl: bookingUrl,
		workflowUrl: () => filled && `http://localhost:${port}/workflow/${filled.booking.id}`,
		...chosen,
	});
	const endService = async () => {
		await service.close();
		rmSync(userFolder, { recursive: true, force: true });
	};
	try {
		const options = { userFolder, port, packageTarball: packPackage(), env };
		let n8n = await startN8n(options);
		const stop = async () => {
			await n8n.stop();
			await endService();
		};
		const crash = async () => {
			await n8n.kill();
			n8n = await startN8n(options);
		};
		try {
			filled = await fillN8n(n8n.url, service);
			return { ...filled, n8n, service, bookingUrl, crash, stop };
		} catch (error) {
			await n8n.stop();
			throw error;
		}
	} catch (error) {
		await endService();
		throw error;
	}
}
