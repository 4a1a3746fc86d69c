import type { Request } from 'express';
import type { Account } from '../options';

/** The account in a path: the segment after `/account/`, decoded; empty when there is none. */
export function accountInPath(path: string): string {
	return decodeURIComponent(/\/account\/([^/]+)/.exec(path)?.[1] ?? '');
}

/**
 * Whether a request may pass: the account of the path and the secret of the header must both be right
 * (document: Authentication).
 */
export function isAuthorized(
	req: Request,
	account: Account,
	secret: 'account' | 'master',
): boolean {
	return accountInPath(req.path) === account.id && tokenOf(req) === account[`${secret}Secret`];
}

/** The secret in `Authorization: Token token=<SECRET>`, cut at `,` and `;` as observed. */
function tokenOf(req: Request): string | undefined {
	return /^Token token=([^,;]*)/.exec(req.get('authorization') ?? '')?.[1];
}
