import type { ErrorRequestHandler, Request } from 'express';
import type { Account } from '../options';

/** A request the service refuses, with the status and text of its answer. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** What Express, the validator and the endpoints throw. */
export interface HttpProblem {
	status?: number;
	message: string;
	/** The validator's complaints: where (`/body/deliveries/0`), what, and the schema's keyword. */
	errors?: Array<{ path: string; message: string; errorCode?: string }>;
}

/** The account in a path: the segment after `/account/`, decoded; empty when there is none. */
function accountInPath({ path }: Request): string {
	return decodeURIComponent(/\/account\/([^/]+)/.exec(path)?.[1] ?? '');
}

/**
 * Whether a request may pass: the account of the path and the secret of the header must both be right
 * (document: Authentication). The secret is cut at `,` and `;`, as observed.
 */
export function isAuthorized(req: Request, account: Account, secret: string): boolean {
	const token = /^Token token=([^,;]*)/.exec(req.get('authorization') ?? '')?.[1];
	return accountInPath(req) === account.id && token === secret;
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
			? `authorization failure for account: ${accountInPath(req)}`
			: (texts?.join(', ') ?? thrown.message);
	res.status(status).type('application/json').send(JSON.stringify({ error }));
};
