import { clearedFields } from '../http/api-validator';
import type { MockServiceOptions } from '../options';
import {
	type BulkJob,
	type ContactFields,
	newId,
	type Purchase,
	type SyncDataBody,
} from '../state/records';
import type { ServiceState } from '../state/service-state';
import type { Timers } from '../timers';
import { callbackBody } from './callback-body';
import type { CallbackSender } from './callback-sender';

/** Hours that the account is behind UTC under the reading `bornDate: accountDay`. */
const ACCOUNT_HOURS = -5;

/** Takes imports, processes them after a moment and has the caller called back. */
export class BulkWorker {
	/** Imports that are still in the queue, by `_id` of their job. */
	private readonly queue = new Map<string, SyncDataBody>();

	constructor(
		private readonly state: ServiceState,
		private readonly options: MockServiceOptions,
		private readonly timers: Timers,
		private readonly callbacks: CallbackSender,
	) {}

	/** Puts an import into the queue (document: endpoint 5). */
	accept(body: SyncDataBody): BulkJob {
		const { origin, contacts = [], options: { email_validation, webhook } = {} } = body;
		const job: BulkJob = {
			_id: newId(),
			origin,
			status: 'queue',
			number_of_contacts: contacts.length,
			number_of_purchase: this.finds(body.purchase) ? 1 : 0,
			match_contact_user_id: contacts.some(({ user_id }) => user_id !== undefined),
			validate_emails: email_validation?.validate ?? false,
			contacts_extra_fields: webhook?.contacts_extra_fields ?? [],
			purchase_extra_fields: webhook?.purchase_extra_fields ?? [],
			webhook_url: webhook?.url ?? '',
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
	 * Ends a queued job now. A failed one saves nothing and calls no one back.
	 *
	 * @returns the job, or undefined when no such job is in the queue
	 */
	end(jobId: string, status: 'processed' | 'failed'): BulkJob | undefined {
		const job = this.state.bulkJobs.find(({ _id }) => _id === jobId);
		const body = this.queue.get(jobId);
		if (!job || !body) return undefined;
		this.queue.delete(jobId);
		job.processed_at = new Date().toISOString();
		job.status = status === 'processed' ? this.options.readings.finalState : status;
		if (status === 'processed') this.process(job, body);
		return job;
	}

	/** Empties the queue without processing it. */
	clear(): void {
		this.queue.clear();
	}

	private process(job: BulkJob, body: SyncDataBody): void {
		const isValid = this.validation(body);
		const { contacts = [] } = body;
		const failed = contacts.filter((contact) => !isValid(contact));
		const valid = contacts
			.filter(isValid)
			.map((contact) =>
				this.state.upsertContact(this.withBirthday(contact), clearedFields(contact)),
			);
		const ids = valid.map(({ _id }) => _id);
		const purchase = this.storePurchase(body, ids);
		job.contacts_valid_count = valid.length;
		job.contacts_failed_count = failed.length;
		if (!job.webhook_url) return;
		const { account, readings } = this.options;
		const processed = { valid, failed, purchase };
		this.callbacks.send(job, callbackBody(account.id, processed, job, readings));
	}

	/**
	 * Which contacts `options.email_validation` lets pass (document: endpoint 5): all without `validate`;
	 * what the other two change is a matter of reading.
	 */
	private validation({ contacts = [], options }: SyncDataBody): (one: ContactFields) => boolean {
		const { readings, emailCredits } = this.options;
		const validation = options?.email_validation;
		if (!validation?.validate) return () => true;
		const emails = contacts.filter(({ email }) => email !== undefined).length;
		if (emails > emailCredits) {
			const isImported =
				readings.createIfNoCredit === 'anyway' || validation.create_if_no_credit === true;
			return () => isImported;
		}
		const createsInvalid =
			(validation.create_if_invalid ?? false) === (readings.createIfInvalid === 'asNamed');
		return ({ email }) =>
			createsInvalid || email === undefined || /^[^@\s]+@[^@\s]+$/.test(email);
	}

	/** A contact as it is kept: under a reading, its birthday is the day that it is at the account. */
	private withBirthday(contact: ContactFields): ContactFields {
		const { born_date } = contact;
		const { bornDate } = this.options.readings;
		if (bornDate !== 'accountDay' || typeof born_date !== 'string') return contact;
		const atAccount = new Date(Date.parse(born_date) + ACCOUNT_HOURS * 3_600_000);
		return { ...contact, born_date: atAccount.toISOString().slice(0, 10) };
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
