import type { RequestHandler, Response } from 'express';
import type { Timers } from '../timers';

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
	/** The request is processed immediately and answered so much later. */
	| { delayMs: number }
	/** The request is processed immediately and answered after this. */
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
	private readonly faults: Array<{ rule: FaultRule; seen: number; met: number }> = [];

	/** Adds a fault. */
	add(rule: FaultRule): void {
		this.faults.push({ rule, seen: 0, met: 0 });
	}

	/** Ends all faults. */
	clear(): void {
		this.faults.length = 0;
	}

	/** Counts a request at every rule it matches; the first rule that is due decides what happens to it. */
	take(requested: string): FaultAction | undefined {
		const matching = this.faults.filter(({ rule }) => rule.path?.test(requested) ?? true);
		for (const fault of matching) fault.seen++;
		const due = matching.find(
			({ rule, seen, met }) => seen > (rule.after ?? 0) && met < (rule.times ?? 1),
		);
		if (due) due.met++;
		return due?.rule.action;
	}
}

/** Middleware that makes requests meet with the faults that are due. */
export function playFaults(faults: FaultList, timers: Timers): RequestHandler {
	return (req, res, next) => {
		const action = faults.take(req.path);
		const processThen = (deliver: (body: Buffer) => void) => {
			holdAnswer(res, deliver);
			next();
		};
		if (action === undefined) next();
		else if (action === 'noAnswer') return;
		else if (action === 'reset') req.socket.resetAndDestroy();
		else if (action === 'processThenReset') processThen(() => req.socket.resetAndDestroy());
		else if (action === 'truncate') processThen((body) => truncate(res, body));
		else if ('respond' in action) answer(res, action.respond);
		else if ('processThenRespond' in action) {
			processThen(() => answer(res, action.processThenRespond));
		} else if ('changeAnswer' in action) {
			processThen((body) => {
				const own = JSON.parse(body.toString()) as Record<string, unknown>;
				answer(res, { status: res.statusCode, body: action.changeAnswer(own) });
			});
		} else if ('delayMs' in action) {
			processThen((body) => timers.after(action.delayMs, () => res.end(body)));
		} else processThen((body) => void action.answerAfter.then(() => res.end(body)));
	};
}

/** Holds the finished answer, and hands its body over instead. */
function holdAnswer(res: Response, deliver: (body: Buffer) => void): void {
	const end = res.end.bind(res);
	const held = (chunk: string | Buffer = '') => {
		res.end = end;
		deliver(Buffer.from(chunk));
		return res;
	};
	res.end = held as typeof res.end;
}

function truncate(res: Response, body: Buffer): void {
	res.setHeader('content-length', body.length);
	res.write(body.subarray(0, Math.floor(body.length / 2)), () => res.socket?.destroy());
}

function answer(res: Response, { status, headers = {}, body = '' }: CannedAnswer): void {
	for (const name of ['content-type', 'content-length']) res.removeHeader(name);
	const isText = typeof body === 'string';
	res.setHeader('content-type', isText ? 'text/plain; charset=utf-8' : 'application/json');
	for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
	// Not res.json: its bodies are checked against openapi.yaml, and this one is meant to differ.
	res.status(status).end(isText ? body : JSON.stringify(body));
}
