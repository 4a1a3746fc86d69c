import type { CampaignStatus, PurchaseFields, ContactFields, ScheduleType } from './wire';

/** A stored contact: what was submitted, later submissions laid over earlier ones. */
export interface Contact extends ContactFields {
	_id: string;
}

/** A stored purchase, keyed by its `transaction_code`. */
export interface Purchase extends PurchaseFields {
	_id: string;
	/** `_id`s of the contacts it was last submitted with. */
	contact_ids: string[];
	/** How often this `transaction_code` was submitted: above 1 it was updated. */
	submissions: number;
	updated_at: string;
}

/** The common fields of stored push and SMS deliveries. */
export interface Delivery {
	delivery_id: string;
	/** As told in the answer; the document leaves the meaning of false open. */
	valid: boolean;
	/** Why `valid` is false; never part of an answer. */
	reason?: string;
	/** The text after substitution. */
	text: string;
	/** When the service took it. */
	received_at: string;
	/** When it goes out; null when `start_now` is false and no `start_at` was given. */
	send_at: string | null;
}

/** A stored push delivery: one a device. */
export interface PushDelivery extends Delivery {
	device_id: string;
	app_id: string;
	/** The target as it was sent. */
	target: { device_id?: string; user_id?: string; contact_id?: string };
	subject: string;
	/** Everything else the request said about the notification (alert, badge, url, …). */
	details: Record<string, unknown>;
	/** Whether it arrives without being seen. */
	is_silent: boolean;
}

/** A stored SMS delivery. */
export interface SmsDelivery extends Delivery {
	sender: string;
	phone_number: string;
	multiple: boolean;
}

/** A stored hotel, as the create endpoint answers it. */
export interface Hotel {
	uuid: string;
	name: string;
	[customField: string]: string | Record<string, unknown>;
}

/** A stored bulk job. */
export interface BulkJob {
	_id: string;
	origin: string;
	/** `queue`, `failed`, or how the service calls a job that was processed. */
	status: string;
	number_of_contacts: number;
	number_of_purchase: number;
	match_contact_user_id: boolean;
	validate_emails: boolean;
	contacts_extra_fields: string[];
	purchase_extra_fields: string[];
	webhook_url: string;
	/** Counts and time of the end; null while queued. */
	contacts_valid_count: number | null;
	contacts_failed_count: number | null;
	created_at: string;
	processed_at: string | null;
}

/** A campaign, exactly as the document's table has it. */
export interface Campaign {
	id: string;
	name: string;
	description: string;
	created_at: string;
	updated_at: string;
	status: CampaignStatus;
	schedule_type: ScheduleType;
	time_zone: string;
	send_date: string;
	filters: Array<{ id: string; name: string }>;
	reports: { global: Record<string, number>; purchases: Record<string, number> };
}

/** One try of a callback. */
export interface CallbackAttempt {
	at: string;
	/** Status of the answer; null when there was none. */
	status: number | null;
	/** Start of the answer's text, or why there was none. */
	answer: string;
}

/** A callback and everything that became of it. */
export interface Callback {
	id: string;
	bulk_id: string;
	url: string;
	method: 'POST' | 'PUT' | 'GET';
	headers: Record<string, string>;
	/** The body as an object or a list, also when it is sent form-encoded. */
	body: object;
	attempts: CallbackAttempt[];
	/** pending: another try will follow; received: 200; refused: 406; given_up: all tries used. */
	outcome: 'pending' | 'received' | 'refused' | 'given_up';
	next_attempt_at: string | null;
}
