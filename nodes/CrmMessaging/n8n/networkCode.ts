/** Errors of n8n wrap each other; so deep is the network's own looked for. */
const deepest = 5;

/** Stands for the network's code where n8n itself kept a request from its address. */
export const blockedByN8n = 'BLOCKED_BY_N8N';

/**
 * The network's code of an error that n8n's HTTP helper threw, such as `ECONNREFUSED`.
 *
 * Beyond the public types: newer versions of n8n keep the network's error as `cause`, older ones
 * put its code where the HTTP status stands; and n8n's protection of its own network names its errors
 * `SsrfBlocked…`. Where a version gives none of these, the code is empty, and the failure counts as one
 * in which the service may have taken the request.
 */
export function networkCodeOf(error: unknown): string {
	for (let at: unknown = error, depth = 0; at && depth < deepest; depth++) {
		const { code, httpCode, cause, name } = at as Partial<Record<string, unknown>>;
		if (typeof name === 'string' && name.startsWith('SsrfBlocked')) return blockedByN8n;
		const found = [code, httpCode].find(isNetworkCode);
		if (found) return found;
		at = cause;
	}
	return '';
}

/** A status is written in digits. */
function isNetworkCode(code: unknown): code is string {
	return typeof code === 'string' && /^[A-Z]/.test(code);
}
