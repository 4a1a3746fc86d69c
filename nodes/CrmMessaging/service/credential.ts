import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { standsInPath } from '../fields/types/text';
import { secretNames, type Secret, secretOf } from './endpoints';
import { textOf } from '../fields/values';
import { signalWithin } from './exchange';

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
 * Checks what a person typed into the credential.
 *
 * @param data the credential's fields
 * @returns the account, ready to use; the master secret may be empty
 * @throws CredentialError naming the field, never its value
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

/**
 * Gives the secret that a request needs.
 *
 * @throws CredentialError when the credential leaves it empty (only the master secret may be)
 */
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
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		throw notHttp();
	}
	if (url.protocol !== 'http:' && url.protocol !== 'https:') throw notHttp();
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
	return withoutTrailingSlashes(text);
}

function notHttp(): CredentialError {
	return new CredentialError(
		'The Base URL of the credential must be an address that begins with https:// or http://',
	);
}

function checkAccountId(text: string): string {
	if (!text) throw new CredentialError('The Account ID of the credential is required');
	if (!standsInPath(text)) {
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

/** A text without the slashes at its end, however many there are. */
function withoutTrailingSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end--;
	return text.slice(0, end);
}

/**
 * Adds the service's headers to a request of any node, with the secret that its path needs
 * (docs/service.md, Authentication).
 *
 * @returns a copy of the request
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
		...noRedirects,
		abortSignal: signalWithin(request),
	};
}

/** Clients hand a secret on where a redirect leads to a subdomain. Older nodes say it by the other two. */
const noRedirects = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

/** Servers share addresses, and lead a request where its header Host says. */
function otherHost({ headers = {} }: IHttpRequestOptions, host: string): string | undefined {
	const given = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'host');
	return given.map(([, value]) => textOf(value)).find((value) => value !== host);
}

function addressOf(request: IHttpRequestOptions, baseUrl: string): URL {
	// Older nodes give the whole address as `uri`.
	const given = request.url || (request as { uri?: string }).uri || '';
	// As HTTP clients read it: blanks around it and line breaks in it count as nothing.
	if (URL.canParse(given)) return new URL(given);
	const base = withoutTrailingSlashes(request.baseURL ?? baseUrl);
	return new URL(`${base}/${given.replace(/^\/+/, '')}`);
}
