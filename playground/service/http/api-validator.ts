import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { parse } from 'yaml';
import type { Account, MockServiceOptions } from '../options';
import { isAuthorized } from './authorization';
import { DOCUMENT_FORMATS } from './document-formats';
import type { ApiDescription } from './api-description';
import type { HttpProblem } from './error-answers';

type ApiSpec = Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'];

const file = join(__dirname, '..', 'openapi.yaml');
const described = parse(readFileSync(file, 'utf8')) as ApiDescription;

/** The interface as an OpenAPI description; a fresh copy, since the validator rewrites it. */
export function readApi(): ApiDescription {
	return structuredClone(described);
}

/** Compiled once a process, at the first request of each endpoint. */
let shared: RequestHandler[] | undefined;

/**
 * Middleware that lets pass only what openapi.yaml describes: routes, secrets, parameters and bodies,
 * and the answers to them. Under the reading `beyondDocument: taken`, further keys and choices pass.
 */
export function apiValidator({
	account,
	readings,
}: Pick<MockServiceOptions, 'account' | 'readings'>): Array<RequestHandler | ErrorRequestHandler> {
	const nameAccount: RequestHandler = (req, _res, next) => {
		accounts.set(req, account);
		next();
	};
	const forgive: ErrorRequestHandler = (problem: HttpProblem, _req, _res, next) => {
		const isForgiven =
			readings.beyondDocument === 'taken' &&
			problem.status === 400 &&
			problem.errors?.every(({ errorCode = '' }) => isBeyondDocument.test(errorCode));
		next(isForgiven ? undefined : problem);
	};
	return [nameAccount, ...(shared ??= compile(readApi())), forgive];
}

/** The code of a complaint about a key or a choice that the document does not have. */
const isBeyondDocument = /^(additionalProperties|enum)\./;

/** Whose secrets a request needs: services of several accounts share what is compiled. */
const accounts = new WeakMap<Request, Account>();

function compile(api: ApiDescription): RequestHandler[] {
	const isAllowed = (secret: 'account' | 'master') => (req: Request) =>
		isAuthorized(req, accounts.get(req)!, secret);
	return OpenApiValidator.middleware({
		apiSpec: api as object as ApiSpec,
		// A test checks the file itself once, which would cost every start half a second.
		validateApiSpec: false,
		formats: DOCUMENT_FORMATS,
		fileUploader: false,
		validateRequests: { allErrors: true },
		validateResponses: { allErrors: true },
		validateSecurity: {
			handlers: { AccountSecret: isAllowed('account'), MasterSecret: isAllowed('master') },
		},
	});
}
