import { sleep, type ICredentialDataDecryptedObject, type IExecuteFunctions } from 'n8n-workflow';
import { holdsTooMany, mostValues, hasError, isErrorKey, isOnlyError } from './answer';
import { isObject, deepestNesting, isTooDeep } from '../fields/values';
import { Redactor } from './redactor';
import { keyOf, signUrl } from './callbackUrl';
import { readAccount, secretFor, type ServiceAccount } from './credential';
import { pathOf, type Endpoint, type ServiceRequest } from './endpoints';
import {
	credentialName,
	exchange,
	type Answer,
	type ServiceContext,
	largestAnswer,
} from './exchange';
import {
	errorInstead,
	pageInstead,
	ServiceError,
	unreadableAnswer,
	type Failure,
	type RequestFailure,
} from './failure';
import { withLongNumbersAsText } from '../fields/types/number';
import { canceledMessage } from '../n8n/errors';
import { networkFault } from './networkFault';
import { isReadableOnTheWay } from './addresses';
import { isTurnedAway, refusedRequest, type Refusal } from './refusedRequest';
import { RateLimiter, concurrency, retryPolicy, pauseBefore, readRetryAfter } from './limiter';
import { answerText, quoted, serviceText, pageIn } from './serviceText';

const notJson = 'it is not a JSON object';

/** What came of sending a request once. */
interface Exchanged {
	/** What the answer holds; undefined where a success has nothing to say. */
	parsed?: object;
	failure?: RequestFailure;
	/** Milliseconds the service asks to wait. */
	retryAfter?: number;
	/** Whether the service was too busy to take it. */
	turnedAway?: boolean;
}

/** A person canceled the execution while the node waited. */
export class CanceledError extends Error {}

/** Speaks to the service for one node: addresses, secrets, tries, answers and failures. */
export class ServiceClient {
	/** How fast its requests leave. */
	readonly pace: RateLimiter;
	private readonly blotter: Redactor;

	private constructor(
		private readonly context: ServiceContext,
		private readonly account: ServiceAccount,
		private readonly tries: number,
		atOnce: number,
	) {
		this.blotter = new Redactor(Object.values(account.secrets));
		this.pace = new RateLimiter(atOnce, async (milliseconds) => await this.pause(milliseconds));
	}

	/**
	 * Reads and checks the node's credential.
	 *
	 * @param tries times a request is sent at most
	 * @param atOnce requests under way at the same time at most
	 * @throws CredentialError when the credential is wrong
	 */
	static async open(
		context: ServiceContext & Pick<IExecuteFunctions, 'getCredentials'>,
		tries: number = retryPolicy.tries,
		atOnce: number = concurrency.usual,
	): Promise<ServiceClient> {
		const data = await context.getCredentials(credentialName);
		return ServiceClient.with(data, context, tries, atOnce);
	}

	/** As `open`, with what a credential holds. */
	static with(
		data: ICredentialDataDecryptedObject,
		context: ServiceContext,
		tries: number,
		atOnce: number = concurrency.usual,
	): ServiceClient {
		return new ServiceClient(context, readAccount(data), tries, atOnce);
	}

	/** Tells accounts apart, however the address of the service is written. */
	get accountKey(): string {
		// Not by http or https: the same account is reached by either.
		return `${new URL(this.account.baseUrl).host}/${this.account.accountId}`;
	}

	/** Whether the secrets travel so that others can read them. */
	get isReadableOnTheWay(): boolean {
		return isReadableOnTheWay(this.account.baseUrl);
	}

	/** The whole address of a request, without its query. */
	urlOf(request: ServiceRequest): string {
		const segments = { ...request.segments, account_id: this.account.accountId };
		return this.account.baseUrl + pathOf(request.endpoint, segments);
	}

	/** The URL to hand to the service for its callback; that of a trigger gets its key. */
	signedCallback(url: string): string {
		return signUrl(url, this.account.secrets.account);
	}

	/** The key of a callback URL; see `keyOf`. */
	callbackKey(subject: string): string {
		return keyOf(subject, this.account.secrets.account);
	}

	/**
	 * Sends a request, and sends it again where that cannot double anything and may help.
	 *
	 * @returns the answer's JSON; undefined where a success of the endpoint holds nothing
	 * @throws CredentialError when the credential lacks the secret; ServiceError saying what happened
	 *     and what to do; CanceledError
	 */
	async send(request: ServiceRequest): Promise<unknown> {
		secretFor(this.account, request.endpoint.secret);
		for (let tries = 1, waited = 0; ; tries++) {
			const { parsed, failure, retryAfter } = await this.attemptInTurn(request);
			if (!failure) return parsed;
			const again = failure.mayTryAgain && tries < this.tries;
			const pause = again ? pauseBefore(tries, waited, retryAfter) : undefined;
			if (pause === undefined) throw new ServiceError(this.toldOf(failure, tries));
			await this.pause(pause);
			waited += pause;
		}
	}

