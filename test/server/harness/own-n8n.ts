import { openReportDesk, type ReportDesk } from './listening-server';
import { startPlayground } from './playground';
import { startQueueMode } from './queue-mode/queue-mode';

/** An n8n of each test's own, with a report desk next to it; it ends with the test. */
export class OwnN8n {
	desk!: ReportDesk;
	private stop?: () => Promise<void>;

	constructor() {
		beforeAll(async () => {
			this.desk = await openReportDesk();
		});
		afterEach(() => this.stop?.(), 60_000);
		afterAll(() => this.desk?.close());
	}

	/** Starts one of one process. */
	async ofOneProcess(...chosen: Parameters<typeof startPlayground>) {
		const playground = await startPlayground(...chosen);
		return { ...this.started(playground), url: playground.n8n.url };
	}

	/** Starts one in queue mode. */
	async ofSeveralProcesses(...chosen: Parameters<typeof startQueueMode>) {
		const n8n = await startQueueMode(...chosen);
		return { ...this.started(n8n), url: n8n.balancer.url };
	}

	private started<T extends { stop(): Promise<void> }>(n8n: T): T {
		this.stop = () => n8n.stop();
		this.desk.reports.length = 0;
		return n8n;
	}
}
