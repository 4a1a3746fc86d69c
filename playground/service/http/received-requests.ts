import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import express, { type RequestHandler, type Response } from 'express';
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
	/** The endpoint's success, even if a fault withheld it; undefined where the endpoint did nothing. */
	answer?: unknown;
	/** Status of the answer; null as long as none was sent. */
	status: number | null;
	/** Value of the answer's `x-request-id`. */
	requestId: string;
}

/** The record of a request that is being answered. */
export const receivedOf = (res: Response): ReceivedRequest =>
	res.locals.received as ReceivedRequest;

/**
 * Keeps every request, reads its body, and refuses one that is too large (413).
 *
 * @param maxBodyBytes the largest body
 */
export function recordRequests(requests: ReceivedRequest[], maxBodyBytes: number): RequestHandler {
	const readBody = express.raw({ type: () => true, limit: maxBodyBytes });
	return (req, res, next) => {
		const requestId = randomUUID();
		const { method, path, query, headers } = req;
		const received: ReceivedRequest = {
			at: new Date().toISOString(),
			method,
			path,
			query: { ...query },
			headers: { ...headers },
			body: undefined,
			rawBody: '',
			status: null,
			requestId,
		};
		requests.push(received);
		res.locals.received = received;
		res.setHeader('x-request-id', requestId);
		res.once('close', () => (received.status = res.headersSent ? res.statusCode : null));
		readBody(req, res, (problem?: unknown) => {
			if (Buffer.isBuffer(req.body)) received.rawBody = req.body.toString('utf8');
			received.body = parseOrUndefined(received.rawBody);
			next(problem);
		});
	};
}

/**
 * Refuses a request without the headers that every request carries, reading ones too (document: Common
 * conventions), which OpenAPI can't express, and one whose JSON is malformed. The validator refuses other types.
 */
export const acceptJson: RequestHandler = (req, res, next) => {
	const { accept, 'content-type': type } = req.headers;
	const { rawBody, body } = receivedOf(res);
	if (!accept?.includes('application/json')) {
		throw new Refusal(406, 'Accept must be application/json');
	}
	if (!type) throw new Refusal(415, 'Content-Type must be application/json');
	// A missing body is an empty one: the answer then names the fields that are missing.
	const json = rawBody.trim() === '' ? {} : body;
	if (req.is('application/json') && json === undefined) {
		throw new Refusal(400, 'malformed JSON in the request body');
	}
	req.body = req.is('application/json') ? json : undefined;
	next();
};

function parseOrUndefined(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
