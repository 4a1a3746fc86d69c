import { wordList } from '../../fields/words';
import type { Field } from '../../fields/field';
import { contactInputs, contactInputsByName } from '../../service/fields/contact';

/**
 * Usual names of contacts' columns, in addition to the service's keys and our labels. Between two
 * columns of a field, the line that comes first wins. A note, an owner or a purpose (“Work Email”)
 * makes it another name, which isn't here unless an export writes the contact's own data like that.
 */
export const columnNames: ReadonlyArray<readonly [field: string, names: string]> = [
	[
		'user_id',
		`Guest ID, Customer ID, Customer Number, Client ID, Member ID, External ID, Ext ID,
		Gast-ID, Gast-Nr., Gästenummer, Kunden-ID, Kundennummer, Kunden-Nr., ID Cliente, Nº Cliente,
		ID Huésped, Numéro Client`,
	],
	['user_id', 'Contact ID, Profile ID'],
	[
		'phone',
		`Mobile, Mobile Phone, Mobile Number, Mobile Phone Number, Cell, Cell Phone, SMS, Handy,
		Handynummer, Mobil, Mobil-Nr., Mobilnummer, Mobiltelefon, Móvil, Teléfono Móvil, Celular,
		Portable, Téléphone Portable`,
	],
	[
		'phone',
		`Phone, Telephone, Tel, Telefon, Telefonnummer, Teléfono, Téléphone,
		Numéro de téléphone, Home Phone, Phone (Billing)`,
	],
	[
		'email',
		`Email Address, Mail, E-Mail-Adresse, Correo, Correo electrónico, Courriel, Adresse e-mail,
		Email (Billing)`,
	],
	['name_first', 'Given Name, Vorname, Nombre, Prénom, First Name (Billing)'],
	[
		'name_last',
		'Surname, Family Name, Nachname, Apellido, Apellidos, Nom, Nom de famille, Last Name (Billing)',
	],
	['language', 'Preferred Language, Sprache, Idioma, Langue'],
	[
		'city',
		`Stadt, Ort, Wohnort, Ciudad, Ville, Mailing City, Home City, Address City,
		Default Address City, City (Billing)`,
	],
	[
		'country',
		`Country/Region, Land, País, Pays, Mailing Country, Home Country/Region, Address Country,
		Default Address Country Code`,
	],
	[
		'region',
		`State/Region, Province, Bundesland, Provincia, Mailing State, Home State, Address Region,
		Default Address Province Code, State Code (Billing)`,
	],
	[
		'zip',
		`ZIP Code, Postal Code, Postcode, PLZ, Postleitzahl, Código postal, Code postal, Mailing Zip,
		Home Postal Code, Address Postal Code, Default Address Zip, Postcode (Billing)`,
	],
	[
		'full_address',
		`Address, Street, Adresse, Anschrift, Straße, Dirección, Mailing Street, Home Street,
		Address Formatted, Default Address Address1`,
	],
	[
		'born_date',
		`Date of Birth, Birth Date, DOB, Geburtsdatum, Geburtstag, Fecha de nacimiento,
		Date de naissance`,
	],
	['gender', 'Sex, Geschlecht, Sexo, Género, Sexe, Genre'],
	['tags', 'Tag, Etiquetas'],
	['gdpr_marketing_consent', 'Marketing Consent'],
	['gdpr_date', 'Confirm Time, Optin Time'],
	['gdpr_remote_ip', 'Confirm IP, Optin IP'],
	['email_opt_out', 'Email Blacklisted, Email Unsubscribed, Unsubscribed from all email'],
	['sms_opt_out', 'SMS Blacklisted, SMS Unsubscribed'],
	['push_opt_out', 'Push Blacklisted, Push Unsubscribed'],
];

/** A name for comparison: its letters and digits, without case and accents. */
export function normalForm(name: string): string {
	return wordsOfName(name).join('');
}

/** The words of a name, which camelCase parts too. */
export function wordsOfName(name: string): string[] {
	const plain = name
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.replaceAll('ß', 'ss');
	return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The field of a name. Of two columns with a value, the one of the lower rank is used. */
export interface NamedField {
	field: Field;
	rank: number;
}

const byForm = new Map<string, NamedField>();
columnNames.forEach(([name, names], rank) => {
	const field = contactInputsByName.get(name) as Field;
	for (const one of wordList(names)) byForm.set(normalForm(one), { field, rank });
});
for (const field of contactInputs) {
	for (const form of [field.name, field.label].map(normalForm)) {
		if (!byForm.has(form)) byForm.set(form, { field, rank: 0 });
	}
}

/** The field that a column or key names; undefined for any other. */
export function fieldNamed(name: string): NamedField | undefined {
	// Next to Birth Month and Birth Year, it isn't the birthday.
	if (name.length > longestColumnName || wordsOfName(name).join(' ') === 'birth day')
		return undefined;
	return byForm.get(normalForm(name));
}

/** A longer name is text. */
export const longestColumnName = 100;
