import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/** A server that a workflow reports to. */
export interface ReportDesk {
	url: string;
	/** The JSON bodies that came, in order. */
	reports: unknown[];
	close(): Promise<void>;
}

/** Starts a server that keeps what a workflow posts to it. */
export async function openReportDesk(): Promise<ReportDesk> {
	const reports: unknown[] = [];
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			reports.push(JSON.parse(body));
			response.setHeader('content-type', 'application/json').end('{}');
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		reports,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
