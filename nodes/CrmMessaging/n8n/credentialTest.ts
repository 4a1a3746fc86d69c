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
