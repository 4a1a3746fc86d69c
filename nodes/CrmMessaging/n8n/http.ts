import type { ICredentialTestFunctions, IHttpRequestOptions } from 'n8n-workflow';

/** The HTTP client's code for a timeout. */
export const timedOut = 'ECONNABORTED';

/** The network's code for a broken connection. */
export const broken = 'ECONNRESET';

/** The HTTP client's code for an aborted request, such as when the execution is canceled. */
export const canceled = 'ERR_CANCELED';

export interface StreamedAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: AsyncIterable<Uint8Array> & { destroy(reason: Error): void };
}

/** A credential test has only `request`, which has no types and accepts no signal, so that ends it here. */
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

/** Replaces the network's code if n8n itself blocked the address. */
export const blockedByN8n = 'BLOCKED_BY_N8N';

type Fields = Partial<Record<string, unknown>>;

/**
 * The network's code in an error from n8n's HTTP helper, such as `ECONNREFUSED`. Newer versions keep the
 * network's error as `cause`; older ones put its code into the status, and its message into `messages`.
 * Empty if the service may have received the request, as with a host that was reached and then lost.
 */
export function networkCodeOf(error: unknown): string {
	const chain: Fields[] = [];
	// n8n's errors wrap each other.
	for (let cause = error; cause && chain.length < 5; cause = chain.at(-1)?.cause)
		chain.push(cause);
	if (chain.some(({ name }) => /^SsrfBlocked/.test(String(name)))) return blockedByN8n;
	const codes = chain.flatMap(({ code, httpCode }) => [code, httpCode]);
	// A status has only digits.
	const isCode = (code: unknown) => typeof code === 'string' && /^[A-Z]/.test(code);
	const found = (codes.find(isCode) ?? '') as string;
	const isUnreachable = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(found);
	return isUnreachable && chain.some(wasConnected) ? '' : found;
}

/** Whether Node.js describes a fault in an open connection. */
function wasConnected({ syscall, message, messages }: Fields): boolean {
	const texts: unknown[] = [syscall, message, messages].flat();
	return texts.some((text) => /^(read|write)( E[A-Z]+)?$/.test(String(text)));
}
