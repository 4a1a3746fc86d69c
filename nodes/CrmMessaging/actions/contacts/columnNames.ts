import type { Field } from '../../fields/field';
import { plainForm, wordList, wordsOfName } from '../../fields/words';
import { contactInputs } from '../../service/fields/contact';

/**
 * Usual names of columns, in addition to the service's keys and our labels. Of two columns of a field, the
 * upper line wins. With a note, an owner or a purpose (“Work Email”), it's another name, unless an export
 * writes the contact's own data like that.
 */
const table = `
	user_id: Guest ID, Customer ID, Customer Number, Client ID, Member ID, External ID, Ext ID, Gast-ID,
		Gast-Nr., Gästenummer, Kunden-ID, Kundennummer, Kunden-Nr., ID Cliente, Nº Cliente, ID Huésped,
		Numéro Client
	user_id: Contact ID, Profile ID
	phone: Mobile, Mobile Phone, Mobile Number, Mobile Phone Number, Cell, Cell Phone, SMS, Handy,
		Handynummer, Mobil, Mobil-Nr., Mobilnummer, Mobiltelefon, Móvil, Teléfono Móvil, Celular, Portable,
		Téléphone Portable
	phone: Phone, Telephone, Tel, Telefon, Telefonnummer, Teléfono, Téléphone, Numéro de téléphone,
		Home Phone, Phone (Billing), Phone 1 - Value
	email: Email Address, Mail, E-Mail-Adresse, Correo, Correo electrónico, Courriel, Adresse e-mail,
		Email (Billing), E-mail 1 - Value
	name_first: Given Name, Vorname, Nombre, Prénom, First Name (Billing)
	name_last: Surname, Family Name, Nachname, Apellido, Apellidos, Nom, Nom de famille,
		Last Name (Billing)
	language: Preferred Language, Sprache, Idioma, Langue
	city: Stadt, Ort, Wohnort, Ciudad, Ville, Mailing City, Home City, Address City,
		Default Address City, City (Billing), Address 1 - City
	country: Country/Region, Land, País, Pays, Mailing Country, Home Country/Region, Address Country,
		Default Address Country Code, Address 1 - Country
	region: State/Region, Province, Bundesland, Provincia, Mailing State, Home State, Address Region,
		Default Address Province Code, State Code (Billing), Address 1 - Region
	zip: ZIP Code, Postal Code, Postcode, PLZ, Postleitzahl, Código postal, Code postal, Mailing Zip,
		Home Postal Code, Address Postal Code, Default Address Zip, Postcode (Billing),
		Address 1 - Postal Code
	full_address: Address, Street, Adresse, Anschrift, Straße, Dirección, Mailing Street, Home Street,
		Address Formatted, Default Address Address1, Address 1 - Formatted
	born_date: Date of Birth, Birth Date, DOB, Geburtsdatum, Geburtstag, Fecha de nacimiento,
		Date de naissance
	gender: Sex, Geschlecht, Sexo, Género, Sexe, Genre
	tags: Etiquetas
	gdpr_marketing_consent: Marketing Consent
	gdpr_date: Confirm Time, Optin Time
	gdpr_remote_ip: Confirm IP, Optin IP
	email_opt_out: Email Blacklisted, Email Unsubscribed, Unsubscribed from all email
	sms_opt_out: SMS Blacklisted, SMS Unsubscribed
	push_opt_out: Push Blacklisted, Push Unsubscribed`;

export const columnNames = table.split(/\n\t(?=\w)/).flatMap((line) => {
	const [field, names] = line.split(': ');
	return field && names ? [{ field, names: wordList(names) }] : [];
});

/** Fields by their names. Of two columns with a value, the one of the lower rank is used. */
const byForm = new Map<string, { field: Field; rank: number }>();
columnNames.forEach(({ field: name, names }, rank) => {
	const field = contactInputs.find((one) => one.name === name) as Field;
	for (const one of names) byForm.set(plainForm(one), { field, rank });
});
for (const field of contactInputs) {
	for (const form of [field.name, field.label].map(plainForm)) {
		if (!byForm.has(form)) byForm.set(form, { field, rank: 0 });
	}
}

