import { sleep } from 'n8n-workflow';

/** Requests in progress at the same time. */
export const concurrency = {
	first: 5,
	most: 20,
} as const;

/**
 * Limits the requests of a run: how many are in progress, and when the service accepts more. Each
 * success allows one more, and a busy service half as many. From then on, only a series of
 * successes allows one more.
 */
export class RateLimiter {
	private allowed: number;
	/** Requests that have a turn. */
	private running = 0;
	/** Successes since `allowed` last changed. */
	private successes = 0;
	private slowed = 0;
	private restsUntil = 0;
	private readonly waiting: Array<() => void> = [];

	/**
	 * @param most maximum number of requests in progress
	 * @param pause waits some milliseconds; its error ends the waiting request
	 */
	constructor(
		private readonly most: number,
		private readonly pause: (milliseconds: number) => Promise<void>,
	) {
		this.allowed = Math.min(concurrency.first, most);
	}

	/**
	 * Waits until a request may start; requests start in order.
	 *
	 * @returns its turn, which must be ended; undefined if it's no longer wanted
	 */
	async begin(isWanted: () => boolean = () => true): Promise<Turn | undefined> {
		const isFree = this.running < this.allowed && this.waiting.length === 0;
		if (isFree) this.running++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		let turn: Turn | undefined;
		try {
			while (!turn && isWanted()) {
				const rest = this.restsUntil - Date.now();
				if (rest > 0) await this.pause(rest);
				else if (this.running <= this.allowed) turn = { slowed: this.slowed };
				else {
					// Fewer are allowed by now, so it waits again, as the first in line.
					this.running--;
					await new Promise<void>((resolve) => this.waiting.unshift(resolve));
				}
			}
		} finally {
			if (!turn) {
				this.running--;
				this.startNext();
			}
		}
		return turn;
	}

	end(): void {
		this.running--;
		// A failure stops the run before the next request is asked whether it is wanted.
		if (this.waiting.length > 0) void sleep(0).then(() => this.startNext());
	}

	private startNext(): void {
		while (this.waiting.length > 0 && this.running < this.allowed) {
			this.running++;
			this.waiting.shift()?.();
		}
	}

	succeeded(): void {
		if (this.allowed >= this.most) return;
		if (this.slowed > 0 && ++this.successes < this.allowed) return;
		this.allowed++;
		this.successes = 0;
	}

	/** The service was busy. Requests that began before the last slowdown don't count. */
	throttled({ slowed }: Turn, retryAfter = 0): void {
		this.successes = 0;
		if (slowed === this.slowed) {
			this.slowed++;
			this.allowed = Math.max(1, Math.floor(this.allowed / 2));
		}
		// No request waits longer than its own retries may; the service refuses each one itself.
		if (retryAfter > retryPolicy.longest) return;
		this.restsUntil = Math.max(this.restsUntil, Date.now() + retryAfter);
	}
}

interface Turn {
	/** Number of slowdowns when it started. */
	slowed: number;
}

export const retryPolicy = {
	/** Default maximum tries; the user may lower it. */
	tries: 4,
	/** Milliseconds before the second try; each later pause doubles. */
	firstPause: 500,
	/** Total milliseconds for all pauses of a request. */
	longest: 60_000,
} as const;

/**
 * The pause before a retry, in milliseconds; undefined if that exceeds the total.
 *
 * @param tried number of tries so far
 */
export function pauseBefore(
	tried: number,
	waited: number,
	retryAfter?: number,
): number | undefined {
	// Half of the pause is random, so that parallel executions don't retry simultaneously.
	const backoff = retryPolicy.firstPause * 2 ** (tried - 1) * (0.5 + Math.random() / 2);
	const pause = Math.max(backoff, retryAfter ?? 0);
	return waited + pause > retryPolicy.longest ? undefined : pause;
}

/** Reads a Retry-After header: seconds, or a date. @returns milliseconds from `now`, if readable */
export function readRetryAfter(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string') return undefined;
	if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
