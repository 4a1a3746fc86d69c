import { createHmac } from 'node:crypto';
import { stringify } from 'qs';
import type { MockServiceOptions } from '../options';
import { type BulkJob, type Callback, newId } from '../state/records';
import type { ServiceState } from '../state/service-state';
import type { Timers } from '../timers';
import type { CallbackBody } from './callback-body';

/** The `Authorization` header of a callback: HMAC-SHA256 over timestamp and token, not over the body. */
export function signCallback(secret: string, timestamp: number | string, token: string): string {
	return createHmac('sha256', secret).update(`${timestamp}${token}`).digest('hex');
}

/** The types of a callback's body. */
const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/** A callback as a form with bracketed keys, `valid_contacts[0][email]=…`, and a plus for a space. */
const toForm = (body: object): string => stringify(body, { format: 'RFC1738' });

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
	 *
	 * @param body the same at every try
	 */
	send(job: BulkJob, body: CallbackBody): void {
		const { account, readings } = this.options;
		const { callbackMethod, callbackForm } = readings;
		const { timestamp = '', token } = body;
		const isInUrl = callbackMethod === 'GET' || callbackMethod === 'emptyPOST';
		const { webhook_url: url } = job;
		const callback: Callback = {
			id: newId(),
			bulk_id: job._id,
			url: isInUrl ? `${url}${url.includes('?') ? '&' : '?'}${toForm(body)}` : url,
			headers: {
				...(token && {
					authorization: signCallback(account.accountSecret, timestamp, token),
				}),
				...(!isInUrl && { 'content-type': types[callbackForm] }),
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

	/** Calls back once more, whatever the calls before led to; not while it still does. */
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
		const at = new Date().toISOString();
		const { status, answer } = await this.post(callback, signal);
		if (signal.aborted) return;
		callback.attempts.push({ at, status, answer });
		const delay = this.options.callbackRetryDelaysMs[callback.attempts.length - 1];
		if (status === 200) callback.outcome = 'received';
		else if (status === 406) callback.outcome = 'refused';
		else if (delay === undefined) callback.outcome = 'given_up';
		else {
			callback.next_attempt_at = new Date(Date.now() + delay).toISOString();
			this.timers.after(delay, () => void this.attempt(callback));
		}
	}

	private async post({ url, method, headers, body }: Callback, stopped: AbortSignal) {
		const type = headers['content-type'];
		const timeout = AbortSignal.timeout(this.options.callbackTimeoutMs);
		try {
			const response = await fetch(url, {
				method,
				headers,
				body: type && (type === types.json ? JSON.stringify(body) : toForm(body)),
				// A redirect is not a plain 200.
				redirect: 'manual',
				signal: AbortSignal.any([stopped, timeout]),
			});
			return { status: response.status, answer: (await response.text()).slice(0, 500) };
		} catch (problem) {
			// `fetch` hides the reason of a network fault in the cause.
			const { cause, message } = problem as Error & { cause?: NodeJS.ErrnoException };
			return { status: null, answer: cause?.code ?? cause?.message ?? message };
		}
	}
}
