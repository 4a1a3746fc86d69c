import type { MockServiceOptions } from '../options';
import type { BulkJob, Purchase } from '../state/records';
import type { ServiceState } from '../state/service-state';
import type { SyncDataBody } from '../state/wire';
import type { Timers } from '../timers';
import { clearedFields } from '../http/null-values';
import { newId } from '../state/ids';
import { callbackBody } from './callback-body';
import type { CallbackSender } from './callback-sender';
import { withBirthday } from './birthday';
import { sortByEmail } from './email-validation';

/** Takes bulk submissions, processes them after a moment and has the caller called back. */
export class BulkWorker {
	/** Submissions that are still in the queue, by `_id` of their job. */
	private readonly queue = new Map<string, SyncDataBody>();

	constructor(
		private readonly state: ServiceState,
		private readonly options: MockServiceOptions,
		private readonly timers: Timers,
		private readonly callbacks: CallbackSender,
	) {}

	/** Puts a submission into the queue (document: endpoint 5). */
	accept(body: SyncDataBody): BulkJob {
		const { contacts = [], options = {} } = body;
		const job: BulkJob = {
			_id: newId(),
			origin: body.origin,
			status: 'queue',
			number_of_contacts: contacts.length,
			number_of_purchase: this.finds(body.purchase) ? 1 : 0,
			match_contact_user_id: contacts.some(({ user_id }) => user_id !== undefined),
			validate_emails: options.email_validation?.validate ?? false,
			contacts_extra_fields: options.webhook?.contacts_extra_fields ?? [],
			purchase_extra_fields: options.webhook?.purchase_extra_fields ?? [],
			webhook_url: options.webhook?.url ?? '',
			contacts_valid_count: null,
			contacts_failed_count: null,
			created_at: new Date().toISOString(),
			processed_at: null,
		};
		this.state.bulkJobs.push(job);
		this.queue.set(job._id, body);
		this.timers.after(this.options.processingDelayMs, () => this.end(job._id, 'processed'));
		return job;
	}

	/**
	 * Ends a queued job now. A failed one takes nothing and calls no one back.
	 * @returns the job, or undefined when no such job is in the queue
	 */
	end(jobId: string, status: 'processed' | 'failed'): BulkJob | undefined {
		const job = this.state.bulkJobs.find(({ _id }) => _id === jobId);
		const body = this.queue.get(jobId);
		if (!job || !body) return undefined;
		this.queue.delete(jobId);
		const { finalState } = this.options.readings;
		job.status = status === 'processed' ? finalState : status;
		job.processed_at = new Date().toISOString();
		if (status === 'processed') this.process(job, body);
		return job;
	}

	/** Empties the queue without processing it. */
	clear(): void {
		this.queue.clear();
	}

	private process(job: BulkJob, body: SyncDataBody): void {
		const { emailCredits, readings, account } = this.options;
		const { valid, failed } = sortByEmail(body, emailCredits, readings);
		const stored = valid.map((contact) =>
			this.state.contactBook.upsert(withBirthday(contact, readings), clearedFields(contact)),
		);
		const contactIds = stored.map(({ _id }) => _id);
		const purchase = this.storePurchase(body, contactIds);
		job.contacts_valid_count = stored.length;
		job.contacts_failed_count = failed.length;
		if (!job.webhook_url) return;
		const report = callbackBody(account.id, { valid: stored, failed, purchase }, job, readings);
		this.callbacks.send(job, report);
	}

	/** A purchase whose product the service does not find is lost after its 201, which counts none. */
	private finds(purchase: SyncDataBody['purchase']): boolean {
		const { productId } = this.options.readings;
		if (!purchase) return false;
		return productId === 'either' || purchase[productId] !== undefined;
	}

	private storePurchase({ purchase }: SyncDataBody, contactIds: string[]): Purchase | undefined {
		if (!purchase || !this.finds(purchase)) return undefined;
		return this.state.upsertPurchase(purchase, contactIds, clearedFields(purchase));
	}
}
