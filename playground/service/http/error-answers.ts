import type { ErrorRequestHandler } from 'express';
import { accountInPath } from './authorization';
import { AuthorizationFailure } from './refusals';
import { validationText, type ValidationProblem } from './validation-text';

/** Errors of Express, the validator and the endpoints have these in common. */
interface HttpProblem {
	status?: number;
	message: string;
	path?: string;
	errors?: ValidationProblem[];
}

/**
 * Turns everything thrown on the way of a request into `{"error": "<text>"}`, with the statuses and
 * texts observed of the service.
 */
export const answerErrors: ErrorRequestHandler = (thrown: HttpProblem, req, res, next) => {
	if (res.headersSent) {
		next(thrown);
		return;
	}
	const { status, text } = toAnswer(thrown, req.path);
	res.status(status)
		.type('application/json')
		.send(JSON.stringify({ error: text }));
};

function toAnswer(problem: HttpProblem, path: string): { status: number; text: string } {
	const status = problem.status ?? 500;
	if (status === 401)
		return { status, text: new AuthorizationFailure(accountInPath(path)).message };
	// A method the document does not have on a path is an unknown route like any other.
	if (status === 405) return { status: 404, text: 'not found' };
	if (status === 400 && problem.path?.startsWith('/query/')) {
		const isUnknown = problem.message.startsWith('Unknown');
		const parameter = problem.path.slice('/query/'.length);
		return { status, text: `${parameter} is ${isUnknown ? 'unknown' : 'invalid'}` };
	}
	if (status === 400 && problem.errors) return { status, text: validationText(problem.errors) };
	return { status, text: problem.message };
}
