import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { withoutTrailingSlashes } from '../fields/trailing';
import { standsInPath } from '../fields/types/id';
import { secretNames, type Secret } from '../interface/endpoints';

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
