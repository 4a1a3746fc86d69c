import type { IDataObject } from 'n8n-workflow';

/** An operation with every field of its form filled in from the item. */
export interface OperationCase {
	name: string;
	form: IDataObject;
	/** Whether it gives nothing for an item when the service has nothing. */
	mayBeSilent?: boolean;
}

/** An item with which every operation is content. */
export const goodItem: IDataObject = {
	user_id: 'guest-1',
	email: 'ana@example.com',
	phone: '+34600100001',
	text: 'Aurora',
	message: 'Hello %{text}',
	language: 'es',
	date: '2026-03-29T09:30:00Z',
	number: 7,
	flag: true,
	currency: 'EUR',
	url: 'https://example.com/hook',
	list: ['a', 'b'],
	contacts: [{ user_id: 'guest-2' }],
	sms: [{ phone_number: '+34600100002', replacements: { text: 'Ana' } }],
	push: [{ device_id: 'phone-1', replacements: { text: 'Ana' } }],
	hotel: [{ language: 'en', data: { description: 'By the river' } }],
};

const from = (key: string): string => `={{ $json.${key} }}`;
const custom = { field: [{ name: from('text'), value: from('text') }] };
const schedule = { schedule: 'at', startAt: from('date') };
const syncOptions = {
	validate: from('flag'),
	createIfInvalid: from('flag'),
	webhookContactsExtraFields: from('list'),
	webhookPurchaseExtraFields: from('list'),
	tries: 1,
};
const replaced = { replacements: { replacement: [{ name: 'text', value: from('text') }] } };
const sending = { tries: 1, batchSize: 2, failOnRejected: true };

const sms: IDataObject = {
	resource: 'sms',
	operation: 'send',
	sender: from('text'),
	messageHolder: from('message'),
	deliveries: {
		delivery: [{ phoneNumber: from('phone'), multiple: from('flag'), ...replaced }],
	},
	...schedule,
	options: sending,
};

const push: IDataObject = {
	resource: 'push',
	operation: 'send',
	appId: 'guest-app',
	subject: from('text'),
	messageHolder: from('message'),
	deliveries: {
		delivery: [{ targetType: 'device_id', targetId: from('user_id'), ...replaced }],
	},
	...schedule,
	additionalFields: {
		alert: from('text'),
		badge: from('number'),
		categoryPush: 'CATEGORY_OK',
		extra: from('contacts'),
		sendAllDevices: from('flag'),
		silent: from('flag'),
		sound: from('text'),
		thumbnailUrl: from('url'),
		url: from('url'),
	},
	options: sending,
};

const contact: IDataObject = {
	resource: 'contact',
	operation: 'upsert',
	origin: from('text'),
	contactsFrom: 'mapAutomatically',
	otherKeys: 'custom',
	callback: 'triggerUrl',
	webhookUrl: from('url'),
	options: { ...syncOptions, batchSize: 2 },
};

const purchase: IDataObject = {
	resource: 'purchase',
	operation: 'record',
	origin: from('text'),
	contactsFrom: 'mapAutomatically',
	uuid: from('user_id'),
	transactionCode: from('user_id'),
	price: from('number'),
	currency: from('currency'),
	additionalFields: {
		status: 'confirmed',
		campaignId: { __rl: true, mode: 'id', value: from('text') },
		redeemCouponCode: from('text'),
		name: from('text'),
		description: from('text'),
	},
	purchaseCustomFields: custom,
	callback: 'triggerUrl',
	webhookUrl: from('url'),
	options: { ...syncOptions, productIdKey: 'product_uuid' },
};

const hotel: IDataObject = {
	resource: 'hotel',
	operation: 'create',
	uuid: from('user_id'),
	name: from('text'),
	items: { item: [{ language: from('language'), data: custom }] },
	options: { tries: 1 },
};

const contactFields = {
	userId: from('user_id'),
	nameFirst: from('text'),
	email: from('email'),
	phone: from('phone'),
	language: from('language'),
	additionalFields: { bornDate: from('date'), gender: 'MALE', tags: from('list') },
	customFields: custom,
};

const mapped = {
	mappingMode: 'defineBelow',
	value: {
		user_id: from('user_id'),
		born_date: from('date'),
		tags: from('list'),
		twitter_followers: from('number'),
	},
};

/** Every operation, and every way of its form to give the same. */
export const everyOperation: OperationCase[] = [
	{ name: 'sms', form: sms },
	{ name: 'sms preview', form: { ...sms, options: { preview: true } } },
	{
		name: 'sms json',
		form: { ...sms, deliveriesFrom: 'json', deliveriesJson: from('sms'), deliveries: {} },
	},
	{ name: 'sms, replacements of the item', form: { ...sms, replacementsFrom: 'item' } },
	{ name: 'push', form: push },
	{
		name: 'push json',
		form: { ...push, deliveriesFrom: 'json', deliveriesJson: from('push'), deliveries: {} },
	},
	{ name: 'contact', form: contact },
	{
		name: 'contact, each field',
		form: { ...contact, contactsFrom: 'mapEachField', contact: mapped, customFields: custom },
	},
	{
		name: 'contact, several',
		form: {
			...contact,
			contactsFrom: 'severalContacts',
			contacts: { contact: [contactFields, contactFields] },
		},
	},
	{
		name: 'contact json',
		form: { ...contact, contactsFrom: 'json', contactsJson: from('contacts') },
	},
	{ name: 'purchase', form: purchase },
	{ name: 'hotel', form: hotel },
	{
		name: 'hotel json',
		form: { ...hotel, itemsFrom: 'json', itemsJson: from('hotel'), items: {} },
	},
	{
		name: 'campaigns',
		mayBeSilent: true,
		form: {
			resource: 'campaign',
			operation: 'getAll',
			limit: from('number'),
			filters: { status: 'paused', scheduleType: 'now' },
			options: { order: 'asc', tries: 1 },
		},
	},
	{
		name: 'all campaigns',
		mayBeSilent: true,
		form: {
			resource: 'campaign',
			operation: 'getAll',
			returnAll: true,
			options: { tries: 1 },
		},
	},
	{
		name: 'bulk job',
		form: {
			resource: 'bulkJob',
			operation: 'get',
			bulkId: from('user_id'),
			options: { tries: 1 },
		},
	},
	{
		name: 'wait for a bulk job',
		form: {
			resource: 'bulkJob',
			operation: 'waitUntilProcessed',
			bulkId: from('user_id'),
			timeLimit: 0.01,
			options: { tries: 1 },
		},
	},
];
