/** An answer given instead of the service's own. */
export interface CannedAnswer {
	status: number;
	headers?: Record<string, string>;
	/** A text is sent as it is (text/plain unless headers say otherwise), anything else as JSON. */
	body?: unknown;
}

/** Makes another body of the answer's own. */
export type ChangedAnswer = (answer: Record<string, unknown>) => unknown;

/** What goes wrong. */
export type FaultAction =
	/** The request is not processed; this is answered. */
	| { respond: CannedAnswer }
	/** The request is processed; this is answered instead of the outcome. */
	| { processThenRespond: CannedAnswer }
	/** The request is processed; its answer is changed to one that the document doesn't show. */
	| { changeAnswer: ChangedAnswer }
	/** The connection is reset before anything is processed. */
	| 'reset'
	/** The request is processed and the connection reset before the answer. */
	| 'processThenReset'
	/** The request is not processed and never answered; the connection stays open. */
	| 'noAnswer'
	/** The request is processed at once and answered so much later. */
	| { delayMs: number }
	/** The request is processed at once and answered after this. */
	| { answerAfter: Promise<unknown> }
	/** The request is processed and the connection ends after half of the answer's body. */
	| 'truncate';

/** Which requests meet with a fault, and which fault. */
export interface FaultRule {
	/** Matched against the path without query; left out: any path. */
	path?: RegExp;
	/** How many matching requests meet with it; 1 when left out. */
	times?: number;
	/** How many matching requests pass first; 0 when left out. */
	after?: number;
	action: FaultAction;
}

/** The faults the service has been told to have. */
export class FaultList {
	private readonly faults: Array<{ rule: FaultRule; seen: number; taken: number }> = [];

	/** Adds a fault. */
	add(rule: FaultRule): void {
		this.faults.push({ rule, seen: 0, taken: 0 });
	}

	/** Ends all faults. */
	clear(): void {
		this.faults.length = 0;
	}

	/**
	 * Counts a request at every rule it matches; the first rule that is due takes it.
	 * @returns what happens to the request, or undefined when nothing does
	 */
	take(requested: string): FaultAction | undefined {
		const matching = this.faults.filter(({ rule }) => rule.path?.test(requested) ?? true);
		for (const fault of matching) fault.seen++;
		const due = matching.find(
			({ rule, seen, taken }) => seen > (rule.after ?? 0) && taken < (rule.times ?? 1),
		);
		if (due) due.taken++;
		return due?.rule.action;
	}
}
