import { sleep, type ICredentialDataDecryptedObject, type IExecuteFunctions } from 'n8n-workflow';
import { refusedRequest } from '../catalogue/requests';
import { canceledMessage } from '../n8n/errors';
import { isReadableOnTheWay, signatureOf, signUrl } from './addresses';
import { readSuccess } from './answer';
import { readAccount, secretFor, type ServiceAccount } from './credential';
import { pathOf, type Endpoint, type ServiceRequest } from './endpoints';
import { bytesOf, credentialName, exchange, type ServiceContext } from './exchange';
import {
	ServiceError,
	afterUnconfirmed,
	isBusy,
	networkFault,
	refusalFailure,
	requestFailure,
	type Refusal,
	type RequestFailure,
} from './failure';
import { RateLimiter, concurrency, retryPolicy, pauseBefore, readRetryAfter } from './limiter';
import { Redactor } from './redactor';

interface Attempt {
	parsed?: object;
	failure?: RequestFailure;
	/** Milliseconds the service asks to wait. */
	retryAfter?: number;
}

/** The execution was canceled while the node waited. */
export class CanceledError extends Error {}

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
		this.limiter = new RateLimiter(
			atOnce,
			async (milliseconds) => await this.pause(milliseconds),
		);
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
		return `${host}${pathname.replace(/\/$/, '')}/${this.account.accountId}`;
	}

	get isReadableOnTheWay(): boolean {
		return isReadableOnTheWay(this.account.baseUrl);
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
	signedCallback(url: string): string {
		return signUrl(url, this.account.secrets.account);
	}

	/** The key of a callback URL for a subject; see `keyOf`. */
	keyOf(subject: string): string {
		return signatureOf(subject, this.account.secrets.account);
	}

	/**
	 * Sends a request, and retries if that may help and can't duplicate anything. If the service may
	 * have accepted one of the tries, no later one makes the outcome known.
	 *
	 * @param isWanted asked before each try
	 * @returns the answer's JSON; undefined if the endpoint's success has no body
	 * @throws ServiceError, CanceledError, UnwantedError
	 */
	async send(request: ServiceRequest, isWanted?: () => boolean): Promise<unknown> {
		let unconfirmed: ServiceError | undefined;
		try {
			for (let tries = 1, waited = 0; ; tries++) {
				const tried = await this.attemptInTurn(request, isWanted);
				if (!tried.failure) return tried.parsed;
				const { mayTryAgain, ...failure } = unconfirmed
					? afterUnconfirmed(request.endpoint, tried.failure)
					: tried.failure;
				const message = this.redactor.inText(failure.message);
				const error = new ServiceError({ ...failure, message, tries });
				if (failure.outcomeUnknown) unconfirmed = error;
				const mayWait = mayTryAgain && tries < this.tries;
				const pause = mayWait ? pauseBefore(tries, waited, tried.retryAfter) : undefined;
				if (pause === undefined) throw error;
				await this.pause(pause);
				waited += pause;
			}
		} catch (stopped) {
			throw unconfirmed ?? stopped;
		}
	}

	/** Waits. @throws CanceledError if the execution is canceled */
	async pause(milliseconds: number): Promise<void> {
		const signal = this.context.getExecutionCancelSignal?.();
		if (!signal?.aborted) await Promise.race([sleep(milliseconds), aborted(signal)]);
		if (signal?.aborted) throw new CanceledError(canceledMessage);
	}

	private async attemptInTurn(
		request: ServiceRequest,
		isWanted?: () => boolean,
	): Promise<Attempt> {
		const slowed = await this.limiter.begin(isWanted);
		if (slowed === undefined) throw new UnwantedError();
		try {
			const attempt = await this.attempt(request);
			if (!attempt.failure) this.limiter.succeeded();
			else if (isBusy(attempt.failure)) this.limiter.throttled(slowed, attempt.retryAfter);
			return attempt;
		} finally {
			this.limiter.end();
		}
	}

	private async attempt(request: ServiceRequest): Promise<Attempt> {
		const { endpoint, query: qs, body } = request;
		const { method } = endpoint;
		const url = this.urlOf(request);
		const bytes = body && bytesOf(body);
		if (body && !bytes) {
			return { failure: requestFailure(endpoint, refusedRequest.requestTooLarge()) };
		}
		const { answer, code } = await exchange(this.context, { method, url, qs, body: bytes });
		if (!answer) return { failure: networkFault(endpoint, new URL(url).host, code) };
		const { statusCode: status, headers = {}, content } = answer;
		if (status >= 200 && status <= 299) return readSuccess(endpoint, content, this.redactor);
		const { location, 'retry-after': retryAfter } = headers;
		const refusal: Refusal = {
			status,
			content,
			asksToWait: retryAfter !== undefined,
			location: typeof location === 'string' ? location : undefined,
			url,
		};
		return {
			failure: refusalFailure(request, refusal, this.redactor),
			retryAfter: readRetryAfter(retryAfter, Date.now()),
		};
	}
}

/** Settles when the signal aborts; never without one. */
async function aborted(signal: AbortSignal | undefined): Promise<void> {
	await new Promise<void>((resolve) => {
		signal?.addEventListener('abort', () => resolve(), { once: true });
	});
}
