import type { IDataObject } from 'n8n-workflow';
import { answerHint } from '../catalogue/contacts';
import { setOwn } from '../fields/values';
import { processedState, startingStates, type Documented } from './oddities';

/** The part of a request that its answer repeats. */
export interface Asked {
	body?: IDataObject;
	query?: IDataObject;
}

/** The result of a delivery. It may repeat the recipient. */
const deliveryResult: Documented = {
	valid: { kind: 'flag', required: true },
	delivery_id: { kind: 'id', required: true },
};

/** docs/contributing/service.md, Send SMS. */
export const smsResult: Documented = { ...deliveryResult, phone_number: { kind: 'any' } };

/** docs/contributing/service.md, Send push notifications. */
export const pushResult: Documented = {
	...deliveryResult,
	user_id: { kind: 'any' },
	contact_id: { kind: 'any' },
	device_id: { kind: 'id', required: true },
};

/** The answer to messages. Their results are read one by one. */
export const deliveries = (): Documented => ({ deliveries: { kind: 'list', required: true } });

/** A bulk job that was read. */
const bulkJobKeys: Documented = {
	_id: { kind: 'id', required: true },
	number_of_contacts: { kind: 'count' },
	match_contact_user_id: { kind: 'flag' },
	validate_emails: { kind: 'flag' },
	contacts_webhook_extra_fields: { kind: 'texts' },
	webhook_url: { kind: 'url' },
	status: { kind: 'text' },
};

/** The bulk job that a submission creates (docs/contributing/service.md, Submit contacts and a purchase). */
export function createdJob({ body = {} }: Asked): Documented {
	const { contacts = [], purchase, options = {} } = body as SyncBody;
	const { webhook = {}, email_validation = {} } = options;
	return {
		_id: { kind: 'id', required: true },
		number_of_contacts: { kind: 'count', asked: contacts.length },
		number_of_purchase: {
			kind: 'count',
			asked: purchase ? 1 : 0,
			lacking: answerHint.purchaseMissing,
		},
		validate_emails: {
			kind: 'flag',
			asked: email_validation.validate ?? false,
			lacking: answerHint.emailsNotValidated,
		},
		contacts_extra_fields: { kind: 'texts', asked: webhook.contacts_extra_fields },
		purchase_extra_fields: { kind: 'texts', asked: webhook.purchase_extra_fields },
		webhook_url: { kind: 'url', asked: webhook.url, lacking: answerHint.noCallback },
		status: {
			kind: 'text',
			asked: startingStates[0],
			orOneOf: [...startingStates, processedState],
			optional: true,
		},
	};
}

/** A bulk job, which may come with or without its wrapper (docs/contributing/service.md, Get a bulk job). */
export function bulkJobAnswer(_: Asked, { bulk }: IDataObject): Documented {
	return bulk === undefined ? bulkJobKeys : { bulk: { kind: 'object', keys: bulkJobKeys } };
}

interface SyncBody {
	contacts?: readonly unknown[];
	purchase?: unknown;
	options?: {
		webhook?: Partial<
			Record<'url' | 'contacts_extra_fields' | 'purchase_extra_fields', unknown>
		>;
		email_validation?: { validate?: unknown };
	};
}

/** Campaigns, which match the query's filters (docs/contributing/service.md, List campaigns). */
export function campaignsAnswer({ query = {} }: Asked): Documented {
	return { campaigns: { kind: 'list', keys: campaign(query), isOpen: true } };
}

function campaign({ status, schedule_type }: IDataObject): Documented {
	const any = { kind: 'any' } as const;
	const keys = ['name', 'description', 'created_at', 'updated_at', 'time_zone', 'send_date'];
	return {
		id: { kind: 'id', required: true },
		...Object.fromEntries([...keys, 'filters', 'reports'].map((key) => [key, any])),
		status: status === undefined ? any : { kind: 'text', asked: status },
		schedule_type: schedule_type === undefined ? any : { kind: 'text', asked: schedule_type },
	};
}

/** A hotel: its texts are under the names of its custom fields, by language. */
export function hotelAnswer(request: Asked): Documented {
	return { hotel_data: { kind: 'object', keys: hotel(request) } };
}

function hotel({ body = {} }: Asked): Documented {
	const { uuid, name, items = [] } = body as { items?: IDataObject[] } & IDataObject;
	const texts: IDataObject = {};
	for (const { language, data } of items) {
		for (const [field, text] of Object.entries(data as IDataObject)) {
			const inner = Object.hasOwn(texts, field) ? (texts[field] as IDataObject) : {};
			setOwn(texts, field, { ...inner, [language as string]: text });
		}
	}
	const fields = Object.entries(texts).map(([field, asked]) => [field, { kind: 'any', asked }]);
	return {
		...(Object.fromEntries(fields) as Documented),
		uuid: { kind: 'id', asked: uuid },
		name: { kind: 'text', asked: name },
	};
}

/** A callback (docs/contributing/service.md, The callback): its counts are those of its lists. */
export function callbackOf(valid: number, failed: number): Documented {
	const purchase: Documented = { transaction_code: { kind: 'id' }, _id: { kind: 'id' } };
	return {
		account_id: { kind: 'id' },
		timestamp: { kind: 'any' },
		token: { kind: 'any' },
		contacts_valid_count: { kind: 'count', asked: valid, optional: true },
		contacts_failed_count: { kind: 'count', asked: failed, optional: true },
		valid_contacts: { kind: 'list' },
		failed_contacts: { kind: 'list' },
		// The service describes the fields of a purchase, but not their place.
		...purchase,
		purchase: { kind: 'object', keys: purchase, isOpen: true },
	};
}
