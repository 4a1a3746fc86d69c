import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { networkCodeOf, broken, canceled, timedOut } from '../n8n/http';

/** The name of the credential that authenticates the requests. */
export const credentialName = 'crmMessagingApi';

/** Longest time to wait for an answer, in milliseconds. */
export const answerTimeout = 120_000;

/** Bytes of an answer that are read, many times what the service has to say. */
export const largestAnswer = 32 * 1024 * 1024;

/** The part of n8n that a request needs: a running or edited node has it, and a credential's test. */
export interface ServiceContext {
	helpers: {
		httpRequestWithAuthentication(
			this: IExecuteFunctions,
			credentialName: string,
			request: IHttpRequestOptions,
		): Promise<unknown>;
	};
	getExecutionCancelSignal?(): AbortSignal | undefined;
}

/** An answer of the service, whatever its status. */
interface Answer {
	statusCode: number;
	headers?: Record<string, unknown>;
	/** Undefined where it is larger than is read. */
	body: string | undefined;
}

/**
 * Sends a request once, through n8n.
 *
 * @param timeout milliseconds in all; the credential sees to it
 * @returns the answer; without one, the code of the network's fault, empty where it has none
 */
export async function exchange(
	context: ServiceContext,
	request: Pick<IHttpRequestOptions, 'method' | 'url' | 'qs'> & { body: object | undefined },
	timeout = answerTimeout,
): Promise<{ answer?: Answer; code: string }> {
	const options: IHttpRequestOptions = {
		...request,
		// As bytes: a text would be parsed once more on its way, to see whether it is JSON.
		body: request.body && Buffer.from(JSON.stringify(request.body)),
		// The answer is read here, within a bound, and parsed by the client: a broken one is noticed.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect could carry the secret elsewhere, or turn a POST into a GET.
		disableFollowRedirect: true,
		timeout,
	};
	let hasConnected = false;
	try {
		const head = (await context.helpers.httpRequestWithAuthentication.call(
			context as IExecuteFunctions,
			credentialName,
			options,
		)) as Omit<Answer, 'body'> & { body: AsyncIterable<Uint8Array> };
		hasConnected = true;
		return { answer: { ...head, body: await textIn(head.body) }, code: '' };
	} catch (error) {
		// The error itself holds the request with its secret.
		const code = codeOf(context, error);
		const isOwn = code === canceled || code === timedOut;
		return { code: hasConnected && !isOwn ? broken : code };
	}
}

/** The code of a fault: n8n ends a request in one way at the time limit and when a person cancels. */
function codeOf(context: ServiceContext, error: unknown): string {
	const code = networkCodeOf(error);
	const isCanceled = context.getExecutionCancelSignal?.()?.aborted === true;
	return code === canceled && !isCanceled ? timedOut : code;
}

/**
 * Reads a text, unpacked as it comes, within a bound.
 *
 * @returns undefined where it is larger; the rest is not read, and the connection is closed
 */
async function textIn(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > largestAnswer) return undefined;
		chunks.push(chunk);
	}
	// Without the mark that some servers put before a text.
	return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Milliseconds that a timer can hold. */
const longest = 2 ** 31 - 1;

/**
 * Makes the time limit of a request one of the whole request; n8n's HTTP client ends it after so much
 * silence, and an answer that drips would never end.
 *
 * @param request with the signal by which n8n ends it when a person cancels the execution
 * @returns the signal that ends it; the request's own where it has no limit
 */
export function signalWithin({
	timeout,
	abortSignal,
}: Pick<IHttpRequestOptions, 'timeout' | 'abortSignal'>): IHttpRequestOptions['abortSignal'] {
	// Any node may send with the credential; what is no limit for n8n's HTTP client is none here.
	if (timeout === undefined || !(timeout > 0 && timeout < Infinity)) return abortSignal;
	const limit = AbortSignal.timeout(Math.min(Math.ceil(timeout), longest));
	return abortSignal ? AbortSignal.any([abortSignal as AbortSignal, limit]) : limit;
}
