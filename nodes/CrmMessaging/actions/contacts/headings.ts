/**
 * Headings of contacts' columns in the exports of other systems, in four languages. A field's line
 * that comes first wins, and then its first column with a value. Headings are compared without case,
 * accents, separators, digits, brackets and owners. The service's names and our labels are
 * recognized anyway. “Phone Number” is here because it usually includes the country code. Ambiguous
 * ones such as “ID” or “Title” are left out on purpose.
 */
export const headingTable: ReadonlyArray<readonly [field: string, headings: string]> = [
	[
		'user_id',
		`guest id, guest number, guest no, customer id, customer number, customer no, ext id, external customer id, client id, client number,
		contact id, member id, member number, profile id, profile number, external id, customer code,
		client code, id huésped, código huésped, número huésped, id cliente, código cliente,
		número cliente, número socio, id contacto, gast-id, gastnummer, gäste-id, gästenummer,
		kunden-id, kundennummer, kundennr, kunden code, kd number, kontakt id, mitgliedsnummer,
		profilnummer, numéro client, code client, id contact`,
	],
	[
		'phone_countrycode',
		`phone country code, phone prefix, country calling code, dialling code, dialing code, prefijo, prefijo telefónico,
		ländervorwahl, landesvorwahl, indicatif, indicatif pays, indicatif téléphonique`,
	],
	[
		'phone',
		`sms, mobile, mobile phone, mobile phone number, mobile number, mobile no, mobile tel, cell, cell phone, cell number,
		cellphone number, phone mobile, phone cell, tel mobile, smartphone, gsm, móvil, celular,
		número móvil, número celular, teléfono móvil, teléfono celular, tel móvil, tlf móvil, handy,
		handynummer, handy number, mobil, mobilnummer, mobil number, mobiltelefon, mobilfunk,
		mobilfunknummer, tel mobil, tel handy, telefon mobil, telefon handy, natel, portable,
		téléphone portable, téléphone mobile, tél portable, numéro portable, numéro mobile`,
	],
	[
		'phone',
		`phone, phone number, phone no, telephone, telephone number, full phone, tel, tel number,
		contact number, teléfono, número teléfono, número tel, tlf, telf, tfno, telefon,
		telefonnummer, telefon number, fon, rufnummer, téléphone, numéro téléphone, numéro tel,
		phone landline, phone fixed, telefon festnetz, festnetz, teléfono fijo, téléphone fixe`,
	],
	[
		'phone',
		`work phone, business phone, office phone, phone work, phone business, mobile work,
		telefon geschäftlich, telefon dienstlich, telefon arbeit, telefon büro, mobil geschäftlich,
		teléfono trabajo, teléfono oficina, teléfono profesional, téléphone bureau, téléphone travail,
		téléphone professionnel`,
	],
	[
		'email',
		`mail, email, email address, mail address, email id, correo, correo electrónico, correo-e,
		dirección correo, dirección email, dirección correo electrónico, dirección electrónica,
		e-mail-adresse, mailadresse, courriel, adresse courriel, courrier électronique,
		adresse e-mail, adresse mail, adresse électronique`,
	],
	[
		'email',
		`work email, business email, email work, email business, email geschäftlich,
		email dienstlich, correo trabajo, email trabajo, email professionnel`,
	],
	[
		'name_first',
		`first name, first names, given name, given names, forename, forenames, fname, first, nombre,
		nombres, nombre pila, vorname, vornamen, rufname, prénom, prénoms`,
	],
	[
		'name_last',
		`last name, last names, surname, surnames, family name, family names, lname, last, apellido,
		apellidos, nachname, nachnamen, familienname, zuname, nom, nom famille`,
	],
	[
		'name',
		`name, full name, complete name, whole name, display name, guestname, file as, last first name,
		last name first name, surname first name, surname name, nombre completo, apellidos nombre,
		apellido nombre, nombre cliente, nombre huésped, vollständiger name, ganzer name, gastname,
		gästename, kundenname, kontaktname, nachname vorname, name vorname, nach vorname,
		nom complet, nom prénom, nom client, nom voyageur`,
	],
	[
		'nameInOtherOrder',
		`first last name, first name last name, name surname, nombre apellido, nombre apellidos,
		vor nachname, vor zuname, vorname nachname, vorname name, prénom nom`,
	],
	[
		'language',
		`language, lang, locale, preferred language, language code, idioma, lengua, código idioma,
		sprache, korrespondenzsprache, gastsprache, langue, code langue`,
	],
	['city', 'city, town, ciudad, población, localidad, stadt, ort, wohnort, ville'],
	['city', 'business city, work city'],
	[
		'country',
		`country, country region, country residence, nation, país, país región, país residencia, land,
		land region, wohnland, pays, pays région, pays résidence, default address country code`,
	],
	['country', 'business country, business country region, work country'],
	[
		'region',
		`region, billing state, home state, address state, mailing state, province, county, state province, province state, state region, provincia,
		comunidad autónoma, bundesland, kanton, province code, state code`,
	],
	['region', 'business state, work state'],
	[
		'zip',
		`zip, zip code, postal code, postcode, zip postal code, postal zip code, código postal,
		c postal, cp, postleitzahl, plz, code postal`,
	],
	['zip', 'business postal code, work zip'],
	[
		'full_address',
		`address, full address, postal address, street address, mailing address, residential address,
		address line, default address address, formatted address, address formatted, address street, street, dirección,
		dirección completa, dirección postal, domicilio, calle, adresse, anschrift, wohnadresse,
		postanschrift, vollständige adresse, straße, straße hausnummer, adresse postale,
		adresse complète, rue`,
	],
	['full_address', 'business street, business address, work address'],
	[
		'born_date',
		`birthday, birth date, date birth, dob, born, born on, bday, fecha nacimiento, cumpleaños,
		nacimiento, fecha nac, fecha nacim, f nacimiento, f nac, geburtsdatum, geburtstag,
		geb datum, geb dat, geb, geb am, geboren am, date naissance, date naiss, jour naissance,
		anniversaire, né, née, né le, née le`,
	],
	[
		'gender',
		`gender, sex, salutation, sexo, género, tratamiento, geschlecht, anrede, sexe, genre, civilité,
		name prefix, honorific prefix`,
	],
	['tags', 'tags, tag, labels, etiquetas, schlagwörter, étiquettes'],
	['gdpr_accept_terms', 'accept terms, accepts terms, accepted terms, terms accepted'],
	[
		'gdpr_marketing_consent',
		`marketing consent, accepts marketing, marketing opt in, consent marketing, marketing permission`,
	],
	['gdpr_date', 'consent date, consent timestamp, confirm time, optin time, opt in date'],
	['gdpr_remote_ip', 'consent ip, confirm ip, optin ip, opt in ip'],
];

