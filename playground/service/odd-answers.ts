import type { ChangedAnswer } from './faults/faults';

/**
 * Answers that the service's document doesn't show, made of the ones that it does. A caller must
 * report each of them. Some mean that a message or a contact got lost, and no one can know which.
 */
export type OddAnswers = Record<string, ChangedAnswer>;

/** A change of some keys of an answer. */
const set =
	(change: Record<string, unknown>): ChangedAnswer =>
	(answer) => ({ ...answer, ...change });

/** Of any endpoint: keys next to the documented ones. */
const NEXT_TO_RESULTS: Array<Record<string, unknown>> = [
	{ success: false, message: 'Account suspended, nothing was sent' },
	{ status: 'failed' },
	{ error: 'list incomplete' },
	{ errors: ['no credit'] },
	{ error: [{ error: 'no credit' }] },
	{ warnings: ['number not in use'] },
	{ failed_contacts: [{ contact: {}, error: 'no address' }] },
	{ total: 400, next_page: 2 },
	{ dry_run: true },
];

/** Of any endpoint. @param documented keys that its answer may have */
const ofAny = (...documented: string[]): OddAnswers => ({
	...Object.fromEntries(
		NEXT_TO_RESULTS.filter((more) => !documented.some((key) => key in more)).map((more) => [
			`also ${JSON.stringify(more)}`,
			set(more),
		]),
	),
	'an empty object': () => ({}),
	'an empty list': () => [],
	'a text': () => 'accepted',
	'only an error': () => ({ error: 'invalid sender' }),
	'only a status': () => ({ status_code: 'ok' }),
	'its answer wrapped': (answer) => ({ data: answer }),
	'its answer in a list': (answer) => [answer],
});

type Results = Array<Record<string, unknown>>;
type Changes = Record<string, (list: Results) => unknown>;

const inEach = (more: Record<string, unknown>) => (list: Results) =>
	list.map((result) => ({ ...result, ...more }));

/** Changes of the entries of a list of results. */
const OF_ENTRIES: Changes = {
	...Object.fromEntries(
		[null, 'true', 'yes', 'no', 1, 0, 'partially', {}, []].map((valid) => [
			`valid: ${JSON.stringify(valid)}`,
			inEach({ valid }),
		]),
	),
	...Object.fromEntries(
		[null, undefined, '', {}].map((delivery_id) => [
			`delivery_id: ${JSON.stringify(delivery_id)}`,
			inEach({ delivery_id }),
		]),
	),
	'the same delivery_id for all': inEach({ delivery_id: 'd-1' }),
	'valid and an error': inEach({ valid: true, error: 'blocked' }),
	'valid and failed': inEach({ valid: true, status: 'failed' }),
	'valid and an unknown key': inEach({ valid: true, queued: false }),
	'another key for valid': (list) => list.map(({ valid }) => ({ accepted: valid })),
};

/** Changes of a list of results, or of its first one. */
const OF_THE_LIST: Changes = {
	'no result': () => [],
	'a result too few': (list) => list.slice(1),
	'a result too many': (list) => [...list, list[0]],
	'a result that is null': ([, ...others]) => [null, ...others],
	'a result that is a text': ([, ...others]) => ['accepted', ...others],
	'a result in a list of its own': ([first, ...others]) => [[[first]], ...others],
	'no valid': ([first, ...others]) => [{ delivery_id: first?.['delivery_id'] }, ...others],
	'an object instead of a list': (list) => ({ ...list }),
};

/** Answers to SMS whose list of results is changed. */
const ofSms = (changes: Changes): OddAnswers =>
	Object.fromEntries(
		Object.entries(changes).map(([what, change]) => [
			what,
			({ deliveries }) => ({ deliveries: change(deliveries as Results) }),
		]),
	);

/** Answers to pushes whose lists of results become one that is changed. */
const ofPush = (changes: Changes, note = ''): OddAnswers =>
	Object.fromEntries(
		Object.entries(changes).map(([what, change]) => [
			what + note,
			({ deliveries }) => ({ deliveries: [change((deliveries as Results[]).flat())] }),
		]),
	);

