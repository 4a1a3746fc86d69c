import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { parse } from 'yaml';
import type { MockServiceOptions } from '../options';
import type { Readings } from '../readings';
import { DOCUMENT_FORMATS } from './document-formats';
import { type HttpProblem, isAuthorized } from './refusals';

/** openapi.yaml, as far as routes are made of it. */
export interface ApiDescription {
	paths: Record<string, Record<string, { operationId?: string; responses?: object }>>;
}

type ApiSpec = Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'];

const described = parse(
	readFileSync(join(__dirname, '..', 'openapi.yaml'), 'utf8'),
) as ApiDescription;

/** The interface as an OpenAPI description; a fresh copy, since the validator rewrites it. */
export function readApi(): ApiDescription {
	return structuredClone(described);
}

/** The options of the service that a request came to: all services share what is compiled. */
const optionsOf = ({ app }: Request) => app.locals.options as MockServiceOptions;

const has = (secret: 'accountSecret' | 'masterSecret') => (req: Request) => {
	const { account } = optionsOf(req);
	return isAuthorized(req, account, account[secret]);
};

/** Compiled once a process, at the first request of each endpoint. */
let shared: Array<RequestHandler | ErrorRequestHandler> | undefined;

/**
 * Middleware that lets pass only what openapi.yaml describes: routes, secrets, parameters and bodies,
 * and the answers to them. Under the reading `beyondDocument: taken`, further keys and choices pass.
 */
export function apiValidator(): Array<RequestHandler | ErrorRequestHandler> {
	return (shared ??= [
		...OpenApiValidator.middleware({
			apiSpec: readApi() as object as ApiSpec,
			// A test checks the file itself once, which would cost every start half a second.
			validateApiSpec: false,
			formats: DOCUMENT_FORMATS,
			fileUploader: false,
			validateRequests: { allErrors: true },
			validateResponses: { allErrors: true },
			validateSecurity: {
				handlers: {
					AccountSecret: has('accountSecret'),
					MasterSecret: has('masterSecret'),
				},
			},
		}),
		forgive,
	]);
}

const forgive: ErrorRequestHandler = (problem: HttpProblem, req, _res, next) => {
	const isForgiven =
		optionsOf(req).readings.beyondDocument === 'taken' &&
		problem.status === 400 &&
		problem.errors?.every(({ errorCode = '' }) =>
			/^(additionalProperties|enum)\./.test(errorCode),
		);
	next(isForgiven ? undefined : problem);
};

const clearedIn = new WeakMap<object, string[]>();

/** The fields of a contact or a purchase that a request clears. */
export function clearedFields(fields: object): string[] {
	return clearedIn.get(fields) ?? [];
}

/**
 * Takes fields that are null out of the contacts and the purchase of an import, before openapi.yaml,
 * which knows no null, is asked; under the reading `refused` they stay in.
 */
export function setNullsAside({ nullValue }: Readings, body: unknown): void {
	if (nullValue === 'refused') return;
	const { contacts, purchase } = (body ?? {}) as Record<string, unknown>;
	for (const one of [contacts, purchase].flat()) {
		if (typeof one !== 'object' || one === null) continue;
		const fields = one as Record<string, unknown>;
		const cleared = Object.keys(fields).filter((key) => fields[key] === null);
		for (const key of cleared) delete fields[key];
		if (nullValue === 'clears') clearedIn.set(fields, cleared);
	}
}
