import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import express, { type RequestHandler } from 'express';
import { Refusal } from './refusals';

/** An API request that arrived, also one that was refused. */
export interface ReceivedRequest {
	/** When it arrived, ISO 8601. */
	at: string;
	method: string;
	/** Path without query. */
	path: string;
	query: Record<string, unknown>;
	headers: IncomingHttpHeaders;
	/** The parsed body when it is JSON, else undefined. */
	body: unknown;
	/** The body as text; empty when there was none or it was too large to be read. */
	rawBody: string;
	/**
	 * The endpoint's successful answer, even if a fault withheld it; null where that holds
	 * nothing, and undefined where the endpoint did nothing.
	 */
	answer?: unknown;
	/** Status of the answer; null as long as none was sent. */
	status: number | null;
	/** Value of the answer's `x-request-id`. */
	requestId: string;
}

/** Gives every answer its `x-request-id`. */
export const giveRequestId: RequestHandler = (_req, res, next) => {
	res.setHeader('x-request-id', randomUUID());
	next();
};

/**
 * Keeps every request, reads its body, and refuses one that is too large (413).
 * @param maxBodyBytes the largest body
 */
export function recordRequests(requests: ReceivedRequest[], maxBodyBytes: number): RequestHandler {
	const readBody = express.raw({ type: () => true, limit: maxBodyBytes });
	return (req, res, next) => {
		const received: ReceivedRequest = {
			at: new Date().toISOString(),
			method: req.method,
			path: req.path,
			query: { ...req.query },
			headers: { ...req.headers },
			body: undefined,
			rawBody: '',
			status: null,
			requestId: String(res.getHeader('x-request-id')),
		};
		requests.push(received);
		res.locals.received = received;
		const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
		res.writeHead = (...args: unknown[]) => {
			received.status = Number(args[0]);
			return writeHead(...args);
		};
		readBody(req, res, (problem?: unknown) => {
			if (Buffer.isBuffer(req.body)) received.rawBody = req.body.toString('utf8');
			received.body = parseOrUndefined(received.rawBody);
			req.body = received.rawBody;
			next(problem);
		});
	};
}

/** Notes what the endpoint that comes next answers with success. */
export const recordAnswer: RequestHandler = (_req, res, next) => {
	const end = res.end.bind(res) as (...args: unknown[]) => typeof res;
	const noting = (...args: unknown[]) => {
		res.end = end as typeof res.end;
		const [body] = args;
		if (res.statusCode < 400) {
			const isText = typeof body === 'string' || Buffer.isBuffer(body);
			const received = res.locals.received as ReceivedRequest;
			received.answer = (isText ? parseOrUndefined(String(body)) : undefined) ?? null;
		}
		return end(...args);
	};
	res.end = noting as typeof res.end;
	next();
};

/**
 * Refuses a request without the headers that every request carries, reading ones too (document:
 * Common conventions). OpenAPI cannot say that: it leaves these two headers out.
 */
export const requireJsonHeaders: RequestHandler = (req, _res, next) => {
	const { accept, 'content-type': type } = req.headers;
	if (!accept?.includes('application/json')) {
		next(new Refusal(406, 'Accept must be application/json'));
	} else if (!type) {
		next(new Refusal(415, 'Content-Type must be application/json'));
	} else {
		next();
	}
};

/**
 * Turns the text of a JSON body into its value (400 when it is malformed). Other content types are
 * left to the validator, which refuses them.
 */
export const parseJsonBody: RequestHandler = (req, _res, next) => {
	const text = String(req.body);
	req.body = undefined;
	if (!req.is('application/json')) {
		next();
		return;
	}
	try {
		// A missing body is an empty one: the answer then names the fields that are missing.
		req.body = text.trim() === '' ? {} : (JSON.parse(text) as unknown);
	} catch {
		next(new Refusal(400, 'malformed JSON in the request body'));
		return;
	}
	next();
};

function parseOrUndefined(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
