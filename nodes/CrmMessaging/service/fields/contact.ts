import { fieldsOf, type Field, type FieldType } from '../../fields/field';
import { day, dateTime } from '../../fields/types/date';
import { boolean, choice, leaveOut } from '../../fields/types/choice';
import { notExact, number } from '../../fields/types/number';
import { listOf, textList } from '../../fields/types/json';
import { callingCode, contactPhone, localPhone } from '../../fields/types/phone';
import { emailAddress, id, text, toText } from '../../fields/types/text';
import { language } from '../../fields/types/language';
import { choiceAdvice, wrongValue } from '../../catalogue/values';
import { InputError, quote } from '../../fields/inputError';
import { plainForm, wordList } from '../../fields/words';

/** Names of a contact, as callbacks report them, the strongest first. */
export const contactNames = ['user_id', 'email', 'phone'];

/** The keys of these names. A phone number may be in parts. */
export const contactNameKeys = [...contactNames, 'phone_countrycode', 'phone_number'];

/** Fields that identify a contact. How the service matches them is unknown. */
export const identifyingFields = [...contactNames, 'phone_number', 'facebook_id', 'twitter_id'];

/** Fields that name a person, although many may share a name. */
export const nameFields = ['name_first', 'name_last'];

/** Salutations, also within “Sehr geehrte Frau Dr. Huber”. */
const salutations = {
	FEMALE: wordList(`
		mrs, ms, miss, madam, frau, fr, frl, fräulein, madame, mme, mademoiselle, mlle, señora, sra,
		señorita, srta, doña, dña
	`),
	MALE: wordList('mr, mister, herr, herrn, hr, hrn, monsieur, señor, sr, don'),
};
const genderOf = new Map(
	Object.entries(salutations).flatMap(([gender, words]) =>
		words.map((word) => [plainForm(word), gender]),
	),
);

/** In four languages, including neither and unknown. */
const inWords = choice({ FEMALE: 'Female', MALE: 'Male' }, 'error', {
	aliases: {
		FEMALE: wordList(
			'woman, feminine, mujer, femenino, femenina, weiblich, dame, femme, féminin, féminine',
		),
		MALE: wordList(
			'man, masculine, sir, hombre, varón, masculino, männlich, mann, homme, masculin',
		),
	},
	noValues: wordList(`
		unspecified, not specified, undisclosed, not known, other, diverse, prefer not to say,
		non-binary, mx, no especificado, otro, otra, no binario, no binaria, divers, keine angabe,
		ohne angabe, autre, non précisé, non binaire, eheleute, family, familia, familie, famille,
		company, empresa, firma, société, dr, doctor, doktor, docteur, prof, professor, prof dr, du,
		sie, tú, usted, vous
	`),
});

/**
 * A gender, as a word or a salutation. Single letters are refused. M is a man in English and a
 * woman (mujer) in Spanish; D is a lady (dame) or neither (divers). “M.” with its dot is always a
 * man.
 */
export const gender: FieldType = {
	...inWords,
	convert(value, context) {
		if (value === 'FEMALE' || value === 'MALE') return value;
		const text = typeof value === 'string' ? value.trim() : '';
		if (/^m\.$/i.test(text)) return 'MALE';
		if (/^[mfwhvd]\.?$/i.test(text)) {
			throw new InputError(
				wrongValue.notInList({ value: quote(value), advice: choiceAdvice.gender }),
			);
		}
		if (!/[\s.,/&+]/.test(text)) {
			return genderOf.get(plainForm(text)) ?? inWords.convert(value, context);
		}
		const parts = text.split(/[\s.,/&+]+/).map((word) => genderOf.get(plainForm(word)));
		const [first, second] = new Set(parts.filter((part) => part !== undefined));
		if (second) return leaveOut(value, 'FEMALE, MALE', context);
		return first ?? inWords.convert(value, context);
	},
};

/** Lead forms mark ZIP codes, so that spreadsheets keep their zeros: `z:01067`. */
const zip: FieldType = {
	...text,
	convert(value) {
		const code = toText(value).replace(/^z:/, '');
		if (/^\d+[.,]0+$/.test(code)) throw notExact(value);
		return code;
	},
};

/** A name may be one of these, written like a name. */
const realNames = ['Na', 'Nan', 'Null'];

