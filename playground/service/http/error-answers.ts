import type { ErrorRequestHandler } from 'express';
import { accountInPath } from './authorization';
import { AuthorizationFailure } from './refusals';

/** What Express, the validator and the endpoints throw. */
export interface HttpProblem {
	status?: number;
	message: string;
	/** The validator's complaints: where (`/body/deliveries/0`), what, and the schema's keyword. */
	errors?: Array<{ path: string; message: string; errorCode?: string }>;
}

/**
 * Turns everything thrown on the way of a request into `{"error": "<text>"}`, with the statuses observed
 * of the service and the validator's own texts.
 */
export const answerErrors: ErrorRequestHandler = (thrown: HttpProblem, req, res, next) => {
	if (res.headersSent) {
		next(thrown);
		return;
	}
	// A method the document does not have on a path is an unknown route like any other.
	const status = thrown.status === 405 ? 404 : (thrown.status ?? 500);
	const texts = thrown.errors?.map(({ path, message }) => `${path} ${message}`);
	const error =
		status === 401
			? new AuthorizationFailure(accountInPath(req.path)).message
			: (texts?.join(', ') ?? thrown.message);
	res.status(status).type('application/json').send(JSON.stringify({ error }));
};
