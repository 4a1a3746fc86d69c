/** Errors of n8n wrap each other; so deep is the network's own looked for. */
const deepest = 5;

/** Stands for the network's code where n8n itself kept a request from its address. */
export const blockedByN8n = 'BLOCKED_BY_N8N';

/** Codes of a host that cannot be reached, or no longer can. */
const unreachable = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/;

/** What Node.js calls a fault of a connection that was there. */
const afterConnecting = /^(read|write)( E[A-Z]+)?$/;

type Fields = Partial<Record<string, unknown>>;

/**
 * The network's code of an error that n8n's HTTP helper threw, such as `ECONNREFUSED`.
 *
 * Beyond the public types: newer versions of n8n keep the network's error as `cause`, older ones
 * put its code where the HTTP status stands, and its message among their `messages`; and n8n's
 * protection of its own network names its errors `SsrfBlocked…`. Where a version gives none of these,
 * the code is empty, and the failure counts as one in which the service may have taken the request.
 * So it is where a host could be reached, and no longer can: some of the request may have arrived.
 */
export function networkCodeOf(error: unknown): string {
	const chain = chainOf(error);
	const isBlocked = ({ name }: Fields) =>
		typeof name === 'string' && name.startsWith('SsrfBlocked');
	if (chain.some(isBlocked)) return blockedByN8n;
	const found = chain.flatMap(({ code, httpCode }) => [code, httpCode]).find(isNetworkCode) ?? '';
	return unreachable.test(found) && chain.some(wasConnected) ? '' : found;
}

/** An error and what caused it. */
function chainOf(error: unknown): Fields[] {
	const chain: Fields[] = [];
	for (let at = error; at && chain.length < deepest; at = chain.at(-1)?.cause) {
		chain.push(at);
	}
	return chain;
}

function wasConnected({ syscall, message, messages }: Fields): boolean {
	const said: unknown[] = [syscall, message, messages].flat();
	return said.some((text) => typeof text === 'string' && afterConnecting.test(text));
}

/** A status is written in digits. */
function isNetworkCode(code: unknown): code is string {
	return typeof code === 'string' && /^[A-Z]/.test(code);
}
