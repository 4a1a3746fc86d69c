import type { ICredentialTestFunctions, IHttpRequestOptions } from 'n8n-workflow';

/** An answer whose body is read as it comes. */
interface StreamedAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: AsyncIterable<Uint8Array> & { destroy(reason: Error): void };
}

/**
 * Sends a request while n8n tests a credential, and gives the answer whatever its status.
 *
 * Beyond the public types: `request` is all that n8n offers to a test, and neither what it takes nor
 * what it gives has a type. It knows no signal, so the request's own ends the answer, or the waiting
 * for it. Where a version gives something else, the test fails with what the client makes of that.
 */
export async function requestInTest(
	{ helpers }: ICredentialTestFunctions,
	{ method, url, qs, headers, timeout, abortSignal }: IHttpRequestOptions,
): Promise<StreamedAnswer> {
	const ended = whenAborted(abortSignal as AbortSignal | undefined);
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
	const answer = await Promise.race([answered, ended]);
	ended.catch((reason: Error) => answer.body.destroy(reason));
	return answer;
}

/** Fails when the signal is given, as requests of n8n's nodes do; never ends without one. */
async function whenAborted(signal: AbortSignal | undefined): Promise<never> {
	return await new Promise((_, reject) => {
		const fail = () => reject(Object.assign(new Error('aborted'), { code: 'ERR_CANCELED' }));
		signal?.addEventListener('abort', fail, { once: true });
	});
}

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

/** What n8n's HTTP client says when an answer takes longer than it was told to wait. */
export const timedOut = 'ECONNABORTED';

/** What the network says when a connection breaks. */
export const broken = 'ECONNRESET';

/** What it says when a person cancels the execution. */
export const canceled = 'ERR_CANCELED';
