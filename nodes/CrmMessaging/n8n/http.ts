import type { ICredentialTestFunctions, IHttpRequestOptions } from 'n8n-workflow';

/** The HTTP client's code for a timeout. */
export const timedOut = 'ECONNABORTED';

/** The network's code for a broken connection. */
export const broken = 'ECONNRESET';

/** The HTTP client's code for an aborted request, such as when the execution is canceled. */
export const canceled = 'ERR_CANCELED';

interface StreamedAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: AsyncIterable<Uint8Array> & { destroy(reason: Error): void };
}

/**
 * Sends a request while n8n tests a credential, and returns the answer with any status. Beyond the public
 * types: a test has only `request`, which has no types and accepts no signal, so the signal ends
 * it here. If a version returns something else, the test fails.
 */
export async function requestInTest(
	{ helpers }: ICredentialTestFunctions,
	{ method, url, qs, headers, timeout, abortSignal }: IHttpRequestOptions,
): Promise<StreamedAnswer> {
	const answered = helpers.request({
		method,
		url,
		qs,
		headers,
		timeout,
		useStream: true,
		resolveWithFullResponse: true,
		simple: false,
		followRedirect: false,
	}) as Promise<StreamedAnswer>;
	const aborted = new Promise<never>((_, reject) => {
		// Same error as for requests of nodes.
		const fail = () => reject(Object.assign(new Error('aborted'), { code: canceled }));
		(abortSignal as AbortSignal | undefined)?.addEventListener('abort', fail, { once: true });
	});
	const answer = await Promise.race([answered, aborted]);
	aborted.catch((reason: Error) => answer.body.destroy(reason));
	return answer;
}

/** Levels of nested errors to search, since n8n's errors wrap each other. */
const deepestCause = 5;

/** Replaces the network's code if n8n itself blocked the address. */
export const blockedByN8n = 'BLOCKED_BY_N8N';

const unreachable = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/;

/** Node.js's description of a fault in an open connection. */
const afterConnecting = /^(read|write)( E[A-Z]+)?$/;

type Fields = Partial<Record<string, unknown>>;

/**
 * The network's code in an error from n8n's HTTP helper, such as `ECONNREFUSED`. Beyond the public types:
 * newer versions keep the network's error as `cause`. Older ones replace the HTTP status by its
 * code, and list its message in `messages`. n8n's protection of its own network names its errors
 * `SsrfBlocked…`. If a version has none of these, the code is empty, and the service may have
 * received the request. The same holds for a host that was reached and then lost.
 */
export function networkCodeOf(error: unknown): string {
	const chain: Fields[] = [];
	for (let cause = error; cause && chain.length < deepestCause; cause = chain.at(-1)?.cause)
		chain.push(cause);
	const isBlocked = ({ name }: Fields) =>
		typeof name === 'string' && name.startsWith('SsrfBlocked');
	if (chain.some(isBlocked)) return blockedByN8n;
	const found = chain.flatMap(({ code, httpCode }) => [code, httpCode]).find(isNetworkCode) ?? '';
	return unreachable.test(found) && chain.some(wasConnected) ? '' : found;
}

function wasConnected({ syscall, message, messages }: Fields): boolean {
	const texts: unknown[] = [syscall, message, messages].flat();
	return texts.some((text) => typeof text === 'string' && afterConnecting.test(text));
}

/** A status has only digits. */
function isNetworkCode(code: unknown): code is string {
	return typeof code === 'string' && /^[A-Z]/.test(code);
}
