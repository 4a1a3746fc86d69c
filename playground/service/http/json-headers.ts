import type { RequestHandler } from 'express';
import { Refusal } from './refusals';

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
