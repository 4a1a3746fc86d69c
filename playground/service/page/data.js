import { badge, el, lines, table, time } from './dom.js';

const JOB_TONES = { queue: 'warn', processed: 'good', failed: 'bad' };
const PURCHASE_TONES = {
	confirmed: 'accent',
	reserved: 'accent',
	purchase: 'good',
	check_in: 'good',
	check_out: 'good',
	canceled: 'bad',
	no_show: 'bad',
	no_paid: 'bad',
	purchase_failed: 'bad',
};

/** The fields of a contact that every account has; others are custom fields. */
const CONTACT_FIELDS = new Set(
	`_id, name_first, name_last, email, user_id, phone_countrycode, phone_number, phone, city, country,
	region, zip, full_address, born_date, gender, language, facebook_id, facebook_friends, twitter_id,
	twitter_followers, tags, list_subscriptions, channel_subscriptions, gdpr_accept_terms,
	gdpr_marketing_consent, gdpr_date, gdpr_remote_ip`.split(/,\s+/),
);

/** Contacts with their custom fields and purchases. */
export function contactsView(state) {
	const rows = state.contacts.map((contact) => {
		const name = [contact.name_first, contact.name_last].filter(Boolean).join(' ');
		const phone =
			contact.phone ?? `${contact.phone_countrycode ?? ''}${contact.phone_number ?? ''}`;
		const place = [contact.city, contact.country].filter(Boolean).join(', ');
		const mine = state.purchases.filter(({ contact_ids }) => contact_ids.includes(contact._id));
		return [
			lines(name || 'No name', contact.user_id),
			lines(contact.email, phone),
			lines(contact.language, place),
			customFields(contact),
			mine.length === 0 ? el('span', { class: 'muted' }, 'None') : purchaseList(mine),
		];
	});
	const headings = [
		'Guest',
		'Email and phone',
		'Language and place',
		'Custom fields',
		'Purchases',
	];
	return table(headings, rows);
}

function customFields(contact) {
	const own = Object.entries(contact).filter(([name]) => !CONTACT_FIELDS.has(name));
	if (own.length === 0) return el('span', { class: 'muted' }, 'None');
	return el('span', {}, ...own.map(([name, value]) => customField(name, value)));
}

function customField(name, value) {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return el('span', { class: 'line' }, el('b', {}, name), ` ${text}`);
}

function purchaseList(purchases) {
	const entries = purchases.map(({ transaction_code, price, currency, status, submissions }) =>
		el(
			'span',
			{ class: 'line' },
			`${transaction_code}, ${price} ${currency} `,
			badge(status ?? 'no status', PURCHASE_TONES[status]),
			submissions > 1 ? el('span', { class: 'muted' }, ` sent ${submissions} times`) : null,
		),
	);
	return el('span', {}, ...entries);
}

/** Bulk jobs with their state. */
export function jobsView(state) {
	const rows = state.bulk_jobs.map((job) => [
		el('span', { class: 'mono' }, job._id),
		lines(time(job.created_at), job.origin),
		lines(contactCount(job), job.number_of_purchase > 0 ? '1 purchase' : 'no purchase'),
		job.webhook_url ? el('span', { class: 'mono' }, job.webhook_url) : 'None',
		badge(job.status, JOB_TONES[job.status]),
	]);
	return table(['Job', 'Submitted', 'Holds', 'Calls back', 'Status'], rows);
}

function contactCount({ number_of_contacts, contacts_failed_count }) {
	const noun = number_of_contacts === 1 ? 'contact' : 'contacts';
	const failed = contacts_failed_count ? `, ${contacts_failed_count} failed` : '';
	return `${number_of_contacts} ${noun}${failed}`;
}

/** Hotels with their texts by language. */
export function hotelsView(state) {
	const rows = state.hotels.map(({ name, uuid, ...fields }) => [
		lines(name, uuid),
		el('span', {}, ...Object.entries(fields).map(([field, texts]) => hotelField(field, texts))),
	]);
	return table(['Hotel', 'Custom fields'], rows);
}

function hotelField(field, texts) {
	const parts = Object.entries(texts).map(([language, text]) => {
		const shown = typeof text === 'string' ? text : JSON.stringify(text);
		return el('span', { class: 'line' }, badge(language), ` ${shown}`);
	});
	return el('span', { class: 'line' }, el('b', {}, field), ...parts);
}

/** Campaigns. */
export function campaignsView(state) {
	const rows = state.campaigns.map((campaign) => [
		lines(campaign.name, campaign.description),
		campaign.schedule_type,
		`${campaign.reports.global.sent} sent, ${campaign.reports.global.opened} opened`,
		badge(campaign.status),
	]);
	return table(['Campaign', 'Schedule', 'Messages', 'Status'], rows);
}
