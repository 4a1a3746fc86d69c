import fc from 'fast-check';
import { contactFields } from '../../../nodes/CrmMessaging/service/fields/contact';
import { headingTable } from '../../../nodes/CrmMessaging/actions/contacts/headings';
import { ByKeys, readHeading } from '../../../nodes/CrmMessaging/actions/contacts/readHeading';
import { plainForm, wordList } from '../../../nodes/CrmMessaging/fields/words';
import { forAll } from './rule';

const names = new Set(contactFields.map(({ name }) => name));
const all = headingTable.flatMap(([name, headings]) =>
	wordList(headings).map((heading) => [heading, name] as const),
);
const listed = all.filter(([, name]) => names.has(name));

function expectField(heading: string, name: string): void {
	expect([heading, readHeading(heading).field?.name]).toEqual([heading, name]);
}

describe('a heading', () => {
	it('is listed for one field only', () => {
		// The brackets make it differ from the field’s own name.
		for (const [heading, name] of listed) expectField(`${heading} (x)`, name);
		for (const [heading, name] of all.filter((one) => !listed.includes(one))) {
			const { field, wholeName } = readHeading(heading);
			const order = name === 'name' ? 'lastFirst' : 'firstFirst';
			expect([heading, field, wholeName]).toEqual([heading, undefined, order]);
		}
	});

	it('is recognized in any case, with spaces, hyphens or underscores, with or without accents', () => {
		const heading = fc.constantFrom(...listed);
		const style = fc.constantFrom<(text: string) => string>(
			(text) => text.toUpperCase(),
			(text) => text.replaceAll(' ', '_'),
			(text) => text.replaceAll(' ', '-'),
			(text) => text.replaceAll(' ', ''),
			(text) => ` ${text}. `,
			(text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
			(text) => text.replace(/(^| )\p{L}/gu, (first) => first.toUpperCase()),
		);
		forAll(heading, style, ([text, name], written) => {
			// “phone number” written “phone_number” is the name of a field, which has priority.
			fc.pre(!names.has(written(text)) || written(text) === name);
			expectField(written(text), name);
		});
	});

	it('may be a field’s label or its name, and the name has priority', () => {
		for (const field of contactFields) {
			expect(readHeading(field.name).field).toBe(field);
			// Most phone number columns include the country code.
			const expected = field.name === 'phone_number' ? 'phone' : field.name;
			expect(readHeading(field.label).field?.name).toBe(expected);
		}
	});

	const none = [
		'Name, ID, Room, updatedAt, constructor, __proto__, , #, Contact, Title, Home, PLZ/Ort',
		'Phone Type, Accepts Email Marketing, Fax, Country Code, User Name, IP Address, State',
		'Phone (country code), Email (2nd guest), (Email)',
		'Phone (Agency), Notfall-Telefon, Vorname (Begleitperson), Company Phone',
		'Mobile Home App, room_preference, last_email_sent',
	];
	it.each(none.flatMap((line) => line.split(', ')))(
		'“%s” isn’t mapped, since its field is uncertain',
		(heading) => {
			expect(readHeading(heading).field).toBeUndefined();
			expect(typeof plainForm(heading)).toBe('string');
		},
	);

	/** Columns of spreadsheets in three languages, of address books, of a shop and of booking systems. */
	const columns: Record<string, string[]> = {
		phone: [
			'Mobil|Telefon privat|Tel. (Handy)|Phone (incl. country code)|Mobile (+49)|Tel.-Nr. 1',
			'Tlf. móvil|Téléphone professionnel|Phone 1 - Value|Business Phone|Primary Phone',
			'lead_guest_phone_number|Contact Phone|Phone (2)|Mobilnummer (privat)',
		],
		email: [
			'E-Mail-Adresse 1|E-Mail*|"Email"|E-Mail des Gastes|Correo electrónico 1|Primary Email',
			'Adresse e-mail du client|E-mail 1 - Value|E-mail Address|billing_email|customerEmail',
			'Buyer Email|lead_guest_email|Email 2|E-mail 2 - Value',
		],
		born_date: ['Geb.-Datum|Geburtsdatum [TT.MM.JJJJ]|Fecha nacimiento|F. Nac.|Né(e) le'],
		user_id: ['Gast-Nr.|Guest #|Nº cliente'],
		name_first: ['Vorname(n)|Nombre(s)|Prénom(s)|Given Name|guest_first_name'],
		zip: ['C. Postal|Business Postal Code'],
		city: ['Address 1 - City|Home City|billing_city|Default Address City'],
		full_address: ['Address 1 - Formatted'],
		region: ['Address 1 - Region'],
		country: ['Home Country/Region'],
	};

	it.each(Object.entries(columns))('is recognized as %s', (name, lines) => {
		for (const heading of lines.flatMap((line) => line.split('|'))) expectField(heading, name);
	});

	it('keeps its field with any unit, punctuation, number or owner next to it', () => {
		const around = fc.constantFrom(
			...['X (dd.mm.yyyy)', 'X [optional]', 'X*', 'X:', 'X 1', 'X_1', 'X #1', 'X (1)'],
			...['X (privat)', 'X (as in passport)'],
		);
		const heading = fc.constantFrom(...listed);
		forAll(heading, around, ([text, name], written) => {
			expectField(written.replace('X', text), name);
		});
	});

	it('of a whole name isn’t mapped to a part of the name', () => {
		const whole = [
			'Name|NAME *|guestName|Full Name|Name (as in passport)|Nombre del cliente|Nom complet',
			'Nachname, Vorname|Vor- und Nachname|Gastname|Nombre y apellidos|First and last name',
		];
		for (const heading of whole.flatMap((line) => line.split('|'))) {
			const { field, wholeName } = readHeading(heading);
			expect([heading, field, typeof wholeName]).toEqual([heading, undefined, 'string']);
		}
		for (const heading of 'Company Name|Room Name|User Name|Nombre|Vorname|x'.split('|')) {
			expect([heading, readHeading(heading).wholeName]).toEqual([heading, undefined]);
		}
	});

	it('is preferred to others of its field if it’s more certain', () => {
		const order = (...headings: string[]) =>
			[...headings].sort((one, other) => readHeading(one).rank - readHeading(other).rank);
		const phones = ['Mobile Phone', 'Phone', 'Guest Phone', 'Work Phone'];
		expect(order(...[...phones].reverse())).toEqual(phones);
		expect(order('Work Email', 'E-Mail')).toEqual(['E-Mail', 'Work Email']);
	});

	it.each<[heading: string, consent?: string, channel?: string]>([
		['EMAIL_BLACKLISTED', 'optOut', 'email'],
		['Email Opt out', 'optOut', 'email'],
		['Opted out of email', 'optOut', 'email'],
		['SMS_BLACKLISTED', 'optOut', 'sms'],
		['unsubscribed', 'optOut'],
		['Accepts Email Marketing', 'optIn', 'email'],
		['Room'],
	])('shows who wants no messages: %s', (heading, ...[consent, channel]) => {
		expect(readHeading(heading)).toMatchObject({ consent, channel });
	});
});

it('columns are planned once for all items with the same keys in the same order', () => {
	const item = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', '1'), fc.nat());
	forAll(fc.array(item, { maxLength: 12 }), (items) => {
		const planned: string[] = [];
		const byKeys = new ByKeys((keys) => {
			planned.push(JSON.stringify(keys));
			return [...keys];
		});
		expect(items.map((one) => byKeys.of(one))).toEqual(items.map(Object.keys));
		const different = new Set(items.map((one) => JSON.stringify(Object.keys(one))));
		expect(planned).toEqual([...different]);
	});
});
