import { sleep } from 'n8n-workflow';

/** Requests in progress at the same time. */
export const concurrency = { first: 5, most: 20 } as const;

/** What one request may take in all, so that none is without end. */
export const transport = {
	/** Milliseconds to wait for an answer. */
	longestMs: 120_000,
	/** Of an answer: the reports of 8,000 campaigns. The worst text takes a second and 400 MB to parse. */
	mostBytes: 8 * 1024 * 1024,
	/** Of an answer: a short text can hold millions, and n8n stores each as an item. */
	mostValues: 1_000_000,
} as const;

export const retryPolicy = {
	tries: 4,
	/** Milliseconds before the second try; each later pause doubles. */
	firstPause: 500,
	/** Total milliseconds for all pauses of a request. */
	longest: 60_000,
} as const;

/** Limits the requests of a run: how many are in progress, and when the service accepts more. */
export class RateLimiter {
	private allowed: number;
	private running = 0;
	private restsUntil = 0;
	/** Settles when the last request in line has its turn. */
	private line: Promise<unknown> = Promise.resolve();
	/** Wakes the first in line. */
	private wake = (): void => undefined;

	/** @param pause waits some milliseconds; its error ends the waiting request */
	constructor(
		private readonly most: number,
		private readonly pause: (milliseconds: number) => Promise<void>,
	) {
		this.allowed = Math.min(concurrency.first, most);
	}

	/** Waits for a turn, in order. @returns how many are allowed then; undefined if it's no longer wanted */
	async begin(isWanted: () => boolean = () => true): Promise<number | undefined> {
		const turn = this.line.then(async () => await this.takeTurn(isWanted));
		this.line = turn.catch(() => undefined);
		return await turn;
	}

	private async takeTurn(isWanted: () => boolean): Promise<number | undefined> {
		while (isWanted()) {
			const rest = this.restsUntil - Date.now();
			if (rest > 0) await this.pause(rest);
			else if (this.running < this.allowed) {
				this.running++;
				return this.allowed;
			} else await new Promise<void>((resolve) => (this.wake = resolve));
		}
		return undefined;
	}

	end(): void {
		// A failure stops the run before the next request is asked whether it is wanted.
		void sleep(0).then(() => {
			this.running--;
			this.wake();
		});
	}

	succeeded(): void {
		this.allowed = Math.min(this.most, this.allowed + 1);
	}

	/** The service was busy: half as many as were allowed when the request began. */
	throttled(allowedThen: number, retryAfter = 0): void {
		this.allowed = Math.max(1, Math.min(this.allowed, Math.floor(allowedThen / 2)));
		// No request waits longer than its own retries may; the service refuses each one itself.
		if (retryAfter > retryPolicy.longest) return;
		this.restsUntil = Math.max(this.restsUntil, Date.now() + retryAfter);
	}
}

/** The pause before a retry, in milliseconds; undefined if that exceeds the total. */
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
	const text = typeof header === 'string' ? header : '';
	const wait = /^\s*\d+\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
	return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
