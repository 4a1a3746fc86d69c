import {
	sleep,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { unreadable } from '../catalogue/requests';
import { canceledMessage } from '../n8n/errors';
import { networkCodeOf, broken, canceled, timedOut, type StreamedAnswer } from '../n8n/http';
import { callbackKey, signUrl } from './addresses';
import { contentOf, serviceText, textIn } from './answer';
import { credentialName, readAccount, secretFor, type ServiceAccount } from './credential';
import { pathOf, type Endpoint, type ServiceRequest } from './endpoints';
import {
	ServiceError,
	mayTryAgain,
	networkFault,
	refusalFailure,
	unreadableAnswer,
	type Answer,
	type Failure,
} from './failure';
import {
	RateLimiter,
	concurrency,
	retryPolicy,
	pauseBefore,
	readRetryAfter,
	transport,
} from './limiter';
import { Redactor } from './redactor';

/** The parts of n8n that a request needs, in a running node, an editor or a credential test. */
export interface ServiceContext extends Partial<
	Pick<IExecuteFunctions, 'getExecutionCancelSignal'>
> {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
}

/** The request is no longer wanted; the service has accepted none of its tries. */
export class UnwantedError extends Error {}

/** Calls the service for one node: addresses, secrets, tries, answers and failures. */
export class ServiceClient {
	private readonly account: ServiceAccount;
	private readonly limiter: RateLimiter;
	/** Removes the account's secrets and the keys of callback URLs from foreign words. */
	readonly redactor: Redactor;

	/** @throws CredentialError if the credential is wrong */
	constructor(
		private readonly context: ServiceContext,
		data: ICredentialDataDecryptedObject,
		atOnce: number = concurrency.most,
		private readonly tries: number = retryPolicy.tries,
	) {
		this.account = readAccount(data);
		this.redactor = new Redactor(Object.values(this.account.secrets));
		this.limiter = new RateLimiter(atOnce, async (ms) => await this.pause(ms));
	}

	/** A client with the node's own credential. @throws CredentialError if it is wrong */
	static async open(
		context: ServiceContext & Pick<IExecuteFunctions, 'getCredentials'>,
		atOnce?: number,
	): Promise<ServiceClient> {
		return new ServiceClient(context, await context.getCredentials(credentialName), atOnce);
	}

	/** Identifies an account, however the service's host is written. */
	get accountKey(): string {
		// Without the scheme: http and https reach the same account.
		const { hostname, port, pathname } = new URL(this.account.baseUrl);
		const host = [hostname.replace(/\.$/, ''), port].filter(Boolean).join(':');
		return `${host}${pathname}/${this.account.accountId}`;
	}

	/** @throws CredentialError if the credential lacks the secret of an endpoint */
	requireSecret({ secret }: Endpoint): void {
		secretFor(this.account, secret);
	}

	/** A request's URL without its query. */
	urlOf(request: ServiceRequest): string {
		const segments = { ...request.segments, account_id: this.account.accountId };
		return this.account.baseUrl + pathOf(request.endpoint, segments);
	}

	/** The callback URL for the service; a trigger's gets its key. */
	readonly signedCallback = (url: string): string => signUrl(url, this.account.secrets.account);

	waitKey(name: string): string {
		return callbackKey('wait', name, this.account.secrets.account);
	}

	/**
	 * Sends a request, and again if that can't duplicate anything. @returns the answer's JSON
	 *
	 * @param isWanted asked before each try
	 * @throws ServiceError, UnwantedError
	 */
	async send(request: ServiceRequest, isWanted?: () => boolean): Promise<object> {
		for (let tries = 1, waited = 0; ; tries++) {
			const allowed = await this.limiter.begin(isWanted);
			if (allowed === undefined) throw new UnwantedError();
			const attempt = this.attempt(request).finally(() => this.limiter.end());
			const { json, failure, retryAfter } = await attempt;
			if (!failure) {
				this.limiter.succeeded();
				return json as object;
			}
			const isBusy = failure.status === 429 || failure.status === 503;
			if (isBusy) this.limiter.throttled(allowed, retryAfter);
			const mayRepeat = mayTryAgain(failure) && tries < this.tries;
			const pause = mayRepeat ? pauseBefore(tries, waited, retryAfter) : undefined;
			if (pause === undefined) throw new ServiceError({ ...failure, tries });
			await this.pause(pause);
			waited += pause;
		}
	}

	/** Waits. @throws ServiceError if the execution is canceled */
	async pause(milliseconds: number): Promise<void> {
		const signal = this.context.getExecutionCancelSignal?.();
		const aborted = new Promise<void>((resolve) => {
			signal?.addEventListener('abort', () => resolve(), { once: true });
		});
		if (!signal?.aborted) await Promise.race([sleep(milliseconds), aborted]);
		if (!signal?.aborted) return;
		const ended = { kind: 'canceled', message: canceledMessage, advice: '' } as const;
		throw new ServiceError({ ...ended, outcome: 'notSent', ofRun: true });
	}

	/** @returns the answer's JSON, or why there is none, and the milliseconds the service asks to wait */
	private async attempt(
		request: ServiceRequest,
	): Promise<{ json?: object; failure?: Failure; retryAfter?: number }> {
		const { endpoint } = request;
		const url = this.urlOf(request);
		const answer = await this.exchange(request, url);
		if (typeof answer === 'string')
			return { failure: networkFault(endpoint, new URL(url).host, answer) };
		const { status, headers, content } = answer;
		if (status >= 300) {
			return {
				failure: refusalFailure(request, answer, url),
				retryAfter: readRetryAfter(headers['retry-after'], Date.now()),
			};
		}
		const { json, excess } = content;
		if (typeof json === 'object' && json !== null) return { json };
		const reason = excess ?? unreadable.notAnObject;
		return { failure: unreadableAnswer(endpoint, reason, serviceText(content)) };
	}

	/** Sends a request once. @returns the answer, or the code of the network's fault, which may be empty */
	private async exchange(
		{ endpoint: { method }, query: qs, body }: ServiceRequest,
		url: string,
	): Promise<Answer | string> {
		const { context, redactor } = this;
		const options: IHttpRequestOptions = {
			method,
			url,
			qs,
			// As bytes: n8n would parse a text again to check for JSON.
			body: body && Buffer.from(JSON.stringify(body)),
			// Read up to a limit and parsed here, so a broken answer is noticed.
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: transport.longestMs,
		};
		let hasConnected = false;
		try {
			const sent = context.helpers.httpRequestWithAuthentication.call(
				context as IExecuteFunctions,
				credentialName,
				options,
			);
			const streamed = (await sent) as StreamedAnswer;
			hasConnected = true;
			const { statusCode: status, headers = {} } = streamed;
			const content = contentOf(await textIn(streamed.body));
			return {
				status,
				headers: redactor.inValue(headers) as Answer['headers'],
				content: redactor.inValue(content) as Answer['content'],
			};
		} catch (error) {
			// The error itself holds the request with its secret.
			const code = networkCodeOf(error);
			const isCanceled = context.getExecutionCancelSignal?.()?.aborted === true;
			// n8n ends a request in the same way for a timeout and a cancellation.
			if (code === canceled) return isCanceled ? canceled : timedOut;
			return hasConnected && code !== timedOut ? broken : code;
		}
	}
}
