import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { parameterName } from '../../../nodes/CrmMessaging/fields/field';
import { contactInputs } from '../../../nodes/CrmMessaging/service/fields/contact';
import { automatic, contactForm, hotelForm, purchaseForm } from '../import-forms';
import { pushForm, smsToGuests } from '../message-forms';

/** The forms of an operation. A test fails if a control is in none of them. */
interface OperationForms {
	/** The required fields. Recipients and IDs are read from a guest. */
	least: IDataObject;
	/** Every control, read from the item: one form for each way through it. */
	ways: Record<string, IDataObject>;
	/** An item that all of these accept. */
	item: IDataObject;
}

const userId = '={{ $json.user_id }}';

/** Controls that read the item's value of the same key. */
const read = (...keys: string[]): IDataObject =>
	Object.fromEntries(keys.map((key) => [parameterName({ name: key }), `={{ $json.${key} }}`]));

const all = (value: IDataObject[string], ...keys: string[]): IDataObject =>
	Object.fromEntries(keys.map((key) => [key, value]));

const replacements = { replacement: [read('name', 'value')] };
const customFields = { field: [read('name', 'value')] };

const ofChange: IDataObject = {
	dateFormat: 'dd/MM/yyyy',
	preview: 'off',
	unconfirmedRequests: 'dontResend',
};
const ofMessages: IDataObject = {
	...ofChange,
	...read('body', 'entry'),
	batchSize: 2,
	parallelRequests: 20,
	maxMessages: 100,
	replacements,
	skipDuplicates: false,
	startFlag: 'true',
	failOnRejected: true,
};
const message = { ...read('message_holder', 'start_at'), schedule: 'at' };
const messageItem = {
	...all('{}', 'body', 'entry'),
	message_holder: 'Hello %{name}',
	start_at: '2076-03-29T09:30:00Z',
	name: 'name',
	value: 'value',
};
const atOnce = { parallelRequests: 20 };

/** An operation of messages with one recipient an item, with several, and with a list in JSON. */
function messageWays(
	form: IDataObject,
	recipient: IDataObject,
	own: IDataObject,
): OperationForms['ways'] {
	const options = { ...ofMessages, ...own };
	const deliveries = { delivery: [{ ...recipient, replacements }] };
	const whole = { ...form, ...message };
	const json = { recipientsFrom: 'json', ...read('deliveriesJson') };
	return {
		'': { ...whole, ...recipient, options },
		'several recipients': { ...whole, recipientsFrom: 'list', deliveries, options },
		'recipients in JSON': { ...whole, ...json, options },
	};
}

const columns = contactInputs.map(({ name }) => name);
const usual = ['user_id', 'name_first', 'name_last', 'email', 'phone', 'language'];
const lists = ['list_subscriptions', 'channel_subscriptions'];
const further = columns.filter((name) => ![...usual, ...lists].includes(name));
const severalContacts = {
	contact: [
		{
			...read(...usual),
			additionalFields: {
				...read(...further),
				channelSubscriptions: { subscription: [read('channel', 'blacklisted')] },
				listSubscriptions: { subscription: [read('list_id', 'subscribed')] },
			},
			customFields,
		},
	],
};
const mapped = { mappingMode: 'defineBelow', value: {} as IDataObject };
for (const name of columns) mapped.value[name] = `={{ $json.${name} }}`;

/** An operation with contacts in each of the four ways, and each result of processing. */
function contactWays(form: IDataObject, own: IDataObject): OperationForms['ways'] {
	const options: IDataObject = {
		...ofChange,
		...read('body', 'entry'),
		...read('contacts_extra_fields', 'purchase_extra_fields'),
		// An item has the values of all ways.
		columnsToLeaveOut: 'blacklisted, subscribed',
		duplicateContacts: 'all',
		...read('create_if_invalid', 'create_if_no_credit', 'validate'),
		failOnRejected: true,
		ifOptionalValueIsWrong: 'stop',
		...read('defaultCountryCode'),
		...own,
	};
	const called = { ...form, processingResult: 'sendToTrigger', webhookUrl: '={{ $json.url }}' };
	const json = { contactsFrom: 'json', otherKeys: 'leaveOut', ...read('contactsJson') };
	const each = { contactsFrom: 'mapEachField', contact: mapped, customFields };
	const several = { contactsFrom: 'severalContacts', contacts: severalContacts };
	const wait = { processingResult: 'waitForResult', maxWait: 1440 };
	return {
		'': { ...called, ...json, options },
		'mapped automatically': { ...called, contactsFrom: 'mapAutomatically', options },
		'each field mapped': { ...called, ...each, options },
		'several contacts': { ...called, ...several, options },
		'wait for result': { ...form, ...json, ...wait, options },
	};
}

const contactItem: IDataObject = {
	...all('Aurora', ...columns, 'list_id', 'name', 'origin'),
	...all('Aurora', 'contacts_extra_fields', 'purchase_extra_fields'),
	...all(34, 'phone_countrycode', 'facebook_friends', 'twitter_followers', 'defaultCountryCode'),
	...all('{}', 'body', 'entry'),
	...all(true, 'blacklisted', 'subscribed', 'gdpr_accept_terms', 'gdpr_marketing_consent'),
	...all(true, 'create_if_invalid', 'create_if_no_credit', 'validate'),
	...all(true, 'email_opt_out', 'sms_opt_out', 'push_opt_out'),
	email: 'a@x.es',
	phone: '+34600100001',
	phone_number: '600100001',
	language: 'es',
	born_date: '1985-04-23',
	gender: 'FEMALE',
	gdpr_date: '2076-03-29T09:30:00Z',
	channel: 'email',
	list_subscriptions: [{ list_id: 'Aurora', subscribed: true }],
	channel_subscriptions: [{ channel: 'email', blacklisted: true }],
	contactsJson: [{ user_id: 'guest-2' }],
	value: 'value',
	url: 'https://example.com/hook',
};

