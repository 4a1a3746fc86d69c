import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { wrongCredential } from '../catalogue/requests';
import type { Sentence } from '../catalogue/sentence';
import { isPathSegment } from '../fields/types/text';
import { secretNames, type Secret, secretOf } from './endpoints';
import { textOf } from '../fields/values';
import { signalWithin } from './exchange';

/** Looked for from where they begin, since a text may hold very many. */
const trailingSlashes = /(?<!\/)\/+$/;

/** What the credential `crmMessagingApi` holds, checked. */
export interface ServiceAccount {
	/** http(s) address without a trailing slash. */
	baseUrl: string;
	accountId: string;
	secrets: Record<Secret, string>;
}

/** Something is wrong with the credential. */
export class CredentialError extends Error {
	constructor(readonly problem: Sentence) {
		super(`${problem.text}. ${problem.advice}`);
	}
}

/**
 * Checks the credential's fields; the master secret may be empty.
 *
 * @throws CredentialError naming the field, never the value of a secret
 */
export function readAccount(data: ICredentialDataDecryptedObject): ServiceAccount {
	return {
		baseUrl: checkBaseUrl(requiredText('Base URL', data.baseUrl)),
		accountId: checkAccountId(requiredText('Account ID', data.accountId)),
		secrets: {
			account: checkSecret(
				secretNames.account,
				requiredText(secretNames.account, data.accountSecret),
			),
			master: checkSecret(secretNames.master, trimmedText(data.masterSecret)),
		},
	};
}

/** The secret that a request needs. @throws CredentialError if it is the master secret, and empty */
export function secretFor(account: ServiceAccount, secret: Secret): string {
	const value = account.secrets[secret];
	if (!value) {
		throw new CredentialError(wrongCredential.credentialFieldMissing(secretNames[secret]));
	}
	return value;
}

function trimmedText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function requiredText(name: string, value: unknown): string {
	const text = trimmedText(value);
	if (text === '') throw new CredentialError(wrongCredential.credentialFieldMissing(name));
	return text;
}

function checkBaseUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isPlain =
		url !== undefined &&
		/^https?:$/.test(url.protocol) &&
		!url.username &&
		!url.password &&
		!/[?#]/.test(text) &&
		!/\/v2\/account(\/|$)/i.test(url.pathname);
	if (isPlain) return text.replace(trailingSlashes, '');
	throw new CredentialError(wrongCredential.invalidBaseUrl());
}

function checkAccountId(text: string): string {
	if (isPathSegment(text)) return text;
	throw new CredentialError(wrongCredential.invalidAccountId(text));
}

/** All visible characters but the two at which the service cuts the header. */
const sendable = /^[!-+\--:<-~]*$/;
const pastedHeader = /^(authorization:)?token=/i;

function checkSecret(name: string, text: string): string {
	if (sendable.test(text) && !pastedHeader.test(text)) return text;
	throw new CredentialError(wrongCredential.invalidSecret(name));
}

/**
 * Adds the service's headers to a request of any node, with the secret that its path needs
 * (docs/service.md, Authentication).
 *
 * @throws CredentialError when the credential is wrong, or the request goes to another server
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const account = readAccount(credentials);
	const url = addressOf(request, account.baseUrl);
	const { origin } = new URL(account.baseUrl);
	const elsewhere = url.origin !== origin ? url.origin : otherHost(request, url.host);
	if (elsewhere !== undefined) {
		throw new CredentialError(wrongCredential.foreignAddress(origin, elsewhere));
	}
	const secret = secretFor(account, secretOf(url.pathname));
	const { baseURL: _, uri: __, ...rest } = request as IHttpRequestOptions & { uri?: string };
	return {
		...rest,
		// What was checked is what is called; HTTP clients read an odd address in ways of their own.
		url: url.href,
		headers: {
			Accept: 'application/json',
			'Content-Type': 'application/json',
			...request.headers,
			Authorization: `Token token=${secret}`,
		},
		// Clients hand a secret on where a redirect leads to a subdomain. Older nodes say it by the other two.
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
		abortSignal: signalWithin(request),
	} as IHttpRequestOptions;
}

/** Servers share addresses, and lead a request where its header Host says. */
function otherHost({ headers = {} }: IHttpRequestOptions, host: string): string | undefined {
	const hosts = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'host');
	return hosts.map(([, value]) => textOf(value)).find((value) => value !== host);
}

function addressOf(request: IHttpRequestOptions, baseUrl: string): URL {
	// Older nodes give the whole address as `uri`.
	const address = request.url || (request as { uri?: string }).uri || '';
	// As HTTP clients read it: blanks around it and line breaks in it count as nothing.
	if (URL.canParse(address)) return new URL(address);
	const base = (request.baseURL ?? baseUrl).replace(trailingSlashes, '');
	return new URL(`${base}/${address.replace(/^\/+/, '')}`);
}
