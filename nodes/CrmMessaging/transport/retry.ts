/** How often and how long a request is tried again. */
export const patience = {
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
	const own = patience.firstPause * 2 ** (tried - 1) * (0.5 + Math.random() / 2);
	const pause = Math.max(own, retryAfter ?? 0);
	return waited + pause > patience.longest ? undefined : pause;
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