	/**
	 * Waits; ends at once when a person cancels the execution.
	 *
	 * @throws CanceledError when the execution was canceled
	 */
	async pause(milliseconds: number): Promise<void> {
		const signal = this.context.getExecutionCancelSignal?.();
		if (!signal?.aborted) await Promise.race([sleep(milliseconds), aborted(signal)]);
		if (signal?.aborted) throw new CanceledError(canceledMessage);
	}

	/** The words of an error that an answer reports beside what was asked for; empty where it has none. */
	errorIn(answer: unknown): string {
		if (!isObject(answer) || !hasError(answer)) return '';
		const errors = Object.entries(answer).filter(([key]) => isErrorKey(key));
		return this.wordsIn(Object.fromEntries(errors));
	}

	/** An answer's own words, or its JSON, on one line and without the secrets. */
	wordsIn(answer: unknown): string {
		return answerText(answer, this.blotter);
	}

	/** A JSON value as people may see it: without the secrets, and without the keys of callback URLs. */
	withoutSecrets(value: unknown): unknown {
		return this.blotter.inValue(value);
	}

	/** Sends a request once, when the pace lets it. */
	private async attemptInTurn(request: ServiceRequest): Promise<Exchanged> {
		const turn = await this.pace.begin();
		try {
			const exchanged = await this.attempt(request);
			if (!exchanged.failure) this.pace.succeeded();
			else if (exchanged.turnedAway) this.pace.turnedAway(turn, exchanged.retryAfter);
			return exchanged;
		} finally {
			this.pace.end();
		}
	}

	private async attempt(request: ServiceRequest): Promise<Exchanged> {
		const { endpoint, query: qs, body } = request;
		const { answer, code } = await exchange(this.context, {
			method: endpoint.method,
			url: this.urlOf(request),
			qs,
			body,
		});
		if (answer) return this.readAnswer(request, answer);
		return { failure: networkFault(request, new URL(this.account.baseUrl).host, code) };
	}

	private readAnswer(request: ServiceRequest, { statusCode, headers, body }: Answer): Exchanged {
		if (statusCode < 200 || statusCode > 299) {
			const retryAfter = readRetryAfter(headers?.['retry-after'], Date.now());
			const asksToWait = headers?.['retry-after'] !== undefined;
			const location = headers?.location;
			const refusal: Refusal = {
				status: statusCode,
				body: body ?? '',
				asksToWait,
				location: typeof location === 'string' ? location : undefined,
				url: this.urlOf(request),
				baseUrl: this.account.baseUrl,
			};
			const failure = refusedRequest(request, refusal, this.blotter);
			return { failure, retryAfter, turnedAway: isTurnedAway(statusCode, asksToWait) };
		}
		return this.readSuccess(request.endpoint, body);
	}

	/** A failure as people are told of it: with the number of tries, and with both secrets blotted out. */
	private toldOf({ mayTryAgain: _, ...failure }: RequestFailure, tries: number): Failure {
		return { ...failure, message: this.blotter.inText(failure.message), tries };
	}

	private unreadable(endpoint: Endpoint, what: string, body = ''): RequestFailure {
		const page = pageIn(body);
		if (page !== undefined) return pageInstead(endpoint, quoted(page, this.blotter));
		// What is too large or nested too deep is not read for its words either.
		const text = what === notJson ? serviceText(body, this.blotter) : '';
		return unreadableAnswer(endpoint, what, text);
	}

	/** Reads a success; what it quotes of our request is no secret of anybody who reads the output. */
	private readSuccess(endpoint: Endpoint, body: string | undefined): Exchanged {
		if (endpoint.success === 'nothing') return {};
		const parsed = parsedObject(body);
		if (typeof parsed === 'string') return { failure: this.unreadable(endpoint, parsed, body) };
		if (isOnlyError(parsed)) return { failure: errorInstead(endpoint, this.wordsIn(parsed)) };
		const mayQuote = this.blotter.mayBeIn(body ?? '');
		return { parsed: mayQuote ? (this.withoutSecrets(parsed) as object) : parsed };
	}
}

/** What a body holds, long IDs that are written as numbers as text, or why it cannot be read. */
function parsedObject(body: string | undefined): object | string {
	if (body === undefined) return `it is larger than ${largestAnswer / 1024 ** 2} MB`;
	if (holdsTooMany(body)) return `it holds more than ${mostValues.toLocaleString('en')} values`;
	try {
		const parsed: unknown = JSON.parse(withLongNumbersAsText(body));
		if (typeof parsed === 'object' && parsed !== null) {
			const tooDeep = `it is nested more than ${deepestNesting} levels deep`;
			return isTooDeep(parsed) ? tooDeep : parsed;
		}
	} catch {
		// Said below.
	}
	return notJson;
}

/** Settles when the signal is given; never without one. */
async function aborted(signal: AbortSignal | undefined): Promise<void> {
	await new Promise<void>((resolve) => {
		signal?.addEventListener('abort', () => resolve(), { once: true });
	});
}
