import fc from 'fast-check';
import {
	columnNames,
	consentIn,
	fieldNamed,
} from '../../../nodes/CrmMessaging/actions/contacts/columnNames';
import { contactInputs } from '../../../nodes/CrmMessaging/service/fields/contact';
import { rowsIn } from '../values/kind';
import { forAll } from './rule';

const listed = columnNames.flatMap(({ field, names }) =>
	names.map((name) => [name, field] as const),
);
const namesOf = (lines: string) => lines.split('|').map((name) => name.trim());

describe('a column', () => {
	it('is a field by one of its names, and no name is of two fields', () => {
		const own = contactInputs.flatMap(({ name, label }) =>
			[name, label].map((one) => [one, name]),
		);
		for (const [name, field] of [...listed, ...own]) {
			expect([name, fieldNamed(name)?.field.name]).toEqual([name, field]);
		}
	});

	it('is compared without case, accents and separators', () => {
		const style = fc.constantFrom<(text: string) => string>(
			(text) => text.toUpperCase(),
			(text) => text.replaceAll(/[ -]/g, '_'),
			(text) => text.replaceAll(' ', ''),
			(text) => ` ${text}: *`,
			(text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
			(text) =>
				text.toLowerCase().replace(/ (\p{L})/gu, (_, first: string) => first.toUpperCase()),
		);
		forAll(fc.constantFrom(...listed), style, ([name, field], written) => {
			expect([written(name), fieldNamed(written(name))?.field.name]).toEqual([
				written(name),
				field,
			]);
		});
	});

	it.each(
		namesOf(
			`Phone (Shipping)|Work Fax|Birth Year|Company Phone|Phone Type|Phone 2|
			Second Email|E-mail 2 Address|E-mail Display Name|Salutation|Anrede|Civilité|Name|Full Name|ID|
			Title|State|Contact|IP Address|User Name|guestEmail|born_dat|CVC|IBAN|password_hash|
			Middle Name|Suffix|Company|Business Street|Other City|Assistant's Phone|Business Fax|Anniversary|
			Book number|Booked by|Guest name(s)|Check-in|Status|Rooms|Price|Payment status|Remarks|
			Booker country|Record ID|ADDED_TIME|Address 2|Default Address Company|Total Orders|Note|
			Order Date|Address 1&2 (Billing)|Country Code (Billing)|First Name (Shipping)|City (Shipping)|
			Item Name|constructor|__proto__||#`,
		),
	)('is left out if it’s something else: “%s”', (name) => {
		expect([fieldNamed(name), consentIn(name)]).toEqual([undefined, undefined]);
	});
});

it.each(
	rowsIn(`
		user_id ← Customer ID · CONTACT ID · EXT_ID · Profile ID
		name_first ← First Name · FIRSTNAME · First Name (Billing)
		name_last ← Last Name · LASTNAME · Last Name (Billing)
		email ← Email · E-mail Address · Email (Billing)
		phone ← Phone · Mobile · Mobile Phone · Mobile Phone Number · SMS
		phone ← Home Phone · Phone (Billing)
		phone_number ← Phone Number · Phone number
		language ← Language · Preferred language
		gender ← Gender
		born_date ← Birthday · Date of birth
		full_address ← Address · Mailing Street · Home Street · Default Address Address1
		city ← City · Mailing City · Home City · Default Address City · City (Billing)
		zip ← Postal Code · Zip Code · Mailing Zip · Home Postal Code
		zip ← Default Address Zip · Postcode (Billing)
		region ← State / Region · Mailing State · Home State
		region ← Default Address Province Code · State Code (Billing)
		country ← Country · Country/Region · Mailing Country · Home Country/Region
		country ← Default Address Country Code
		tags ← Etiquetas · Tags
		email_opt_out ← Unsubscribed from all email · Email Opt Out · EMAIL_BLACKLISTED
		sms_opt_out ← SMS_BLACKLISTED
	`),
)('a column of another system is known as its field: %s is %s', (name, field) => {
	expect(fieldNamed(name)?.field.name).toBe(field);
});

/** How a column says who wants messages; the last ones don't. */
const consents: Record<string, string> = {
	refusing: `
		unsubscribed|Unsubscribed At|UNSUB_TIME|is_unsubscribed|globally_unsubscribed|optout|Opted Out|
		hasOptedOutOfFax|marketing_opt_out|blacklisted|is_blocklisted|suppressed|suppression_list|bounced|
		Hard Bounced|email_bounced|do not contact|doNotCall|do_not_mail|donotcontact|DNC|no email|No SMS|
		NoMarketing|Stop SMS|Marked as spam|complaint|never contact|Exclude from mailings|Don't contact|
		Don’t email|Declined marketing|Abmeldung|Abgemeldet am|Newsletterabmeldung|Werbesperre|
		Keine Werbung|nicht kontaktieren|Werbewiderspruch|Widerrufen|Robinsonliste|Austragung|baja|
		Fecha de baja|Dado de baja|desuscrito|no contactar|No enviar publicidad|sin publicidad|
		Nicht anrufen|No llamar|Withdrawn from SMS list|Canceled emails|désinscrit|Date de désinscription|désabonné|ne pas contacter|
		Ne plus contacter|Pas de newsletter|emailUnsubscribed2|optout1|pas d’emails|Refuse la publicité|Opposition|Bloctel|liste rouge`,
	agreeing: `
		newsletter|newsletter_subscription|Accepts Email Marketing|SMS Marketing Consent|
		NewsletterOptIn|opt-in|Opted In|sms_opt_in|is_subscribed|marketing|acceptsMarketing|
		Accepts SMS Marketing|Email Marketing Consent|gdpr_consent|GDPR|Marketing permissions|
		allow_sms|may contact|Mailing list|Receives offers|Werbung|Einwilligung E-Mail|Zustimmung|
		abonniert|publicidad|Acepta recibir emails|Suscrito|Boletín|consentimiento|abonné|
		Consentement|publicité|Accepte les emails|Comunicaciones comerciales|E-Mail erlaubt`,
	unclear: `
		Consent revoked|Subscription canceled|Werbung unerwünscht|Einwilligung zurückgezogen|Werbeverbot|
		Consentement retiré|cancelado suscripción|Publicidad prohibida|Marketing Suspended At|
		Accepts marketing at checkout|Newsletter at check-in|Consent date|Subscription Status|
		Marketing contact status|Contact preferences|Email Status|Newsletter-Empfänger|
		Kontakterlaubnis|Newsletter2|Autoriza comunicaciones|infolettre|Lettre d’information|
		Teilnahme am Newsletter|I would like to be informed by the hotel and its partners, wherever they
		are and whatever they sell, by post or by email marketing`,
	undefined: `
		Baja California|trabajador|Promo Code|Phone No.|Email received|verified_email|Marketplace|Adoption|Bewerbung|Lead Status|
		Contact owner|Phone Type|Mailing Street|Options|Last message|SMS count|No. of emails|Telefon 2|
		Bouncer|Subtotal|Unit|Spanish|Sin|Sansibar|Kinder|Werner|Republic|Offers|Do|Notes|Text`,
};

it.each(
	Object.entries(consents).flatMap(([consent, names]) =>
		namesOf(names).map((name) => [consent, name]),
	),
)('a column’s consent is %s: “%s”', (consent, name) => {
	expect(String(consentIn(name))).toBe(consent);
});
