import { jsonParse, type IExecuteFunctions, type IHttpRequestOptions } from 'n8n-workflow';
import { withLongNumbersAsText } from '../fields/types/number';
import { excessOf, repeatsKey, type Excess } from './excess';
import { networkCodeOf, broken, canceled, timedOut } from '../n8n/http';

/** The credential that authenticates the requests. */
export const credentialName = 'crmMessagingApi';

/** Milliseconds to wait for an answer. */
export const answerTimeout = 120_000;

/** Most characters in a request: far more than any service accepts, far fewer than V8's limit. */
export const largestRequest = 64 * 1024 * 1024;

/** A request's body as n8n sends it; undefined if it is too large. */
export function bytesOf(body: object): Buffer | undefined {
	try {
		const text = JSON.stringify(body);
		// As bytes: n8n would parse a text again to check for JSON.
		return text.length > largestRequest ? undefined : Buffer.from(text);
	} catch {
		// V8 can't hold a text of this length; nothing else fails, since bodies are plain JSON.
		return undefined;
	}
}

/** Bytes of an answer to read, many times what the service sends. */
export const largestAnswer = 32 * 1024 * 1024;

/** Values to read in an answer: a short text can hold millions, and n8n stores each as an item. */
export const mostValues = 1_000_000;

/** What an answer holds. */
export interface Content {
	/** Undefined if it is too large. */
	text?: string;
	/** Its JSON, with long numeric IDs as texts; null if it is none, or isn't read. */
	json: unknown;
	/** Why its JSON isn't read. */
	excess?: Excess;
}

/** Reads the text of an answer, undefined if that is too large. */
export function contentOf(text: string | undefined): Content {
	const excess = text === undefined ? undefined : excessOf(text, mostValues);
	if (text === undefined || excess) return { text, json: null, excess };
	const json = jsonParse<unknown>(withLongNumbersAsText(text), { fallbackValue: null });
	if (json !== null && repeatsKey(text, json))
		return { text, json: null, excess: 'repeated key' };
	return { text, json };
}

/** The parts of n8n that a request needs, in a running node, an editor or a credential test. */
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

interface Answer {
	statusCode: number;
	headers?: Record<string, unknown>;
	content: Content;
}

/**
 * Sends a request once, through n8n.
 *
 * @param timeout milliseconds in total, enforced by the credential
 * @returns the answer, or the code of the network's fault, which may be empty
 */
export async function exchange(
	context: ServiceContext,
	request: Pick<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'body'>,
	timeout = answerTimeout,
): Promise<{ answer?: Answer; code: string }> {
	const options: IHttpRequestOptions = {
		...request,
		// The stream is read here up to a limit and parsed by the client, so a broken answer is
		// noticed.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect could forward the secret, or turn a POST into a GET.
		disableFollowRedirect: true,
		timeout,
	};
	let hasConnected = false;
	try {
		const head = (await context.helpers.httpRequestWithAuthentication.call(
			context as IExecuteFunctions,
			credentialName,
			options,
		)) as Omit<Answer, 'content'> & { body: AsyncIterable<Uint8Array> };
		hasConnected = true;
		const { body, headers, statusCode } = head;
		const content = contentOf(await textIn(body, headers));
		return { answer: { statusCode, headers, content }, code: '' };
	} catch (error) {
		// The error itself holds the request with its secret.
		const code = faultCodeOf(context, error);
		const isOwn = code === canceled || code === timedOut;
		return { code: hasConnected && !isOwn ? broken : code };
	}
}

/** A fault's code. n8n ends a request in the same way for a timeout and a cancellation. */
function faultCodeOf(context: ServiceContext, error: unknown): string {
	const code = networkCodeOf(error);
	const isCanceled = context.getExecutionCancelSignal?.()?.aborted === true;
	return code === canceled && !isCanceled ? timedOut : code;
}

/** Reads a text up to a limit, decompressing as it arrives; undefined if it is larger. */
async function textIn(
	body: AsyncIterable<Uint8Array>,
	headers: Answer['headers'],
): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > largestAnswer) return undefined;
		chunks.push(chunk);
	}
	const [, charset] = /charset="?([^\s";]+)/i.exec(String(headers?.['content-type'])) ?? [];
	return decoded(Buffer.concat(chunks), charset);
}

/** Decodes bytes, without the byte order mark that some servers add. An unknown charset is UTF-8. */
function decoded(bytes: Buffer, charset?: string): string {
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		return decoded(bytes);
	}
}

/** Most milliseconds for a timer. */
const longestPause = 2 ** 31 - 1;

/**
 * Limits the whole request: n8n's HTTP client only limits silence, so a slow answer might never
 * end.
 *
 * @returns the signal that ends it; the request's own if it has no limit
 */
export function signalWithin({
	timeout,
	abortSignal,
}: Pick<IHttpRequestOptions, 'timeout' | 'abortSignal'>): IHttpRequestOptions['abortSignal'] {
	// Any node may use the credential, so this reads limits as n8n's HTTP client does.
	if (timeout === undefined || !(timeout > 0 && timeout < Infinity)) return abortSignal;
	const limit = AbortSignal.timeout(Math.min(Math.ceil(timeout), longestPause));
	if (!abortSignal) return limit;
	// Node.js 20 collects a limit that nothing listens to as garbage, and the request never ends.
	limit.addEventListener('abort', () => undefined);
	return AbortSignal.any([abortSignal as AbortSignal, limit]);
}
