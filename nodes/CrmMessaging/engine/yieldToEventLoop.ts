import { sleep } from 'n8n-workflow';

/** Milliseconds of work after which others may have the process for a moment. */
const longestBlock = 20;

/** Lets others have the process now and then, while very many items are worked on. */
export class EventLoop {
	private since = Date.now();

	/** Whether the process was worked on without a pause for too long. */
	get isDue(): boolean {
		return Date.now() - this.since >= longestBlock;
	}

	/** Pauses where it is due. */
	async yieldWhenDue(): Promise<void> {
		if (!this.isDue) return;
		await sleep(0);
		this.since = Date.now();
	}
}
