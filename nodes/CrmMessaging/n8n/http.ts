import type { ICredentialTestFunctions, IHttpRequestOptions } from 'n8n-workflow';

/** The code of n8n's HTTP client for an answer that takes longer than its timeout. */
export const timedOut = 'ECONNABORTED';

/** The network's code for a broken connection. */
export const broken = 'ECONNRESET';

/** The HTTP client's code for a request that was aborted, as when a person cancels the execution. */
export const canceled = 'ERR_CANCELED';

/** An answer whose body is read as it comes. */
interface StreamedAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: AsyncIterable<Uint8Array> & { destroy(reason: Error): void };
}

/**
 * Sends a request while n8n tests a credential, and returns the answer whatever its status.
 *
 * Beyond the public types: `request` is all that n8n offers to a test, and neither its options nor its
 * answer has a type. It knows no signal, so the request's own ends the answer, or the waiting for it.
 * If a version returns something else, the test fails as the client reads that.
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
		// As requests of n8n's nodes fail.
		const fail = () => reject(Object.assign(new Error('aborted'), { code: canceled }));
		(abortSignal as AbortSignal | undefined)?.addEventListener('abort', fail, { once: true });
	});
	const answer = await Promise.race([answered, aborted]);
	aborted.catch((reason: Error) => answer.body.destroy(reason));
	return answer;
}

/** Levels at which the network's error is looked for, since errors of n8n wrap each other. */
const deepest = 5;

/** In place of the network's code if n8n itself kept a request from its address. */
export const blockedByN8n = 'BLOCKED_BY_N8N';

/** Codes of a host that cannot be reached, or no longer can. */
const unreachable = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/;

/** How Node.js describes a fault of an open connection. */
const afterConnecting = /^(read|write)( E[A-Z]+)?$/;

type Fields = Partial<Record<string, unknown>>;

/**
 * The network's code of an error that n8n's HTTP helper threw, such as `ECONNREFUSED`.
 *
 * Beyond the public types: newer versions of n8n keep the network's error as `cause`, older ones put
 * its code in place of the HTTP status, and its message among their `messages`; n8n's protection of its
 * own network names its errors `SsrfBlocked…`. If a version has none of these, the code is empty, and
 * the service may have received the request. So it is if a host could be reached and no longer can.
 */
export function networkCodeOf(error: unknown): string {
	const chain: Fields[] = [];
	for (let cause = error; cause && chain.length < deepest; cause = chain.at(-1)?.cause)
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

/** A status is written in digits. */
function isNetworkCode(code: unknown): code is string {
	return typeof code === 'string' && /^[A-Z]/.test(code);
}
