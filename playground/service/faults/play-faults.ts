import type { Request, RequestHandler, Response } from 'express';
import type { Timers } from '../timers';
import type { CannedAnswer, FaultAction, FaultList } from './faults';

/** Middleware that makes requests meet with the faults that are due. */
export function playFaults(faults: FaultList, timers: Timers): RequestHandler {
	return (req, res, next) => {
		const action = faults.take(req.path);
		if (action === undefined) next();
		else play(action, req, res, next, timers);
	};
}

function play(
	action: FaultAction,
	req: Request,
	res: Response,
	process: () => void,
	timers: Timers,
): void {
	const processThen = (deliver: (body: Buffer) => void) => {
		holdAnswer(res, deliver);
		process();
	};
	if (action === 'reset') req.socket.resetAndDestroy();
	else if (action === 'processThenReset') processThen(() => req.socket.resetAndDestroy());
	else if (action === 'truncate') processThen((body) => truncate(res, body));
	else if (action === 'noAnswer') return;
	else if ('respond' in action) sendCanned(res, action.respond);
	else if ('processThenRespond' in action) {
		processThen(() => sendCanned(res, action.processThenRespond));
	} else if ('changeAnswer' in action) {
		processThen((body) => {
			const answer = action.changeAnswer(
				JSON.parse(body.toString()) as Record<string, unknown>,
			);
			sendCanned(res, { status: res.statusCode, body: answer });
		});
	} else if ('delayMs' in action) {
		processThen((body) => timers.after(action.delayMs, () => res.end(body)));
	} else processThen((body) => void action.answerAfter.then(() => res.end(body)));
}

/** Keeps the finished answer back and hands its body over instead. */
function holdAnswer(res: Response, deliver: (body: Buffer) => void): void {
	const end = res.end.bind(res);
	const held = (chunk?: unknown) => {
		res.end = end;
		const text = typeof chunk === 'string' ? chunk : '';
		deliver(Buffer.isBuffer(chunk) ? chunk : Buffer.from(text));
		return res;
	};
	res.end = held as typeof res.end;
}

function sendCanned(res: Response, { status, headers = {}, body }: CannedAnswer): void {
	for (const name of ['content-type', 'content-length']) res.removeHeader(name);
	res.status(status);
	const isJson = body !== undefined && typeof body !== 'string';
	const text = isJson ? JSON.stringify(body) : (body ?? '');
	res.setHeader('content-type', isJson ? 'application/json' : 'text/plain; charset=utf-8');
	for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
	// Not res.json: its bodies are checked against openapi.yaml, and this one is meant to differ.
	res.end(text);
}

function truncate(res: Response, body: Buffer): void {
	res.setHeader('content-length', body.length);
	res.write(body.subarray(0, Math.floor(body.length / 2)), () => res.socket?.destroy());
}
