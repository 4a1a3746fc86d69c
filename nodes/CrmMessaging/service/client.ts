import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';
import { signUrl } from '../callback/caller';
import { readAccount, secretFor, type ServiceAccount } from './credential';
import { pathOf } from './endpoints';
import { failureOfAnswer, failureOfNetwork, failureOfShape, type Failure } from './failure';
import type { ServiceRequest } from './request';

const credentialName = 'crmMessagingApi';

/** Longest time to wait for an answer, in milliseconds. */
const answerTimeout = 120_000;

/** A shorter one is no secret, and blotting it out would garble messages. */
const shortestSecret = 6;

interface Answer {
	statusCode: number;
	body: unknown;
}

/** Speaks to the service for one node: addresses, secrets, answers and failures. */
export class ServiceClient {
	private constructor(
		private readonly context: IExecuteFunctions | ILoadOptionsFunctions,
		private readonly account: ServiceAccount,
	) {}

	/**
	 * Reads and checks the node's credential.
	 *
	 * @throws NodeOperationError when the credential is wrong
	 */
	static async open(context: IExecuteFunctions | ILoadOptionsFunctions): Promise<ServiceClient> {
		const data = await context.getCredentials(credentialName);
		try {
			return new ServiceClient(context, readAccount(data));
		} catch (error) {
			throw new NodeOperationError(context.getNode(), error as Error);
		}
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
	 * Sends a request once.
	 *
	 * @param itemIndex the input item an error is about
	 * @returns the answer's JSON
	 * @throws NodeApiError saying what happened and what to do
	 */
	async send(request: ServiceRequest, itemIndex: number): Promise<unknown> {
		this.requireSecret(request);
		const { statusCode, body } = await this.exchange(request, itemIndex);
		const text = typeof body === 'string' ? body : '';
		if (statusCode < 200 || statusCode > 299) {
			throw this.errorOf(failureOfAnswer(request, statusCode, text), itemIndex);
		}
		const parsed = parsedObject(text);
		if (!parsed) {
			throw this.errorOf(failureOfShape(request, 'it is not a JSON object'), itemIndex);
		}
		return parsed;
	}

	/**
	 * Ends waiting when a person cancels the execution.
	 *
	 * @throws NodeOperationError when it was cancelled
	 */
	throwIfCancelled(): void {
		const cancelled =
			'getExecutionCancelSignal' in this.context &&
			this.context.getExecutionCancelSignal()?.aborted;
		if (cancelled) {
			throw new NodeOperationError(this.context.getNode(), 'The execution was cancelled');
		}
	}

	private async exchange(request: ServiceRequest, itemIndex: number): Promise<Answer> {
		const options: IHttpRequestOptions = {
			method: request.endpoint.method,
			url: this.urlOf(request),
			qs: request.query,
			body: request.body === undefined ? undefined : JSON.stringify(request.body),
			// The body is read as text and parsed here, so that a broken one is noticed.
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// A redirect could carry the secret elsewhere, or turn a POST into a GET.
			disableFollowRedirect: true,
			timeout: answerTimeout,
		};
		try {
			return (await this.context.helpers.httpRequestWithAuthentication.call(
				this.context,
				credentialName,
				options,
			)) as Answer;
		} catch (error) {
			// The original error holds the request with its secret, so only its code is kept.
			const host = new URL(this.account.baseUrl).host;
			throw this.errorOf(failureOfNetwork(request, host, codeOf(error)), itemIndex);
		}
	}

	/** Makes the node's error of a failure, with both secrets blotted out. */
	errorOf(failure: Failure, itemIndex: number): NodeApiError {
		const message = `${this.withoutSecrets(failure.message)} [item ${itemIndex}]`;
		const error = new NodeApiError(
			this.context.getNode(),
			{},
			{
				message,
				description: failure.advice,
				httpCode: failure.status?.toString(),
				itemIndex,
			},
		);
		// n8n puts a sentence of its own in place of a message that holds a well-known code.
		error.message = message;
		error.context.mayBeTaken = failure.mayBeTaken;
		return error;
	}

	private withoutSecrets(text: string): string {
		return Object.values(this.account.secrets)
			.filter((secret) => secret.length >= shortestSecret)
			.reduce((rest, secret) => rest.split(secret).join('***'), text);
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

function codeOf(error: unknown): string {
	for (let at: unknown = error, depth = 0; at && depth < 5; depth++) {
		const { code, cause } = at as { code?: unknown; cause?: unknown };
		if (typeof code === 'string') return code;
		at = cause;
	}
	return '';
}
