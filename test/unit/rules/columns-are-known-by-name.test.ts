import fc from 'fast-check';
import {
	columnNames,
	consentIn,
	fieldNamed,
} from '../../../nodes/CrmMessaging/actions/contacts/columnNames';
import { contactInputs } from '../../../nodes/CrmMessaging/service/fields/contact';
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
			`Phone (Shipping)|Work Fax|Birth Year|Phone (do not use)|Agency Email|Company Phone|
			Phone Type|Phone 2|Second Email|Salutation|Anrede|Tratamiento|Civilité|Name|Full Name|ID|Title|
			State|Contact|IP Address|User Name|guestEmail|born_dat|CVC|IBAN|password_hash|Passport Number|
			Total|constructor|__proto__||#`,
		),
	)('is no field without such a name: “%s”', (name) => {
		expect(fieldNamed(name)).toBeUndefined();
	});
});

describe('a column may say who wants no messages', () => {
	it.each(
		namesOf(
			`unsubscribed|Unsubscribed At|UNSUB_TIME|is_unsubscribed|globally_unsubscribed|optout|Opted Out|
			hasOptedOutOfFax|marketing_opt_out|blacklisted|is_blocklisted|suppressed|suppression_list|bounced|
			Hard Bounced|email_bounced|do not contact|doNotCall|do_not_mail|donotcontact|DNC|no email|No SMS|
			NoMarketing|Stop SMS|Marked as spam|complaint|never contact|Exclude from mailings|Consent revoked|
			Declined marketing|Subscription canceled|Abmeldung|Abgemeldet am|Newsletterabmeldung|Werbesperre|
			Keine Werbung|nicht kontaktieren|Werbewiderspruch|Widerrufen|Robinsonliste|Austragung|baja|
			Fecha de baja|Dado de baja|desuscrito|no contactar|No enviar publicidad|sin publicidad|
			cancelado suscripción|désinscrit|Date de désinscription|désabonné|ne pas contacter|
			Ne plus contacter|Pas de newsletter|pas d’emails|Refuse la publicité|Opposition|Bloctel|liste rouge`,
		),
	)('by refusing them: “%s”', (name) => {
		expect(consentIn(name)).toBe('refusing');
	});

	it.each(
		namesOf(
			`newsletter|newsletter_subscription|NewsletterOptIn|opt-in|Opted In|sms_opt_in|is_subscribed|
			Subscription Status|marketing|acceptsMarketing|Accepts SMS Marketing|Marketing contact status|
			Email Marketing Consent|gdpr_consent|GDPR|Marketing permissions|allow_sms|may contact|
			Contact preferences|Email Status|Mailing list|Receives offers|Werbung|Werbeeinwilligung|
			Einwilligung E-Mail|Zustimmung|Newsletter-Empfänger|Kontakterlaubnis|abonniert|publicidad|
			Acepta recibir emails|Autoriza comunicaciones|Suscrito|Boletín|consentimiento|abonné|infolettre|
			Lettre d’information|Consentement|publicité|Accepte les emails|Comunicaciones comerciales`,
		),
	)('by agreeing to them: “%s”', (name) => {
		expect(consentIn(name)).toBe('agreeing');
	});

	it.each(
		namesOf(
			`Baja California|trabajador|marketing_source|OPTIN_TIME|OPTIN_IP|Consent date|subscriber_id|
			Email Marketing Consent Timestamp|Promo Code|Marketplace|Adoption|Bewerbung|Lead Status|
			Contact owner|Phone Type|Mailing Street|Options|Last message|SMS count|No. of emails|Telefon 2|
			Bouncer|Subtotal|Unit|Spanish|Sin|Sansibar|Kinder|Werner|Republic|Offers|Do|Notes|Text`,
		),
	)('and not: “%s”', (name) => {
		expect(consentIn(name)).toBeUndefined();
	});
});
