/** Timers that can be cancelled together, so that a closed or reset mock service does nothing later. */
export class Timers {
	private readonly pending = new Set<NodeJS.Timeout>();

	/** Runs `action` once after `delayMs`. */
	after(delayMs: number, action: () => void): void {
		const timer = setTimeout(() => {
			this.pending.delete(timer);
			action();
		}, delayMs);
		this.pending.add(timer);
	}

	/** Cancels everything that has not run yet. */
	cancelAll(): void {
		for (const timer of this.pending) clearTimeout(timer);
		this.pending.clear();
	}
}
