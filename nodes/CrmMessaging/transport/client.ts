import {
	NodeApiError,
	NodeOperationError,
	sleep,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';
import { keyOf, signUrl } from './callbackKey';
import { readAccount, secretFor, type ServiceAccount } from './credential';
import { pathOf } from '../interface/endpoints';
import { credentialName, exchange } from './exchange';
import { failureOfAnswer, failureOfNetwork, failureOfShape, type Failure } from './failure';
import type { ServiceRequest } from './request';
import { patience, pauseBefore, readRetryAfter } from './retry';

/** A shorter one is no secret, and blotting it out would garble messages. */
const shortestSecret = 6;

/** What came of sending a request once. */
interface Attempt {
	parsed?: object;
	failure?: Failure;
	/** Milliseconds the service asks to wait. */
	retryAfter?: number;
}

/** Speaks to the service for one node: addresses, secrets, tries, answers and failures. */
export class ServiceClient {
	private constructor(
		private readonly context: IExecuteFunctions | ILoadOptionsFunctions,
		private readonly account: ServiceAccount,
		private readonly tries: number,
	) {}

	/**
	 * Reads and checks the node's credential.
	 *
	 * @param tries times a request is sent at most
	 * @throws NodeOperationError when the credential is wrong
	 */
	static async open(
		context: IExecuteFunctions | ILoadOptionsFunctions,
		tries: number = patience.tries,
	): Promise<ServiceClient> {
		const data = await context.getCredentials(credentialName);
		try {
			return new ServiceClient(context, readAccount(data), tries);
		} catch (error) {
			throw new NodeOperationError(context.getNode(), error as Error);
		}
	}

	/** The address of the service and the account, which tell accounts apart. */
	get accountUrl(): string {
		return `${this.account.baseUrl}/${this.account.accountId}`;
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
	 * Makes sure that the credential has the secret a request needs.
	 *
	 * @throws NodeOperationError when it has not
	 */
	requireSecret(request: ServiceRequest): void {
		try {
			secretFor(this.account, request.endpoint.secret);
		} catch (error) {
			throw new NodeOperationError(this.context.getNode(), error as Error);
		}
	}

	/**
	 * Sends a request, and sends it again where that cannot double anything and may help.
	 *
	 * @param itemIndex the input item an error is about
	 * @returns the answer's JSON
	 * @throws NodeApiError saying what happened and what to do
	 */
	async send(request: ServiceRequest, itemIndex: number): Promise<unknown> {
		this.requireSecret(request);
		for (let tried = 1, waited = 0; ; tried++) {
			const { parsed, failure, retryAfter } = await this.attempt(request);
			if (!failure) return parsed;
			const again = failure.mayTryAgain && tried < this.tries;
			const pause = again ? pauseBefore(tried, waited, retryAfter) : undefined;
			if (pause === undefined) throw this.errorOf(failure, itemIndex, tried);
			await this.pause(pause);
			waited += pause;
		}
	}

	private async attempt(request: ServiceRequest): Promise<Attempt> {
		const { method } = request.endpoint;
		const { query: qs, body } = request;
		const { answer, code } = await exchange(this.context, {
			method,
			url: this.urlOf(request),
			qs,
			body,
		});
		if (!answer) {
			const { host } = new URL(this.account.baseUrl);
			return { failure: failureOfNetwork(request, host, code) };
		}
		const text = typeof answer.body === 'string' ? answer.body : '';
		if (answer.statusCode < 200 || answer.statusCode > 299) {
			return {
				// Blotted out before it is shortened, which could leave half of a secret.
				failure: failureOfAnswer(request, answer.statusCode, this.withoutSecrets(text)),
				retryAfter: readRetryAfter(answer.headers?.['retry-after'], Date.now()),
			};
		}
		const parsed = parsedObject(text);
		return parsed
			? { parsed }
			: { failure: failureOfShape(request, 'it is not a JSON object') };
	}

	/**
	 * Waits; ends at once when a person cancels the execution.
	 *
	 * @throws NodeOperationError when the execution was canceled
	 */
	async pause(milliseconds: number): Promise<void> {
		const signal =
			'getExecutionCancelSignal' in this.context
				? this.context.getExecutionCancelSignal()
				: undefined;
		if (!signal?.aborted) await Promise.race([sleep(milliseconds), aborted(signal)]);
		if (signal?.aborted) {
			// Spelled so that n8n knows it: the execution then ends as canceled, not as failed.
			throw new NodeOperationError(this.context.getNode(), 'The execution was canceled');
		}
	}

	/** Makes the node's error of a failure, with both secrets blotted out. */
	errorOf(failure: Failure, itemIndex: number, tried = 1): NodeApiError {
		const message = `${this.withoutSecrets(failure.message)} [item ${itemIndex}]`;
		const description =
			tried > 1 ? `${failure.advice} It was tried ${tried} times.` : failure.advice;
		const error = new NodeApiError(
			this.context.getNode(),
			{},
			{ message, description, httpCode: failure.status?.toString(), itemIndex },
		);
		// n8n puts a sentence of its own in place of a message that holds a well-known code.
		error.message = message;
		error.context.mayBeTaken = failure.mayBeTaken;
		return error;
	}

	private withoutSecrets(text: string): string {
		return (
			Object.values(this.account.secrets)
				.filter((secret) => secret.length >= shortestSecret)
				// The longer one first: the other may be a part of it.
				.sort((one, other) => other.length - one.length)
				.reduce((rest, secret) => rest.split(secret).join('***'), text)
		);
	}
}

function parsedObject(text: string): object | undefined {
	try {
		const parsed: unknown = JSON.parse(text);
		return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** Settles when the signal is given; never without one. */
async function aborted(signal: AbortSignal | undefined): Promise<void> {
	await new Promise<void>((resolve) => {
		signal?.addEventListener('abort', () => resolve(), { once: true });
	});
}
