import { words } from '../../fields/words';

/**
 * Headings and other systems' keys for a contact's fields, compared by their words. The service's
 * names and our labels are recognized anyway. “Phone Number” is here because it usually includes
 * the country code. Ambiguous ones such as “Name”, “ID” or “Title” are left out on purpose.
 */
export const contactHeadings: Readonly<Record<string, readonly string[]>> = {
	user_id: words(`
		guest id, guest number, guest no, customer id, customer number, client id, client number,
		contact id, member id, profile id, external id, id huésped, id de huésped, id del huésped,
		número de huésped, id cliente, id de cliente, número de cliente, código de cliente,
		gast-id, gastnummer, gäste-id, kunden-id, kundennummer, kundennr, id du client,
		numéro client, numéro de client, code client, client code, customer code, member number,
		profile number, código de huésped, número de socio, id de contacto, id contact,
		gästenummer, kunden code, kd number, kontakt id, mitgliedsnummer, profilnummer
	`),
	name_first: words(`
		given name, forename, guest first name, fname, nombre, nombre de pila, vorname, rufname,
		prénom, first names, given names, forenames, nombres, vornamen, prénoms
	`),
	name_last: words(`
		surname, family name, guest last name, lname, apellido, apellidos, nachname, familienname,
		nom, nom de famille, last names, surnames, family names, zuname, nachnamen
	`),
	email: words(`
		mail, email address, mail address, guest email, correo, correo electrónico,
		dirección de correo, e-mail-adresse, mailadresse, courriel, adresse e-mail,
		adresse électronique, adresse mail, email id, correo-e, dirección de email,
		dirección electrónica, dirección de correo electrónico, courrier électronique,
		adresse courriel
	`),
	phone: words(`
		phone number, telephone, telephone number, phone no, mobile, mobile phone, mobile number,
		cell, cell phone, guest phone, full phone, tel, teléfono, teléfono móvil,
		número de teléfono, móvil, celular, telefon, telefonnummer, handy, handynummer, mobilnummer,
		mobiltelefon, numéro de téléphone, téléphone portable, portable, contact number, tel number,
		cell number, cellphone number, gsm, número móvil, número celular, tlf, telf, tfno,
		número tel, mobil, mobilfunk, mobilfunknummer, natel, fon, rufnummer, numéro de tel,
		numéro de portable, numéro de mobile
	`),
	language: words(`
		lang, locale, preferred language, guest language, language code, idioma, lengua, sprache,
		langue, código de idioma, korrespondenzsprache, gastsprache, code langue
	`),
	phone_countrycode: words(`
		phone prefix, country calling code, dialling code, dialing code, prefijo,
		prefijo telefónico, ländervorwahl, indicatif, landesvorwahl, indicatif pays,
		indicatif téléphonique
	`),
	city: ['town', 'ciudad', 'población', 'localidad', 'stadt', 'ort', 'wohnort', 'ville'],
	country: words(`
		país, land, pays, country/region, country of residence, land/region, país/región,
		pays/région, país de residencia, wohnland, pays de résidence
	`),
	region: words(`
		province, county, provincia, bundesland, state/province, province/state, state/region,
		comunidad autónoma, kanton, billing state, home state, business state
	`),
	zip: words(`
		zip code, postal code, postcode, código postal, postleitzahl, plz, code postal,
		zip/postal code, postal/zip code, c postal
	`),
	full_address: words(`
		address, postal address, street address, home address, dirección, dirección postal,
		domicilio, adresse, anschrift, adresse postale, mailing address, residential address,
		formatted address, address formatted, dirección completa, postanschrift, wohnadresse,
		vollständige adresse, adresse complète
	`),
	born_date: words(`
		birth date, date of birth, dob, born, fecha de nacimiento, cumpleaños, nacimiento,
		geburtsdatum, geburtstag, date de naissance, anniversaire, bday, born on, fecha nac,
		f nacimiento, f nac, geb datum, geb, geb am, geb dat, fecha nacim, date naiss, geboren am,
		né le, née le, jour de naissance
	`),
	gender: words(`
		sex, sexo, género, geschlecht, sexe, genre, salutation, anrede, tratamiento, civilité
	`),
	tags: ['tag', 'labels', 'etiquetas', 'schlagwörter', 'étiquettes'],
	gdpr_accept_terms: ['accept terms', 'accepted terms', 'terms accepted'],
	gdpr_marketing_consent: ['marketing consent', 'accepts marketing', 'marketing opt in'],
	gdpr_date: ['consent date'],
	gdpr_remote_ip: ['consent ip'],
};