/** The odd answers to SMS to two phones or more. */
export const ODD_SMS_ANSWERS: OddAnswers = {
	...ofAny(),
	...ofSms(OF_ENTRIES),
	...ofSms(OF_THE_LIST),
	...ofSms({
		'results of other phones': inEach({ phone_number: '+34600999999' }),
		'a list in a list': (list) => [list],
		'a list for each phone': (list) => list.map((result) => [result]),
	}),
};

/** The odd answers to pushes to two devices or more. */
export const ODD_PUSH_ANSWERS: OddAnswers = {
	...ofAny(),
	...ofPush(OF_ENTRIES),
	...ofPush(OF_THE_LIST, ' (one list)'),
	...ofPush({
		'no device_id': inEach({ device_id: undefined }),
		'a result of another device as well': (list) => [
			...list,
			{ valid: true, device_id: 'other' },
		],
		'two results for one device': (list) => [list[0], list[0]],
	}),
	...ofSms({
		'a flat list': (lists) => lists.flat(),
		'results of other devices': (lists) =>
			lists.map((list) => [list].flat().map((result) => ({ ...result, device_id: 'other' }))),
		'lists that aren’t one a target': (lists) => [
			lists.flat().map((result) => ({ ...result, device_id: undefined })),
			[],
		],
	}),
};

/** The odd answers to an import with validation and a webhook. */
export const ODD_IMPORT_ANSWERS: OddAnswers = {
	...ofAny('status'),
	'no ID': set({ _id: null }),
	'fewer contacts': set({ number_of_contacts: 1 }),
	'more contacts': set({ number_of_contacts: 3 }),
	'a count in words': set({ number_of_contacts: 'two' }),
	'no validation': set({ validate_emails: false }),
	'no callback': set({ webhook_url: null }),
	'a callback elsewhere': set({ webhook_url: 'https://other.example.com/' }),
	'a purchase': set({ number_of_purchase: 1 }),
	'a failed status': set({ status: 'failed' }),
	'an unknown status': set({ status: 'on_hold' }),
	...Object.fromEntries(
		['number_of_contacts', 'validate_emails', 'webhook_url'].map((key) => [
			`no ${key}`,
			set({ [key]: undefined }),
		]),
	),
};

/** The odd answers to an import that asks for nothing else. */
export const ODD_PLAIN_IMPORT_ANSWERS: OddAnswers = {
	'validation that no one asked for': set({ validate_emails: true }),
	'a callback that no one asked for': set({ webhook_url: 'https://n8n.example.com/hook' }),
	'a purchase that no one sent': set({ number_of_purchase: 1 }),
	'a count as a text': set({ number_of_contacts: '2' }),
};

/** The odd answers to the import of a purchase. */
export const ODD_PURCHASE_ANSWERS: OddAnswers = {
	'no purchase': set({ number_of_purchase: 0 }),
	'two purchases': set({ number_of_purchase: 2 }),
};

const inside =
	(key: string, change: Record<string, unknown>): ChangedAnswer =>
	({ [key]: inner }) => ({ [key]: { ...(inner as object), ...change } });

/** The odd answers to reading a bulk job. */
export const ODD_JOB_ANSWERS: OddAnswers = {
	...ofAny(),
	'another job': inside('bulk', { _id: 'other' }),
	'a job without an ID': inside('bulk', { _id: undefined }),
	'an error in the job': inside('bulk', { error: 'no credit' }),
};

/** Statuses that end no wait, since no one knows what they mean. */
export const ODD_STATUSES = [
	...['ready', 'imported', 'processed_with_errors', 'not_processed', 'un-processed', 'ok'],
	...['partially completed', 'completed?', '', null, 7, { state: 'processed' }],
];

/** The odd answers to a hotel with the text `Sea view` in English, as `description`. */
export const ODD_HOTEL_ANSWERS: OddAnswers = {
	...ofAny(),
	'another hotel': inside('hotel_data', { uuid: 'other' }),
	'another name': inside('hotel_data', { name: 'other' }),
	'no text': inside('hotel_data', { description: undefined }),
	'no text in its language': inside('hotel_data', { description: { es: 'Sea view' } }),
	'another text': inside('hotel_data', { description: { en: 'Garden view' } }),
	'the text in no language': inside('hotel_data', { description: 'Sea view' }),
	'an error in the hotel': inside('hotel_data', { error: 'invalid name' }),
	'a status in the hotel': inside('hotel_data', { status: 'draft' }),
};