/** The fields of a contact, all optional (docs/contributing/service.md, Submit contacts and a purchase). */
export const contactFields: Field[] = fieldsOf({
	user_id: {
		label: 'User ID',
		type: id,
		noValue: 'error',
		judged: 'identifier',
		description: 'Unique identifier of the contact in your own system, such as the guest ID',
	},
	name_first: { label: 'First Name', type: text, realValues: realNames },
	name_last: { label: 'Last Name', type: text, realValues: realNames },
	email: {
		label: 'Email',
		type: emailAddress,
		judged: 'identifier',
		placeholder: 'e.g. name@email.com',
	},
	phone: {
		label: 'Phone',
		type: contactPhone,
		judged: 'identifier',
		description: 'Full phone number with country code, such as +34600123456',
	},
	language: {
		label: 'Language',
		type: language,
		description: 'Two-letter language code, such as es',
	},
	phone_countrycode: {
		label: 'Phone Country Code',
		type: callingCode,
		judged: 'identifier',
		description: 'Country code of the phone with a leading plus sign, such as +34',
	},
	phone_number: {
		label: 'Phone Number',
		type: localPhone,
		judged: 'identifier',
		description: 'Phone number without country code',
	},
	city: { label: 'City', type: text },
	// Namibia, and Naples.
	country: { label: 'Country', type: text, realValues: ['NA'] },
	region: { label: 'Region', type: text, realValues: ['NA'] },
	zip: { label: 'ZIP', type: zip },
	full_address: { label: 'Full Address', type: text },
	born_date: {
		label: 'Birthday',
		type: day,
		description: 'Day the contact was born, such as 1985-04-23',
	},
	gender: { label: 'Gender', type: gender },
	tags: {
		label: 'Tags',
		type: textList,
		description: 'Tags of the contact, separated by commas, or a list',
		placeholder: 'e.g. vip, newsletter',
	},
	list_subscriptions: {
		label: 'List Subscriptions',
		type: listOf({
			name: 'subscription',
			label: 'Subscription',
			fields: fieldsOf({
				list_id: {
					label: 'List ID',
					type: id,
					required: true,
					noValue: 'error',
					judged: 'identifier',
				},
				subscribed: {
					label: 'Subscribed',
					type: boolean,
					required: true,
					initial: true,
					description: 'Whether the contact is subscribed to the list',
				},
			}),
		}),
		description: 'Audience lists the contact is subscribed to or not',
	},
	channel_subscriptions: {
		label: 'Channel Subscriptions',
		type: listOf({
			name: 'subscription',
			label: 'Subscription',
			fields: fieldsOf({
				channel: {
					label: 'Channel',
					type: choice({ email: 'Email', push: 'Push', sms: 'SMS' }, 'sendSimilar'),
					required: true,
				},
				blacklisted: {
					label: 'Blacklisted',
					type: boolean,
					required: true,
					initial: true,
					description: 'Whether the contact gets nothing on this channel',
				},
			}),
		}),
		description: 'Channels the contact may be reached on or not',
	},
	gdpr_accept_terms: {
		label: 'GDPR Terms Accepted',
		type: boolean,
		description: 'Whether the contact accepted the terms',
	},
	gdpr_marketing_consent: {
		label: 'GDPR Marketing Consent',
		type: boolean,
		description: 'Whether the contact accepted marketing',
	},
	gdpr_date: {
		label: 'GDPR Date',
		type: dateTime,
		description: 'When the contact accepted or refused, such as 2026-03-29T09:30:00+02:00',
	},
	gdpr_remote_ip: {
		label: 'GDPR IP Address',
		type: text,
		description: 'IP address of the contact when accepting',
	},
	facebook_id: { label: 'Facebook ID', type: id, judged: 'identifier' },
	facebook_friends: { label: 'Facebook Friends', type: number },
	twitter_id: { label: 'Twitter ID', type: id, judged: 'identifier' },
	twitter_followers: { label: 'Twitter Followers', type: number },
}).map((field) => ({ noValue: 'leaveOut', ...field }));

export const contactFieldsByName: ReadonlyMap<string, Field> = new Map(
	contactFields.map((field) => [field.name, field]),
);

const usualFields = ['user_id', 'name_first', 'name_last', 'email', 'phone', 'language'];

/** The fields that forms show from the start. */
export const usualContactFields = contactFields.filter(({ name }) => usualFields.includes(name));