/** Headings of full names, in which “Müller, Anna” is last name, first name. */
export const wholeNames = {
	lastFirst: words(`
		name, full name, complete name, whole name, display name, guestname, last name first name,
		last first name, surname first name, surname name, nombre completo, apellidos y nombre,
		apellido nombre, vollständiger name, ganzer name, gastname, gästename, kundenname,
		kontaktname, nachname vorname, name vorname, nach- und vorname, nom complet, nom et prénom
	`),
	/** The text before the comma may also be the first name. */
	firstFirst: words(`
		first and last name, first name last name, name surname, nombre y apellidos,
		nombre apellido, vor- und nachname, vor- und zuname, vorname nachname, vorname name,
		prénom et nom
	`),
	/** In Spanish and French, a name's single part; of a guest, the full name. */
	ofSomeone: ['nombre', 'nom'],
};

/** Words that have no meaning in a heading. */
export const fillers = new Set(
	words(`
	of, the, and, your, s, de, del, la, el, los, su, y, des, der, die, das, und, ihr, ihre, du,
	le, les, l, d, et, votre
`),
);

/** Words that don't change a heading's field. Any other does: “Agency Email” isn't the guest's. */
export const qualifiers = {
	/** The first of several, as exports number or name it. */
	first: ['1', '01', 'value', 'valor', 'wert', 'valeur'],
	/** The contact itself, and the default among several. */
	contact: words(`
		guest, guests, lead, customer, client, contact, member, subscriber, buyer, attendee,
		passenger, traveler, traveller, billing, default, primary, main, preferred, huesped,
		cliente, contacto, pasajero, principal, preferido, preferida, gast, gastes, kunde, kunden,
		kontakt, landline, fijo, festnetz, fixe, haupt, bevorzugt, bevorzugte, prefere, preferee,
		voyageur, invite, address, adresse, anschrift, direccion, domicilio
	`),
	private: words(`
		home, private, personal, privat, privado, privada, particular, casa, personlich,
		personliche, prive, privee, personnel, personnelle, domicile
	`),
	work: words(`
		work, business, office, trabajo, oficina, profesional, laboral, geschaftlich, geschaftl,
		dienstlich, arbeit, buro, beruflich, travail, bureau, professionnel, professionnelle, pro
	`),
	/** Only for phones. */
	mobile: ['mobile', 'cell', 'smartphone', 'movil', 'celular', 'mobil', 'handy', 'portable'],
};

/** Words in brackets that make another column: another person, another number, or a note. */
export const otherColumns = new Set(
	words(`
	company, hotel, agency, agent, emergency, partner, spouse, companion, child, parent,
	assistant, booker, fax, second, secondary, nd, rd, other, alternative, additional, old,
	former, empresa, agencia, emergencia, pareja, acompanante, segundo, segunda, otro, otra,
	alternativo, firma, agentur, reiseburo, notfall, begleitung, begleitperson, ehepartner,
	zweite, zweiter, zweites, weitere, andere, alt, kind, ehefrau, ehemann, entreprise, societe,
	agence, urgence, conjoint, accompagnant, deuxieme, autre, ancien, ancienne, enfant, type, typ,
	tipo, status, label, valid, verified, opt, consent, countrycode, vorwahl, prefijo, indicatif
`),
);

/** The words for “number”; a heading treats them as one word. */
export const numberWords = new Set(['number', 'nr', 'no', 'num', 'nro', 'numero', 'nummer']);
