/** The messages in progress, in all executions of this process; each promise ends with its call. */
const inProgress = new Map<string, Promise<void>>();

/**
 * The messages that a call of an agent is about to send. n8n runs the tool calls of one answer in
 * parallel, in one process. The memory comes too late then: it holds what was sent.
 */
export class Claims {
	private keys: readonly string[] = [];
	private end = (): void => undefined;

	/**
	 * Claims all of these, or none. Claim in the same tick in which the memory was read.
	 *
	 * @returns if another call sends one of them, the promise that it has ended
	 */
	claim(keys: readonly string[]): Promise<void> | undefined {
		for (const key of keys) {
			const other = inProgress.get(key);
			if (other) return other;
		}
		this.keys = keys;
		const ended = new Promise<void>((resolve) => (this.end = resolve));
		for (const key of keys) inProgress.set(key, ended);
		return undefined;
	}

	release(): void {
		for (const key of this.keys) inProgress.delete(key);
		this.keys = [];
		this.end();
	}
}