/** The field that a column or key names, with its rank; undefined for any other. */
export function fieldNamed(name: string) {
	return byForm.get(plainForm(name));
}

/** A pattern of whole words. A star stands for any letters. */
function wholeWords(list: string): string {
	return `\\b(?:${wordList(list).join('|').replaceAll('*', '[a-z]*')})\\b`;
}

const messageWords =
	wholeWords(`contact*, kontakt*, emails?, mails?, mailings?, correo*, courriel*, calls?, anruf*, llamar,
	appeler, phone, texts?, sms, push, message*, newsletter*, marketing, werbung, publi*, comunicaciones,
	promo*, offers, ofertas, offres, angebote, molestar, disturb`);

/** Before messages, these words refuse them. */
const negation =
	wholeWords(`no(?! of), not, non, never, dont, cant, cannot, stop, exclude*, kein*, nicht, ne, pas,
	plus, sin, sans, ohne, cancel*, revok*, withdr*, refus*, rechaz*, declin*, reject*, denied, oppos*,
	lehnt, abgelehnt, ended, expired, inactive, pending, unconfirmed, gekundigt, beendet`);

const refusal = wholeWords(`unsub*, *optout, opt out*, opted out*, black list*, block list*,
	blacklist*, blocklist*, blocked, suppress*, *bounce, *bounces, *bounced, complain*, spam, dnc, do not *,
	donot*, bloctel, robinson*, opposition, desuscri*, desinscri*, desabonn*, abgemeldet, *abmeld*,
	abbestellt, austrag*, ausgetragen, *widerspr*, widerruf*, *sperr*, lista negra, liste noire,
	liste rouge, baja(?! california)`);

const agreement =
	wholeWords(`*newsletter*, *optin, opt in, opted in, doi, subscri*, suscri*, abonn*,
	inscrit*, angemeldet, boletin*, infolettre, lettre d information, mailing list, mailinglist, consent*,
	consient*, *einwillig*, einverstand*, zustimm*, *permission*, *erlaubnis, marketing, werbung, werbe*,
	advertising, publicidad, publicite, promotional, promociones, prospection, comunicaciones com*,
	offres com*, gdpr, rgpd, dsgvo, lopd, email opt, (?:email|sms|push) status,
	(?:email|contact|communication) preference*`);

/** Before or behind messages, these words accept them. */
const acceptance =
	wholeWords(`accept, accepts, acepta, accepte, may, can, ok to, allow*, erlaubt, permite,
	autoris*, autoriz*, want*, erwunscht, quiere, receives?, recibir, recevoir, erhalten, send me`);

/** The words of names that plainly agree. With any other word, such as “revoked”, a name may refuse. */
const agreeingWords =
	wordList(`accept, accepts, accepted, agreed, allow, allowed, by, consent, contact, email,
	for, gdpr, in, is, list, mailing, marketing, may, messages, newsletter, newsletters, offers, opt, opted,
	optin, permission, permissions, push, receive, receives, sms, subscribed, subscription, to,
	abonniert, angemeldet, einverstanden, einwilligung, erlaubt, werbung, zustimmung,
	acepta, boletin, comerciales, comunicaciones, consentimiento, emails, publicidad, recibir, suscrito,
	abonne, accepte, consentement, inscrit, la, les, publicite, recevoir`);

const refusing = new RegExp(`${refusal}|${negation}.* ${messageWords}`);
const consenting = new RegExp(
	`${agreement}|${acceptance}.* ${messageWords}|${messageWords}.* ${acceptance}`,
);

/** How a column may say who wants messages. */
export type Consent = 'refusing' | 'agreeing' | 'unclear';

/** Whether the values of a column may say who wants no messages, or who wants them. */
export function consentIn(name: string): Consent | undefined {
	const words = wordsOfName(name.replace(/n['’]t\b/gi, 'nt'))
		.join(' ')
		.replace(/(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/g, ' ')
		.replace(/\be mail/g, 'email');
	if (refusing.test(words)) return 'refusing';
	if (!consenting.test(words)) return undefined;
	return words.split(' ').every((word) => agreeingWords.includes(word)) ? 'agreeing' : 'unclear';
}
