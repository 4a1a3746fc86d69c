import type { IExecuteFunctions, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { networkCodeOf } from '../n8n/networkCode';
import { canceled, timedOut } from './networkFault';
import { answerTimeout } from './request';

/** The name of the credential that authenticates the requests. */
export const credentialName = 'crmMessagingApi';

/** An answer of the service, whatever its status. */
export interface Answer {
	statusCode: number;
	headers?: Record<string, unknown>;
	body: unknown;
}

/**
 * Sends a request once, through n8n.
 *
 * @param timeout milliseconds in all; the credential sees to it
 * @returns the answer; without one, the code of the network's fault, empty where it has none
 */
export async function exchange(
	context: IExecuteFunctions | ILoadOptionsFunctions,
	request: Pick<IHttpRequestOptions, 'method' | 'url' | 'qs'> & { body: object | undefined },
	timeout = answerTimeout,
): Promise<{ answer?: Answer; code: string }> {
	const options: IHttpRequestOptions = {
		...request,
		// As bytes: a text would be parsed once more on its way, to see whether it is JSON.
		body: request.body && Buffer.from(JSON.stringify(request.body)),
		// The answer is read as text and parsed by the client, so that a broken one is noticed.
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect could carry the secret elsewhere, or turn a POST into a GET.
		disableFollowRedirect: true,
		timeout,
	};
	try {
		const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			credentialName,
			options,
		);
		return { answer: answer as Answer, code: '' };
	} catch (error) {
		// The error itself holds the request with its secret.
		const code = networkCodeOf(error);
		return { code: code === canceled && !isCanceled(context) ? timedOut : code };
	}
}

/** Whether a person canceled the execution; otherwise it is the time limit that ended a request. */
function isCanceled(context: IExecuteFunctions | ILoadOptionsFunctions): boolean {
	return (
		'getExecutionCancelSignal' in context &&
		context.getExecutionCancelSignal()?.aborted === true
	);
}
