import { createHmac } from 'node:crypto';
import { stringify } from 'qs';
import type { MockServiceOptions } from '../options';
import type { Readings } from '../readings';
import type { BulkJob, Callback, CallbackAttempt } from '../state/records';
import type { ServiceState } from '../state/service-state';
import type { Timers } from '../timers';
import { newId } from '../state/ids';

/** The `Authorization` header of a callback: HMAC-SHA256 over timestamp and token, not over the body. */
export function signCallback(secret: string, timestamp: number | string, token: string): string {
	return createHmac('sha256', secret).update(`${timestamp}${token}`).digest('hex');
}

/** A callback as a form with bracketed keys, `valid_contacts[0][email]=…`, and a plus for a space. */
const toForm = (body: object): string => stringify(body, { format: 'RFC1738' });

const formType = 'application/x-www-form-urlencoded';

/**
 * Calls back when a bulk job was processed, and repeats the call until it's received. Only a plain 200
 * counts as received, 406 means never again, anything else is tried again after the next delay.
 */
export class CallbackSender {
	private stop = new AbortController();

	constructor(
		private readonly state: ServiceState,
		private readonly options: MockServiceOptions,
		private readonly timers: Timers,
	) {}

	/**
	 * Starts a callback.
	 * @param body what it says; the same at every try
	 */
	send(job: BulkJob, body: object): void {
		const { account, readings } = this.options;
		const { timestamp, token } = body as { timestamp: number; token?: string };
		const { callbackMethod } = readings;
		const isInUrl = callbackMethod === 'GET' || callbackMethod === 'emptyPOST';
		const callback: Callback = {
			id: newId(),
			bulk_id: job._id,
			url: job.webhook_url,
			headers: {
				...(token !== undefined && {
					authorization: signCallback(account.accountSecret, timestamp, token),
				}),
				...(!isInUrl && { 'content-type': typeOf(readings) }),
			},
			method: callbackMethod === 'emptyPOST' ? 'POST' : callbackMethod,
			body,
			attempts: [],
			outcome: 'pending',
			next_attempt_at: null,
		};
		this.state.callbacks.push(callback);
		void this.attempt(callback);
	}

	/** Calls back once more, whatever came of the calls before; not while it still does. */
	repeat(jobId: string): void {
		const callback = this.state.callbacks.find(({ bulk_id }) => bulk_id === jobId);
		if (!callback || callback.outcome === 'pending') return;
		callback.outcome = 'pending';
		void this.attempt(callback);
	}

	/** Ends the calls that are in progress; those waiting for a retry end with the timers. */
	clear(): void {
		this.stop.abort();
		this.stop = new AbortController();
	}

	private async attempt(callback: Callback): Promise<void> {
		const { signal } = this.stop;
		callback.next_attempt_at = null;
		const attempt = await this.post(callback, signal);
		if (signal.aborted) return;
		callback.attempts.push(attempt);
		const delay = this.options.callbackRetryDelaysMs[callback.attempts.length - 1];
		if (attempt.status === 200) callback.outcome = 'received';
		else if (attempt.status === 406) callback.outcome = 'refused';
		else if (delay === undefined) callback.outcome = 'given_up';
		else {
			callback.next_attempt_at = new Date(Date.now() + delay).toISOString();
			this.timers.after(delay, () => void this.attempt(callback));
		}
	}

	private async post(callback: Callback, stopped: AbortSignal): Promise<CallbackAttempt> {
		const at = new Date().toISOString();
		const { url, headers, body, method } = callback;
		const type = headers['content-type'];
		const isInUrl = type === undefined;
		const isForm = type === formType;
		try {
			const response = await fetch(isInUrl ? withBody(url, body) : url, {
				method,
				headers,
				body: isInUrl ? undefined : isForm ? toForm(body) : JSON.stringify(body),
				// A redirect is not a plain 200.
				redirect: 'manual',
				signal: AbortSignal.any([
					stopped,
					AbortSignal.timeout(this.options.callbackTimeoutMs),
				]),
			});
			return { at, status: response.status, answer: (await response.text()).slice(0, 500) };
		} catch (problem) {
			return { at, status: null, answer: reasonOf(problem) };
		}
	}
}

function typeOf({ callbackForm }: Pick<Readings, 'callbackForm'>): string {
	return callbackForm === 'json' ? 'application/json' : formType;
}

/** A URL with the whole callback in its query, in addition to its own parameters. */
function withBody(url: string, body: object): string {
	return `${url}${url.includes('?') ? '&' : '?'}${toForm(body)}`;
}

/** `fetch` hides the reason of a network fault in the cause. */
function reasonOf(problem: unknown): string {
	const { cause, message } = problem as Error & { cause?: { code?: string; message?: string } };
	return cause?.code ?? cause?.message ?? message;
}
