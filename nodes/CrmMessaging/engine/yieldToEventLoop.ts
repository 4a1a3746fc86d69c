import { sleep } from 'n8n-workflow';

/** Milliseconds of work before other tasks get a turn. */
const longestBlock = 20;

/** Lets other tasks run now and then while very many items are processed. */
export class EventLoop {
	private since = Date.now();

	/** Whether the process has been busy without a pause for too long. */
	get isDue(): boolean {
		return Date.now() - this.since >= longestBlock;
	}

	async yieldWhenDue(): Promise<void> {
		if (!this.isDue) return;
		await sleep(0);
		this.since = Date.now();
	}
}
