/** A contact with every field of the interface document, in forms that arrive as they are. */
export const everyField = {
	name_first: 'José',
	name_last: "O'Brien 😀",
	email: 'ana@example.com',
	user_id: 'guest-17',
	phone_countrycode: '+34',
	phone_number: '600123456',
	phone: '+34600123456',
	city: 'Sevilla',
	country: 'ES',
	region: 'Andalucía',
	zip: '04001',
	full_address: 'Calle Mayor 1\n04001 Almería',
	born_date: '1990-05-17T23:30:00-05:00',
	gender: 'FEMALE',
	language: 'es',
	facebook_id: 'fb-1',
	facebook_friends: 120,
	twitter_id: 'tw-1',
	twitter_followers: 0,
	tags: ['vip', 'spa guest'],
	list_subscriptions: [{ list_id: 'list-1', subscribed: true }],
	channel_subscriptions: [{ channel: 'email', blacklisted: false }],
	gdpr_accept_terms: true,
	gdpr_marketing_consent: false,
	gdpr_date: '2026-03-29T09:30:00+02:00',
	gdpr_remote_ip: '192.0.2.10',
};

/** Harmless forms of some fields and what arrives of them, in a workflow of America/New_York. */
export const converted: Array<[field: string, given: unknown, sent: unknown]> = [
	['user_id', ' guest-17 ', 'guest-17'],
	['zip', 4001, '4001'],
	['phone', 34600123456, '34600123456'],
	['phone_countrycode', 44, '+44'],
	['gender', ' male ', 'MALE'],
	['language', 'es_ES', 'es'],
	['facebook_friends', '120', 120],
	['twitter_id', 1234567890, '1234567890'],
	['tags', 'vip, spa guest ,, late', ['vip', 'spa guest', 'late']],
	['gdpr_accept_terms', 'true', true],
	['gdpr_marketing_consent', 0, false],
	// A birthday stays its day; a moment is read in the workflow's time zone.
	['born_date', '1990-05-17', '1990-05-17T12:00:00Z'],
	['gdpr_date', '2026-01-15', '2026-01-15T00:00:00-05:00'],
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
		[{ channel: 'SMS', blacklisted: 'true' }],
		[{ channel: 'sms', blacklisted: true }],
	],
];

/** The name of a field's parameter. */
export function parameterOf(field: string): string {
	return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
