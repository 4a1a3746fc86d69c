import type { StoredWorkflow } from '../../../playground/n8n/client';
import type { WorkflowFile } from '../../../playground/n8n/workflow-file';
import { activated, endedByHand, ImportJobs, postGuests } from './import-jobs';
import { guests, inRow, type Node, reportTo, split, start, submit } from './import-workflow';
import { openReportDesk, type ReportDesk } from './listening-server';
import { type Playground, startLimitMs, startPlayground } from './playground';

/** The statuses of executions that all came to a good end. */
export const succeeded = ['success'];

/** An n8n with imports that wait for their callbacks, for the tests of one file. */
export class ImportBench {
	playground!: Playground;
	desk!: ReportDesk;
	readonly jobs = new ImportJobs(() => this.playground);

	constructor() {
		beforeAll(async () => {
			this.desk = await openReportDesk();
			this.playground = await startPlayground(endedByHand);
		}, startLimitMs);
		afterAll(async () => {
			await this.playground?.stop();
			await this.desk?.close();
		});
		beforeEach(() => this.reset());
	}

	/** Forgets what came to the service and to the desk. */
	reset(): void {
		this.playground.service.reset();
		this.desk.reports.length = 0;
	}

	/**
	 * Activates a workflow that imports guests, waits and reports, and imports some.
	 *
	 * @param path of its webhook, and its name
	 * @param submitted requests that the service has got by then, all in all
	 */
	async importing(path: string, count: number, submitted: number): Promise<StoredWorkflow> {
		const workflow = await this.activate(
			inRow(path, start(path), split, submit, this.report()),
		);
		await this.send(path, guests(count));
		await this.jobs.submitted(submitted);
		return workflow;
	}

	/** A node that posts what came out to the desk. */
	report(): Node {
		return reportTo(this.desk.url);
	}

	activate(file: WorkflowFile): Promise<StoredWorkflow> {
		return activated(this.playground, file);
	}

	send(path: string, ids: string[]): Promise<void> {
		return postGuests(`${this.playground.n8n.url}/webhook/${path}`, ids);
	}
}
