/** An answer given instead of the service's own. */
export interface CannedAnswer {
	status: number;
	headers?: Record<string, string>;
	/** A text is sent as it is (text/plain unless headers say otherwise), anything else as JSON. */
	body?: unknown;
}

/** What goes wrong. */
export type FaultAction =
	/** The request is not processed; this is answered. */
	| { respond: CannedAnswer }
	/** The request is processed; this is answered instead of the outcome. */
	| { processThenRespond: CannedAnswer }
	/** The connection is reset before anything is processed. */
	| 'reset'
	/** The request is processed and the connection reset before the answer. */
	| 'processThenReset'
	/** The request is not processed and never answered; the connection stays open. */
	| 'noAnswer'
	/** The request is processed at once and answered so much later. */
	| { delayMs: number }
	/** The request is processed at once and answered after this; only a program can say it. */
	| { answerAfter: Promise<unknown> }
	/** The request is processed and its answer's body arrives in ten pieces, so far apart. */
	| { dripMs: number }
	/** The request is processed and the connection ends after half of the answer's body. */
	| 'truncate';

/** Which requests meet with a fault, and which fault. */
export interface FaultRule {
	/** Left out: any method. */
	method?: string;
	/** Matched against the path without query; left out: any path. */
	path?: RegExp;
	/** How many matching requests meet with it; 1 when left out. */
	times?: number;
	/** How many matching requests pass first; 0 when left out. */
	after?: number;
	action: FaultAction;
}

const WORD_ACTIONS = ['reset', 'processThenReset', 'noAnswer', 'truncate'];

/**
 * Reads a rule that came as JSON, in which `path` is the source of a regular expression.
 * @returns the rule, or a sentence that says what is wrong
 */
export function readFaultRule(json: unknown): FaultRule | string {
	const { method, path, times, after, action } = (json ?? {}) as Record<string, unknown>;
	if (!isAction(action)) {
		return (
			`action must be one of ${WORD_ACTIONS.join(', ')} or an object: {"respond": {"status": 500}}, ` +
			'{"processThenRespond": {"status": 502}}, {"delayMs": 1000} or {"dripMs": 200}'
		);
	}
	if (method !== undefined && typeof method !== 'string') return 'method must be a text';
	for (const [name, value] of Object.entries({ times, after })) {
		if (value !== undefined && typeof value !== 'number') return `${name} must be a number`;
	}
	if (path !== undefined && !isPattern(path)) return 'path must be a regular expression';
	return {
		...(method !== undefined && { method }),
		...(path !== undefined && { path: new RegExp(path) }),
		...(times !== undefined && { times: Number(times) }),
		...(after !== undefined && { after: Number(after) }),
		action,
	};
}

function isAction(value: unknown): value is FaultAction {
	if (typeof value === 'string') return WORD_ACTIONS.includes(value);
	const action = (value ?? {}) as Record<string, unknown>;
	const canned = (action['respond'] ?? action['processThenRespond']) as CannedAnswer | undefined;
	return (
		typeof canned?.status === 'number' ||
		typeof action['delayMs'] === 'number' ||
		typeof action['dripMs'] === 'number'
	);
}

function isPattern(source: unknown): source is string {
	try {
		return typeof source === 'string' && new RegExp(source) instanceof RegExp;
	} catch {
		return false;
	}
}