const hotel = {
	...read('uuid', 'name'),
	options: { ...ofChange, ...atOnce, ...read('body') },
};

const forms: Record<string, OperationForms> = {
	'sms.send': {
		least: { ...smsToGuests, messageHolder: 'Hello %{name}' },
		ways: messageWays(read('sender'), read('phone_number'), {
			...read('multiple', 'defaultCountryCode'),
		}),
		item: {
			...messageItem,
			sender: 'Aurora',
			phone_number: '+34600100001',
			multiple: true,
			defaultCountryCode: 34,
			deliveriesJson: [{ phone_number: '+34600100002', replacements: { name: 'Ana' } }],
		},
	},
	'push.send': {
		least: pushForm({ recipientId: userId, messageHolder: 'Hello %{name}' }),
		ways: messageWays(read('app_id', 'subject'), read('recipientType', 'recipientId'), {
			notification: read(
				...['alert', 'silent', 'badge', 'category_push', 'extra', 'send_silently'],
				...['send_all_devices', 'sound', 'thumbnail_url', 'url'],
			),
		}),
		item: {
			...messageItem,
			...all('Aurora', 'subject', 'alert', 'extra', 'sound', 'thumbnail_url', 'url'),
			...all(true, 'silent', 'send_silently', 'send_all_devices'),
			app_id: 'guest-app',
			recipientType: 'device_id',
			recipientId: 'recipientId',
			badge: 34,
			category_push: 'CATEGORY_ACCEPT',
			deliveriesJson: [{ device_id: 'phone-1', replacements: { name: 'Ana' } }],
		},
	},
	'contact.upsert': {
		least: contactForm(automatic),
		ways: contactWays(read('origin'), { ...atOnce, batchSize: 2, output: 'item' }),
		item: contactItem,
	},
	'purchase.upsert': {
		least: purchaseForm({ ...automatic, transactionCode: userId, uuid: userId }),
		ways: contactWays(
			{
				...read('transaction_code', 'status', 'UUID', 'price', 'currency'),
				additionalFields: {
					...read('redeem_coupon_code', 'description', 'name', 'origin'),
					campaignId: { __rl: true, mode: 'id', value: '={{ $json.campaign_id }}' },
					purchaseCustomFields: customFields,
				},
			},
			{ ...atOnce, output: 'item', productIdKey: 'UUID' },
		),
		item: {
			...contactItem,
			...all('Aurora', 'transaction_code', 'UUID', 'campaign_id'),
			...all('Aurora', 'redeem_coupon_code', 'description'),
			status: 'add_cart',
			price: 34,
			currency: 'EUR',
		},
	},
	'hotel.create': {
		least: hotelForm({ uuid: userId }),
		ways: {
			'': {
				...hotel,
				itemsFrom: 'fields',
				items: { item: [{ ...read('language'), data: customFields }] },
			},
			'languages in JSON': { ...hotel, itemsFrom: 'json', ...read('itemsJson') },
		},
		item: {
			...all('Aurora', 'uuid', 'name'),
			language: 'es',
			value: 'value',
			itemsJson: [{ language: 'en', data: { description: 'Inn' } }],
			body: '{}',
		},
	},
	'campaign.getAll': {
		least: {},
		ways: {
			'': {
				returnAll: false,
				...read('limit', 'simplify'),
				filters: read('schedule_type', 'status'),
				options: { ...atOnce, ...read('order') },
			},
			all: { returnAll: true, ...read('simplify'), options: atOnce },
		},
		item: {
			...{ limit: 34, simplify: true, order: 'asc' },
			...{ status: 'completed', schedule_type: 'automation_cron' },
		},
	},
	'bulkJob.get': {
		least: { bulkId: userId },
		ways: { '': { ...read('bulk_id'), options: atOnce } },
		item: { bulk_id: 'Aurora' },
	},
	'bulkJob.waitUntilProcessed': {
		least: { bulkId: userId },
		ways: {
			'': {
				...read('bulk_id', 'timeLimit'),
				options: { ...atOnce, ...read('extraCompletedStatuses') },
			},
		},
		item: { bulk_id: 'Aurora', timeLimit: 0.01, extraCompletedStatuses: 'Aurora' },
	},
};

/** The forms of an operation, with its resource and name. */
export function formsOf({ resource, choice: { name: operation } }: Operation): OperationForms {
	const own = forms[`${resource.name}.${operation}`];
	if (!own) throw new Error(`every-operation/forms.ts lacks ${resource.name}.${operation}`);
	const whole = (form: IDataObject) => ({ resource: resource.name, operation, ...form });
	const ways = Object.entries(own.ways).map(([way, form]) => [way, whole(form)]);
	return {
		item: own.item,
		least: whole(own.least),
		ways: Object.fromEntries(ways) as OperationForms['ways'],
	};
}
