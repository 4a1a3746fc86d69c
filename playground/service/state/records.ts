/** What the service is sent, once openapi.yaml has accepted it, and what it keeps. */
import { randomBytes, randomInt } from 'node:crypto';

/** A new `_id`: 24 hexadecimal digits. */
export function newId(): string {
	return randomBytes(12).toString('hex');
}

/** A random text of letters and digits. */
export function randomText(length: number): string {
	const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
	return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}

/** The fields of a contact the mock service itself looks at; all others are kept as sent. */
export interface ContactFields {
	user_id?: string;
	email?: string;
	phone?: string;
	phone_countrycode?: string;
	phone_number?: string;
	[other: string]: unknown;
}

/** The fields of a purchase the mock service itself looks at; all others are kept as sent. */
export interface PurchaseFields {
	UUID?: string;
	product_uuid?: string;
	transaction_code: string;
	[other: string]: unknown;
}

/** Body of `POST …/sync_data`. */
export interface SyncDataBody {
	origin: string;
	options?: {
		email_validation?: {
			validate?: boolean;
			create_if_invalid?: boolean;
			create_if_no_credit?: boolean;
		};
		webhook?: {
			url?: string;
			contacts_extra_fields?: string[];
			purchase_extra_fields?: string[];
		};
	};
	contacts?: ContactFields[];
	purchase?: PurchaseFields;
}

/** What push and SMS requests have in common. */
export interface MessageFields {
	message_holder: string;
	start_now: boolean | 'true' | 'false';
	start_at?: string;
}

/** Body of `POST …/push/deliveries`. */
export interface PushBody extends MessageFields {
	app_id: string;
	subject: string;
	send_all_devices?: boolean;
	deliveries: Array<{
		device_id?: string;
		user_id?: string;
		contact_id?: string;
		replacements: Record<string, string>;
	}>;
	[detail: string]: unknown;
}

/** Body of `POST …/sms/deliveries`. */
export interface SmsBody extends MessageFields {
	sender: string;
	deliveries: Array<{
		phone_number: string;
		replacements: Record<string, string>;
		multiple?: boolean;
	}>;
}

/** Body of `POST …/hotel_data`. */
export interface HotelDataBody {
	uuid: string;
	name: string;
	items: Array<{ language: string; data: Record<string, unknown> }>;
}

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
	/** As in the answer; the document leaves the meaning of false open. */
	valid: boolean;
	/** Why `valid` is false; never part of an answer. */
	reason?: string;
	/** The text after substitution. */
	text: string;
	/** When the service accepted it. */
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
	/** Everything else in the request about the notification (alert, badge, url, …). */
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
	status: string;
	schedule_type: string;
	time_zone: string;
	send_date: string;
	filters: Array<{ id: string; name: string }>;
	reports: { global: Record<string, number>; purchases: Record<string, number> };
}

/** A callback and everything that happened to it. */
export interface Callback {
	id: string;
	bulk_id: string;
	url: string;
	method: 'POST' | 'PUT' | 'GET';
	headers: Record<string, string>;
	/** The body as an object or a list, also when it is sent form-encoded. */
	body: object;
	/** Each try: the answer's status (null if there was none), and its beginning or why there was none. */
	attempts: Array<{ at: string; status: number | null; answer: string }>;
	/** pending: another try will follow; received: 200; refused: 406; given_up: all tries used. */
	outcome: 'pending' | 'received' | 'refused' | 'given_up';
	next_attempt_at: string | null;
}
