/** Request bodies as they arrive once openapi.yaml has accepted them. */

export type CampaignStatus =
	'draft' | 'scheduled' | 'inprogress' | 'completed' | 'ongoing' | 'paused';

export type ScheduleType = 'now' | 'scheduled' | 'automation_trigger' | 'automation_cron';

/** The fields of a contact the mock service itself looks at; all others are kept as sent. */
export interface ContactFields {
	user_id?: string;
	email?: string;
	phone?: string;
	phone_countrycode?: string;
	phone_number?: string;
	name_first?: string;
	name_last?: string;
	[other: string]: unknown;
}

/** The fields of a purchase the mock service itself looks at; all others are kept as sent. */
export interface PurchaseFields {
	UUID?: string;
	product_uuid?: string;
	transaction_code: string;
	price: number;
	currency: string;
	status?: string;
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

/** The times in push and SMS requests. */
export interface ScheduleFields {
	start_now: boolean | 'true' | 'false';
	start_at?: string;
}

/** Body of `POST …/push/deliveries`. */
export interface PushBody extends ScheduleFields {
	app_id: string;
	subject: string;
	message_holder: string;
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
export interface SmsBody extends ScheduleFields {
	sender: string;
	message_holder: string;
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