/** Words without a meaning in a heading. */
export const fillers =
	'of, the, and, your, s, de, del, la, el, los, su, y, des, der, die, das, und, ihr, ihre, du, le, les, l, d, et, votre';

/** Words for the contact itself or for its usual value: “Billing Email” is the contact's. */
export const owners = `guest, guests, lead, customer, client, contact, member, subscriber, buyer,
	attendee, passenger, traveler, traveller, billing, mailing, default, primary, main, preferred, value,
	profile, person, people, home, private, personal, huesped, cliente, contacto, pasajero, principal,
	preferido, preferida, particular, privado, privada, casa, valor, gast, gastes, kunde, kunden,
	kontakt, haupt, bevorzugt, bevorzugte, privat, personlich, wert, voyageur, invite, prefere,
	preferee, prive, privee, personnel, personnelle, valeur, address, adresse, anschrift, direccion,
	domicilio, domicile`;

/** The first word in brackets that makes another column. */
export const otherColumns = `company, hotel, agency, agent, emergency, partner, spouse, companion,
	child, assistant, booker, fax, second, nd, other, type, status, verified, country, code, empresa,
	agencia, emergencia, pareja, acompanante, prefijo, tipo, firma, agentur, reiseburo, notfall,
	begleitung, begleitperson, ehepartner, vorwahl, typ, entreprise, agence, urgence, conjoint,
	accompagnant, indicatif`;

/** The words for “number”; a heading treats them as one word. */
export const numberWords = 'number, nr, no, num, nro, numero, nummer';

/** Parts of a column's heading that show who wants no messages, or who wants them. */
export const consent = {
	optOut: /blacklist|optedout|optout|unsub|suppressed|donot(email|mail|contact|text|sms|push)|^no(sms|email|mail|newsletter)s?$|werbesperre|abgemeldet|abmeldung|desuscri|^baja$|bajasms|bajaemail|desabonn|desinscri/,
	optIn: /accepts(email|sms)|(email|sms|push)(marketing)?(optin|optedin|subscribed|consent|permission)|optin(email|sms|push)|subscribedto(email|sms)|^(subscribed|optin|optedin|suscrito|abonniert|abonne)$/,
	channels: {
		email: /mail|correo|courriel|newsletter/,
		sms: /sms|text|mobile|phone/,
		push: /push/,
	},
};

/** Values that show the same, whatever the column. */
export const optedOutWords = `unsubscribed, opted out, opted_out, optedout, opt-out, optout, blacklisted,
	blocklisted, abgemeldet, dado de baja, desuscrito, désabonné, désinscrit`;
