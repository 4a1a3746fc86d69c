import { sleep } from 'n8n-workflow';

/** How many requests are in progress at the same time. */
export const concurrency = {
	/** Unless the person chooses otherwise. */
	usual: 5,
	/** The highest number that a person may choose. */
	most: 20,
} as const;

/** The one gate for the requests of a run: how many are in progress, and what the service asks for. */
export class RateLimiter {
	private allowed: number;
	private running = 0;
	/** Successes since `allowed` last changed. */
	private successes = 0;
	/** Times that it became slower. */
	private slowed = 0;
	private restsUntil = 0;
	private readonly waiting: Array<() => void> = [];

	/**
	 * @param most requests in progress at the same time, while all goes well
	 * @param pause waits some milliseconds; what it throws ends the request that waits
	 */
	constructor(
		private readonly most: number,
		private readonly pause: (milliseconds: number) => Promise<void>,
	) {
		this.allowed = most;
	}

	/**
	 * Waits until a request may leave.
	 *
	 * @param isWanted asked whenever it could leave
	 * @returns the request's turn, which has to be ended; undefined once it isn't wanted any more
	 */
	async begin(isWanted: () => boolean = () => true): Promise<Turn | undefined> {
		for (;;) {
			if (!isWanted()) return undefined;
			const { left } = this;
			if (left > 0) await this.pause(left);
			else if (this.running < this.allowed) break;
			else await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		this.running++;
		return { slowed: this.slowed };
	}

	/** Ends a turn, whatever came of it. */
	end(): void {
		this.running--;
		if (this.waiting.length === 0) return;
		// If it failed, that stops the run before the next one is asked whether it is wanted.
		void sleep(0).then(() => {
			for (const wake of this.waiting.splice(0)) wake();
		});
	}

	/** Milliseconds that are left of the wait. */
	private get left(): number {
		return this.restsUntil - Date.now();
	}

	/** After each run of successes, one more may be in progress. */
	succeeded(): void {
		if (++this.successes < this.allowed || this.allowed === this.most) return;
		this.allowed++;
		this.successes = 0;
	}

	/**
	 * The service turned a request away because it is busy: half as many may be in progress. Those that
	 * had begun before it became slower say nothing new.
	 *
	 * @param retryAfter milliseconds in which the service wants no request
	 */
	throttled({ slowed }: Turn, retryAfter = 0): void {
		this.successes = 0;
		if (slowed === this.slowed) {
			this.slowed++;
			this.allowed = Math.max(1, Math.floor(this.allowed / 2));
		}
		// No one waits for longer than a request would: each is then told so by the service itself.
		if (retryAfter > retryPolicy.longest) return;
		this.restsUntil = Math.max(this.restsUntil, Date.now() + retryAfter);
	}
}

/** A request that may leave. */
interface Turn {
	/** Times that the pace had become slower when it left. */
	slowed: number;
}

/** How often and how long a request is tried again. */
export const retryPolicy = {
	/** Times a request is sent at most, unless the person lowers it. */
	tries: 4,
	/** Milliseconds before the second try; each further one waits twice as long. */
	firstPause: 500,
	/** Milliseconds that all pauses of one request may take together. */
	longest: 60_000,
} as const;

/**
 * How long to wait before a request is tried again.
 *
 * @param tried times it was sent so far
 * @param waited milliseconds that were waited so far
 * @param retryAfter milliseconds the service asks for, where it does
 * @returns milliseconds, or undefined when the patience would be used up
 */
export function pauseBefore(
	tried: number,
	waited: number,
	retryAfter?: number,
): number | undefined {
	// Half of the pause is random, so that many executions do not come back at the same moment.
	const backoff = retryPolicy.firstPause * 2 ** (tried - 1) * (0.5 + Math.random() / 2);
	const pause = Math.max(backoff, retryAfter ?? 0);
	return waited + pause > retryPolicy.longest ? undefined : pause;
}

/**
 * Reads a Retry-After header: seconds, or a date.
 *
 * @returns milliseconds from `now`, or undefined where there is none that can be understood
 */
export function readRetryAfter(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string') return undefined;
	if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
