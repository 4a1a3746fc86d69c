/** Work in order, a few pieces at a time; a piece may put others in its own place. */
export class Queue<T> {
	/** The next piece is the last one. */
	private readonly waiting: T[];
	private stopped = false;

	constructor(pieces: readonly T[]) {
		this.waiting = [...pieces].reverse();
	}

	/** Puts pieces before all that wait. */
	putFirst(pieces: readonly T[]): void {
		this.waiting.push(...[...pieces].reverse());
	}

	/** Begins nothing more; what has begun is finished. */
	stop(): void {
		this.stopped = true;
	}

	/**
	 * Does all the work.
	 *
	 * @param atOnce pieces under way at the same time
	 */
	async work(atOnce: number, handle: (piece: T) => Promise<void>): Promise<void> {
		const worker = async () => {
			for (let next = this.next(); next !== undefined; next = this.next()) await handle(next);
		};
		await Promise.all(Array.from({ length: atOnce }, worker));
	}

	private next(): T | undefined {
		return this.stopped ? undefined : this.waiting.pop();
	}
}
