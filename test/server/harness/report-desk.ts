import { listen, withBody } from './listening-server';

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
	const { url, stop } = await listen(
		withBody((body, _, response) => {
			reports.push(JSON.parse(body));
			response.setHeader('content-type', 'application/json').end('{}');
		}),
	);
	return { url, reports, close: stop };
}
