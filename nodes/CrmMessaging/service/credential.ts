import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
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

/** Something is wrong with the credential; the message says what and what to do. */
export class CredentialError extends Error {}

/**
 * Checks the credential's fields; the master secret may be empty.
 *
 * @throws CredentialError naming the field, never the value of a secret
 */
export function readAccount(data: ICredentialDataDecryptedObject): ServiceAccount {
	return {
		baseUrl: checkBaseUrl(trimmedText(data.baseUrl)),
		accountId: checkAccountId(trimmedText(data.accountId)),
		secrets: {
			account: checkSecret('account', trimmedText(data.accountSecret), true),
			master: checkSecret('master', trimmedText(data.masterSecret), false),
		},
	};
}

/** The secret that a request needs. @throws CredentialError if it is the master secret, and empty */
export function secretFor(account: ServiceAccount, secret: Secret): string {
	const value = account.secrets[secret];
	if (!value) {
		throw new CredentialError(
			`Sending push notifications and SMS needs the ${secretNames[secret]}, which the credential leaves empty; add it there`,
		);
	}
	return value;
}

function trimmedText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function checkBaseUrl(text: string): string {
	if (!text) throw new CredentialError('The Base URL of the credential is required');
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw new CredentialError(
			'The Base URL of the credential must be an address that begins with https:// or http://',
		);
	}
	if (url.username || url.password || /[?#]/.test(text)) {
		throw new CredentialError(
			'The Base URL of the credential must be a plain address, without a user name, “?” or “#”',
		);
	}
	if (/\/v2\/account(\/|$)/i.test(url.pathname)) {
		throw new CredentialError(
			'The Base URL of the credential must not hold /v2/account/…; enter the address alone, the node adds the rest',
		);
	}
	return text.replace(trailingSlashes, '');
}

function checkAccountId(text: string): string {
	if (!text) throw new CredentialError('The Account ID of the credential is required');
	if (!isPathSegment(text)) {
		throw new CredentialError(`The Account ID of the credential cannot be “${text}”`);
	}
	return text;
}

function checkSecret(secret: Secret, text: string, required: boolean): string {
	const name = secretNames[secret];
	if (!text && required) throw new CredentialError(`The ${name} of the credential is required`);
	if (/^(authorization:|token\b)/i.test(text) && /token\s*=|\s/i.test(text)) {
		throw new CredentialError(
			`The ${name} of the credential begins with “Token token=”; paste the secret alone, the node adds the rest`,
		);
	}
	// The service cuts the header at these two.
	if (/[,;]/.test(text)) {
		throw new CredentialError(
			`The ${name} of the credential contains “,” or “;”, which no secret has; copy it again`,
		);
	}
	if (!/^[\x21-\x7e]*$/.test(text)) {
		throw new CredentialError(
			`The ${name} of the credential contains a space, a line break or another character that no secret has; copy it again`,
		);
	}
	return text;
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
		throw new CredentialError(
			`The secrets of this credential are for ${origin} only, so no request to ${elsewhere} is sent with them`,
		);
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
