import { RecipientOrder, type Recipient } from './recipient';

/** What a piece of work became: its result, or parts that take its place. */
export type Done<T, R> = { result: R; parts?: undefined } | { result?: undefined; parts: T[] };

/** How much may be begun, and when. */
export interface QueuePace {
	/** Pieces that may be under way at the same time now. */
	readonly atOnce: number;
	/** Ends when pieces may be begun again; undefined where they may. */
	resting(): Promise<void> | undefined;
}

/** A piece of work and what has to wait for it. */
interface Piece<T, R> {
	work: T;
	/** Pieces before it that are not done. */
	waitsFor: number;
	followers: Array<Piece<T, R>>;
	result?: R;
	parts?: Array<Piece<T, R>>;
	openParts: number;
	/** What it is a part of. */
	whole?: Piece<T, R>;
}

/**
 * Work in order, a few pieces at a time. A piece waits for those before it that have one of its
 * recipients; others may overtake it.
 */
export class Queue<T, R> {
	private readonly pieces: Array<Piece<T, R>>;
	/** The first that was not looked at. */
	private next = 0;
	/** What was looked at and waits for nothing. */
	private readonly free: Array<Piece<T, R>> = [];
	private readonly precedence = new RecipientOrder<Piece<T, R>>();
	private stopped = false;

	/** @param recipientsOf whom a piece reaches */
	constructor(
		works: readonly T[],
		private readonly recipientsOf: (work: T) => readonly Recipient[],
	) {
		this.pieces = works.map((work) => pieceOf(work));
	}

	/** Begins nothing more; what has begun is finished. */
	stop(): void {
		this.stopped = true;
	}

	/**
	 * Does all the work.
	 *
	 * @returns the results in the order of the pieces, whenever each was done
	 */
	async work(pace: QueuePace, handle: (work: T) => Promise<Done<T, R>>): Promise<R[]> {
		const underWay = new Set<Promise<void>>();
		for (;;) {
			const mayBegin = !this.stopped && underWay.size < pace.atOnce && this.findFree();
			const resting = mayBegin ? pace.resting() : undefined;
			if (mayBegin && !resting) {
				const one = this.do(this.free.shift() as Piece<T, R>, handle).finally(() =>
					underWay.delete(one),
				);
				underWay.add(one);
			} else if (resting ?? underWay.size > 0) {
				await Promise.race(resting ? [...underWay, resting] : underWay);
			} else {
				return resultsOf(this.pieces);
			}
		}
	}

	/** Looks at pieces only when one may be begun, so that the first is begun at once. */
	private findFree(): boolean {
		while (this.free.length === 0 && this.next < this.pieces.length) {
			const piece = this.pieces[this.next++] as Piece<T, R>;
			// One that is alone has nobody to wait for, and nobody waits for it.
			if (this.pieces.length > 1) this.follow(piece, this.precedence);
			if (piece.waitsFor === 0) this.free.push(piece);
		}
		return this.free.length > 0;
	}

	private follow(piece: Piece<T, R>, precedence: RecipientOrder<Piece<T, R>>): void {
		for (const before of precedence.put(piece, this.recipientsOf(piece.work))) {
			if (isDone(before)) continue;
			before.followers.push(piece);
			piece.waitsFor++;
		}
	}

	private async do(piece: Piece<T, R>, handle: (work: T) => Promise<Done<T, R>>): Promise<void> {
		const { result, parts } = await handle(piece.work);
		if (parts) this.divide(piece, parts);
		else this.finish(piece, result);
	}

	/** Whoever waits for a piece waits for all of its parts, and they for each other. */
	private divide(piece: Piece<T, R>, works: readonly T[]): void {
		const parts = works.map((work) => pieceOf(work, piece));
		piece.parts = parts;
		piece.openParts = parts.length;
		const precedence = new RecipientOrder<Piece<T, R>>();
		for (const part of parts) this.follow(part, precedence);
		this.free.unshift(...parts.filter(({ waitsFor }) => waitsFor === 0));
	}

	private finish(piece: Piece<T, R>, result?: R): void {
		if (result !== undefined) piece.result = result;
		for (const follower of piece.followers) {
			if (--follower.waitsFor === 0) this.free.push(follower);
		}
		const { whole } = piece;
		if (whole && --whole.openParts === 0) this.finish(whole);
	}
}

function pieceOf<T, R>(work: T, whole?: Piece<T, R>): Piece<T, R> {
	return { work, waitsFor: 0, followers: [], openParts: 0, whole };
}

function isDone<T, R>({ result, parts, openParts }: Piece<T, R>): boolean {
	return parts ? openParts === 0 : result !== undefined;
}

function resultsOf<T, R>(pieces: ReadonlyArray<Piece<T, R>>): R[] {
	return pieces.flatMap(({ result, parts }) => {
		if (parts) return resultsOf(parts);
		return result === undefined ? [] : [result];
	});
}
