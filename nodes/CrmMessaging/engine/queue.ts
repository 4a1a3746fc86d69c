import { RecipientOrder, type Recipient } from './recipient';

interface Piece<T> {
	work: T;
	waitsFor: number;
	followers: Array<Piece<T>>;
	isDone: boolean;
}

/**
 * Does pieces of work in order, a few in parallel. A piece waits for earlier ones with a recipient
 * in common; others may overtake it.
 */
export class Queue<T> {
	private readonly pieces: Array<Piece<T>>;
	/** Index of the first piece not examined yet. */
	private next = 0;
	/** Examined pieces that wait for no other. */
	private readonly free: Array<Piece<T>> = [];
	private readonly order = new RecipientOrder<Piece<T>>();
	private stopped = false;

	/** @param recipientsOf the recipients of a piece */
	constructor(
		works: readonly T[],
		private readonly recipientsOf: (work: T) => readonly Recipient[],
	) {
		this.pieces = works.map((work) => ({
			work,
			waitsFor: 0,
			followers: [],
			isDone: false,
		}));
	}

	get isStopped(): boolean {
		return this.stopped;
	}

	stop(): void {
		this.stopped = true;
	}

	/**
	 * Does all the work.
	 *
	 * @param parallel most pieces in progress
	 */
	async work(parallel: number, handle: (work: T) => Promise<void>): Promise<void> {
		const inProgress = new Set<Promise<void>>();
		for (;;) {
			if (!this.stopped && inProgress.size < parallel && this.findFree()) {
				const piece = this.free.shift() as Piece<T>;
				const task = handle(piece.work).then(() => {
					this.finish(piece);
					inProgress.delete(task);
				});
				inProgress.add(task);
			} else if (inProgress.size > 0) {
				await Promise.race(inProgress);
			} else {
				return;
			}
		}
	}

	/** Examines pieces only when one may start, so the first starts immediately. */
	private findFree(): boolean {
		while (this.free.length === 0 && this.next < this.pieces.length) {
			const piece = this.pieces[this.next++] as Piece<T>;
			// A single piece depends on no other.
			if (this.pieces.length > 1) this.follow(piece);
			if (piece.waitsFor === 0) this.free.push(piece);
		}
		return this.free.length > 0;
	}

	private follow(piece: Piece<T>): void {
		for (const before of this.order.put(piece, this.recipientsOf(piece.work))) {
			if (before.isDone) continue;
			before.followers.push(piece);
			piece.waitsFor++;
		}
	}

	private finish(piece: Piece<T>): void {
		piece.isDone = true;
		for (const follower of piece.followers) {
			if (--follower.waitsFor === 0) this.free.push(follower);
		}
	}
}
