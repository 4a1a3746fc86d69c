import { RecipientOrder, type Recipient } from './recipient';

/** A piece of work and what has to wait for it. */
interface Piece<T> {
	work: T;
	/** Pieces before it that are not done. */
	waitsFor: number;
	followers: Array<Piece<T>>;
	isDone: boolean;
}

/**
 * Work in order, a few pieces at a time. A piece waits for those before it that have one of its
 * recipients; others may overtake it.
 */
export class Queue<T> {
	private readonly pieces: Array<Piece<T>>;
	/** The first that was not looked at. */
	private next = 0;
	/** The checked entries that wait for nothing. */
	private readonly free: Array<Piece<T>> = [];
	private readonly order = new RecipientOrder<Piece<T>>();
	private stopped = false;

	/** @param recipientsOf whom a piece reaches */
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

	/** Whether nothing more is begun. */
	get isStopped(): boolean {
		return this.stopped;
	}

	/** Begins nothing more; what has begun is finished. */
	stop(): void {
		this.stopped = true;
	}

	/**
	 * Does all the work.
	 *
	 * @param parallel pieces in progress at the same time
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

	/** Looks at pieces only when one may be begun, so that the first is begun at once. */
	private findFree(): boolean {
		while (this.free.length === 0 && this.next < this.pieces.length) {
			const piece = this.pieces[this.next++] as Piece<T>;
			// One that is alone has no one to wait for, and no one waits for it.
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
