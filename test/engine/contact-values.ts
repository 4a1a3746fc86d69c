/** A value of a contact field, as a person gives it, and what has to arrive at the service. */
export interface ContactValue {
	field: string;
	given: unknown;
	sent: unknown;
}

/** Every contact field of the interface document with a plain value, which arrives as it is. */
const plain: Array<[field: string, value: unknown]> = [
	['name_first', 'José'],
	['name_last', "O'Brien 😀"],
	['email', 'ana@example.com'],
	['user_id', 'guest-17'],
	['phone_countrycode', '+34'],
	['phone_number', '600123456'],
	['phone', '+34600123456'],
	['city', 'Sevilla'],
	['country', 'ES'],
	['region', 'Andalucía'],
	['zip', '04001'],
	['full_address', 'Calle Mayor 1\n04001 Almería'],
	['born_date', '1990-05-17T00:00:00Z'],
	['gender', 'FEMALE'],
	['language', 'es'],
	['facebook_id', 'fb-1'],
	['facebook_friends', 120],
	['twitter_id', 'tw-1'],
	['twitter_followers', 0],
	['tags', ['vip', 'spa guest']],
	['list_subscriptions', [{ list_id: 'list-1', subscribed: true }]],
	['channel_subscriptions', [{ channel: 'email', blacklisted: false }]],
	['gdpr_accept_terms', true],
	['gdpr_marketing_consent', false],
	['gdpr_date', '2026-03-29T09:30:00+02:00'],
	['gdpr_remote_ip', '192.0.2.10'],
];

/** Known harmless forms; the workflow's time zone is America/New_York. */
const converted: Array<[field: string, given: unknown, sent: unknown]> = [
	['user_id', 4711, '4711'],
	['user_id', ' guest-17 ', 'guest-17'],
	['zip', 4001, '4001'],
	['phone', 34600123456, '34600123456'],
	['phone_number', 600123456, '600123456'],
	['phone_countrycode', '44', '+44'],
	['phone_countrycode', 44, '+44'],
	['facebook_id', 1234567890, '1234567890'],
	['gender', 'male', 'MALE'],
	['gender', ' Female ', 'FEMALE'],
	['language', 'es_ES', 'es'],
	['language', 'en-GB', 'en'],
	['language', 'ES', 'es'],
	['facebook_friends', '120', 120],
	['twitter_followers', ' 7 ', 7],
	['tags', 'vip, spa guest ,, late', ['vip', 'spa guest', 'late']],
	['tags', '["vip","7, 8"]', ['vip', '7, 8']],
	['gdpr_accept_terms', 'true', true],
	['gdpr_marketing_consent', 0, false],
	['born_date', '1990-05-17', '1990-05-17T00:00:00Z'],
	['born_date', '1990-05-17T00:00:00', '1990-05-17T00:00:00Z'],
	['born_date', '1990-05-17T23:30:00-05:00', '1990-05-17T23:30:00-05:00'],
	['gdpr_date', '2026-03-29 09:30', '2026-03-29T09:30:00-04:00'],
	['gdpr_date', '2026-01-15T09:30:00', '2026-01-15T09:30:00-05:00'],
	['gdpr_date', '2026-01-15', '2026-01-15T00:00:00-05:00'],
	['gdpr_date', '2026-01-15T09:30:00.123Z', '2026-01-15T09:30:00.123Z'],
];

/** Lists that are objects in JSON and nested collections in the form. */
const lists: Array<[field: string, given: unknown, sent: unknown]> = [
	['tags', ['vip', 7], ['vip', '7']],
	[
		'list_subscriptions',
		[
			{ list_id: 12, subscribed: 'false' },
			{ list_id: 'list-2', subscribed: 1 },
		],
		[
			{ list_id: '12', subscribed: false },
			{ list_id: 'list-2', subscribed: true },
		],
	],
	[
		'channel_subscriptions',
		[
			{ channel: 'SMS', blacklisted: true },
			{ channel: 'push', blacklisted: false },
		],
		[
			{ channel: 'sms', blacklisted: true },
			{ channel: 'push', blacklisted: false },
		],
	],
];

/** Every field, and every form that is converted. */
export const contactValues: ContactValue[] = [
	...plain.map(([field, value]) => ({ field, given: value, sent: value })),
	...[...converted, ...lists].map(([field, given, sent]) => ({ field, given, sent })),
];

/** The name of a field's parameter. */
export function parameterOf(field: string): string {
	return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A value as the form holds it: a list of objects stands in a collection, entry by entry. */
export function inForm(given: unknown): unknown {
	if (!Array.isArray(given) || typeof given[0] !== 'object') return given;
	const entries = given as Array<Record<string, unknown>>;
	return {
		subscription: entries.map((entry) =>
			Object.fromEntries(
				Object.entries(entry).map(([key, value]) => [parameterOf(key), value]),
			),
		),
	};
}