/** The odd answers to a list of campaigns. */
export const ODD_CAMPAIGN_ANSWERS: OddAnswers = {
	...ofAny(),
	'a campaign that is a text': () => ({ campaigns: ['Spring'] }),
	'a campaign that is null': () => ({ campaigns: [null] }),
	'another key for the ID': () => ({ campaigns: [{ _id: 'c-1', name: 'Spring' }] }),
	'an error in a campaign': () => ({
		campaigns: [{ id: 'c-1', status: 'draft', error: 'no reports' }],
	}),
};

const contacts = ({ valid_contacts }: Record<string, unknown>) => valid_contacts as Results;

/** The odd callbacks about one contact or more that are valid, and none that failed. */
export const ODD_CALLBACKS: OddAnswers = {
	...ofAny('failed_contacts'),
	'no contact': () => ({ event: 'bulk.processed' }),
	'only counts': ({ contacts_valid_count: count }) => ({ contacts_valid_count: count }),
	'more failed than named': set({ contacts_failed_count: 3 }),
	'more valid than named': set({ contacts_valid_count: 9 }),
	'counts in words': set({ contacts_valid_count: 'all', contacts_failed_count: 'none' }),
	'other keys': (callback) => ({ validContacts: contacts(callback) }),
	'one list of all': (callback) => ({
		contacts: contacts(callback).map((contact) => ({ ...contact, valid: true })),
	}),
	'a list as JSON': (callback) => ({ valid_contacts: JSON.stringify(contacts(callback)) }),
	'an object instead of a list': (callback) => ({ valid_contacts: { ...contacts(callback) } }),
	'a text instead of a failed list': set({ failed_contacts: 'none' }),
	'contacts as texts': set({ valid_contacts: ['g-1'] }),
	'contacts that are null': set({ valid_contacts: [null] }),
	'a contact in both lists by its ID alone': (callback) => ({
		valid_contacts: contacts(callback).map((one) => ({ ...one, _id: 'c-1' })),
		failed_contacts: [{ contact: { _id: 'c-1', user_id: 'other' }, error: 'no phone' }],
	}),
	'a purchase that isn’t valid': set({ purchase: { transaction_code: 'T1', valid: false } }),
	'a purchase with an error': set({ purchase: { _id: 'p-1', errors: ['UUID unknown'] } }),
	'a purchase as a text': set({ purchase: 'T1' }),
	'a contact in both lists': (callback) => ({
		valid_contacts: contacts(callback),
		failed_contacts: contacts(callback).map((contact) => ({ contact, error: 'no phone' })),
	}),
	'a valid contact with an error': (callback) => ({
		valid_contacts: contacts(callback).map((one) => ({ ...one, error: 'no phone' })),
	}),
	'a valid contact that isn’t': (callback) => ({
		valid_contacts: contacts(callback).map((one) => ({ ...one, valid: false })),
	}),
};

/** Forms in which a field may belong to more than one contact. */
export const ODD_FORMS: Record<string, string> = {
	'columns of contacts':
		'valid_contacts[][email]=a@b.c&valid_contacts[][email]=d@b.c&valid_contacts[][phone]=1',
	'a field twice': 'valid_contacts[0][user_id]=g-1&valid_contacts[0][user_id]=g-2',
	'a text with fields': 'valid_contacts=g-1&valid_contacts[0][user_id]=g-1',
	'indexes with a gap': 'valid_contacts[0][user_id]=g-1&valid_contacts[2][user_id]=g-3',
	'indexes as names': 'valid_contacts[a][user_id]=g-1',
	'an open bracket': 'valid_contacts[0[user_id]=g-1',
	'JSON as a form': '{"valid_contacts":[{"user_id":"g-1"}]}',
	'JSON in a field': 'payload={"valid_contacts":[{"user_id":"g-1"}]}',
};
