import { damageOf } from '../../../nodes/CrmMessaging/fields/textRules';
import fc from 'fast-check';
import { choiceAdvice, valueHint, wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { currency } from '../../../nodes/CrmMessaging/fields/types/price';
import { quote } from '../../../nodes/CrmMessaging/fields/inputError';
import {
	id,
	pathId,
	text,
	toText,
	webAddress,
	emailAddress,
} from '../../../nodes/CrmMessaging/fields/types/text';
import { language } from '../../../nodes/CrmMessaging/fields/types/language';
import { gender } from '../../../nodes/CrmMessaging/service/fields/contact';
import { sender } from '../../../nodes/CrmMessaging/service/fields/message';
import {
	converted,
	convertedWithHints,
	forAll,
	forMany,
	itRefuses,
	itTakes,
	noScalars,
	notA,
	notAText,
	refusalOf,
} from './rule';

describe('a text', () => {
	it('is sent unchanged, and a number as text has the same value', () => {
		const most = Number.MAX_SAFE_INTEGER;
		const numbers = fc.double({ noNaN: true, min: -most, max: most });
		forAll(fc.string({ unit: 'binary' }), numbers, (input, number) => {
			fc.pre(damageOf(input) === undefined);
			expect(converted(text, input)).toBe(input);
			expect(Number(toText(number)) === number).toBe(true);
		});
	});

	itTakes(text, [
		[true, 'true'],
		[12345678901234567890n, '12345678901234567890'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
	]);
	itRefuses(text, [...noScalars, null, undefined], notAText);

	itTakes(id, [
		[' guest 17\n', 'guest 17'],
		[17, '17'],
		['12345678901234567890', '12345678901234567890'],
	]);
	itRefuses(id, [' \t\n'], wrongValue.required);
	itRefuses(id, [true, 'TRUE', 'false'], notA('an ID', 'G-1042'));
	itRefuses(id, ['4711.0', '4711,00', 4711.5], wrongValue.inexactNumber);
	itRefuses(id, ['1.2E+10', '1,2e10', '4e+5'], wrongValue.inexactNumber);
	it('is refused if it was damaged, with the encodings of Extract from File', () => {
		expect(refusalOf(text, 'M\ufffdller')?.advice).toBe(
			'If it’s from a file, save the file as CSV UTF-8, or set Encoding to Latin1 in Extract from File.',
		);
		expect(refusalOf(text, 'JÃ¶rg')?.advice).toBe(
			'If it’s from a file, save the file as CSV UTF-8, and set Encoding to UTF-8 in Extract from File.',
		);
		expect(refusalOf(id, 'a\ud800')?.code).toBe('damagedText');
	});
	itTakes(pathId, [...['...', 'a/b', '😀'].map((whole) => [whole, whole] as const), [' 7', '7']]);
	itRefuses(pathId, ['.', ' .. '], notA('an ID', '5f1d7f2e'));
});

describe('a sender', () => {
	it('can have up to 11 characters, each counted as one', () => {
		const characters = fc.array(fc.constantFrom(...'aZ7 ñ漢𝒜'), { maxLength: 22 });
		forAll(characters, (all) => {
			const input = all.join('');
			if (all.length <= 11) return expect(converted(sender.type, input)).toBe(input);
			expect(refusalOf(sender.type, input)).toEqual(
				wrongValue.tooLong({ value: quote(input), length: all.length, most: 11 }),
			);
		});
	});
});

describe('a language', () => {
	it('is two letters in any case, if ISO 639 has them', () => {
		const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
		forAll(fc.stringMatching(/^[a-zA-Z]{2}$/), (input) => {
			const code = input.toLowerCase();
			fc.pre(Intl.getCanonicalLocales(code)[0] === code);
			const refused = refusalOf(language, input);
			if (names.of(code)) expect(converted(language, ` ${input}`)).toBe(code);
			else expect(refused?.code).toBe('wrongFormat');
		});
	});

	itRefuses(language, ['GB', 'US', 'AT', 'cz'], notA('a language, but a country', 'es'));

	it('in capitals causes a hint if they are usual for a country with another language', () => {
		const hintsOf = (input: string) => convertedWithHints(language, input).hints;
		expect(hintsOf('SE')).toEqual([
			valueHint.languageOrCountry({ value: '“SE”', language: 'Northern Sami' }),
		]);
		expect(hintsOf('UK')).toEqual([
			valueHint.languageOrCountry({ value: '“UK”', language: 'Ukrainian' }),
		]);
		expect(['uk', 'DE', 'ES', 'EN', 'se_SE'].flatMap(hintsOf)).toEqual([]);
	});

	const locales = 'zh-Hant-TW es_ES EN-gb pt-BR sr_RS@latin de_DE.UTF-8 es-419'.split(' ');
	itTakes(
		language,
		locales.map((tag) => [tag, tag.slice(0, 2).toLowerCase()]),
	);

	const codes = 'en es de fr it pt nl ca ru zh ja ar pl sv uk'.split(' ');

	it.each(codes)('%s is recognized by its name in common languages and in its own', (code) => {
		for (const tongue of ['en', 'es', 'de', 'fr', code]) {
			const name = new Intl.DisplayNames([tongue], { type: 'language' }).of(code)!;
			for (const written of [name, name.toUpperCase(), ` ${name} (UK) `]) {
				expect([written, converted(language, written)]).toEqual([written, code]);
			}
		}
	});

	itTakes(language, [
		['spa', 'es'],
		['ger', 'de'],
		['english', 'en'],
		['Español', 'es'],
		['Espanol', 'es'],
		['Akan', 'ak'],
		['tl', 'tl'],
		['Filipino', 'tl'],
		['iw', 'he'],
	]);

	const others = 'e es- 12 fil-PH es,en ñá es-ES! -es Klingon xyz (UK) constructor'.split(' ');
	itRefuses(language, others, notA('a language', 'es'));
});

describe('a web address', () => {
	it('is any http or https address, trimmed', () => {
		const schemes = { validSchemes: ['http', 'https', 'HTTP'], withQueryParameters: true };
		forAll(fc.webUrl(schemes), (input) => {
			expect(converted(webAddress, ` ${input}\n`)).toBe(input);
		});
	});

	const others = 'n8n.example.com ftp://example.com https:// https:example.com xhttp://a'.split(
		' ',
	);
	itRefuses(webAddress, others, notA('a web address', 'https://n8n.example.com/webhook/…'));
});

describe('a currency', () => {
	// Metals and funds are currencies of ISO 4217, which Intl leaves out.
	const others =
		'BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XAG XAU XBA XBB XBC XBD XCG XDR XPD XPT XSU XTS XUA XXX ZWG';
	const known = [...Intl.supportedValuesOf('currency'), ...others.split(' ')];

	const notACurrency = notA('an ISO 4217 currency code', 'EUR');
	const written = known.map((code) => [` ${code.toLowerCase()}\n`, code] as const);
	itTakes(currency, [
		...written,
		[' € ', 'EUR'],
		['£', 'GBP'],
		['₹', 'INR'],
		['zł', 'PLN'],
		['Euro', 'EUR'],
		['swiss francs', 'CHF'],
	]);
	// Symbols of several currencies, and some that people and Intl use for different ones.
	itRefuses(currency, ['$', '¥', 'kr', 'C$', 'R$', '€€', '12 €'], notACurrency);

	it('is refused if its code is unknown', () => {
		const codes = fc.string({ unit: fc.constantFrom(...'ABEGPRSUX12€ '), maxLength: 4 });
		forMany(500, codes, (input) => {
			if (input.trim() === '€') return;
			const refusal = known.includes(input.trim())
				? undefined
				: notACurrency({ value: quote(input) });
			expect(refusalOf(currency, input)).toEqual(refusal);
		});
	});
});

describe('a gender', () => {
	const read = (value: string) => {
		const { sent, hints } = convertedWithHints(gender, value);
		return { is: sent, hints: hints.map(({ code }) => code) };
	};

	it('is recognized as a word or a salutation in four languages', () => {
		const female = [
			...['Mrs', 'Mrs.', 'Ms', 'FRAU', 'Fräulein', 'Fr.', 'Frl.', 'Sra.', 'Mme', 'Doña'],
			...['Sehr geehrte Frau Prof. Dr. Meier', 'mujer', 'weiblich', 'féminin', 'FEMALE'],
		];
		const males = [
			...['Mr', 'Mr.', 'Herr Dr. Huber', 'Hr.', 'Hrn.', 'Sr.', 'Señor', 'Don', 'M.', ' m. '],
			...['Monsieur', 'hombre', 'männlich', 'homme', 'male'],
		];
		for (const word of female)
			expect([word, read(word)]).toEqual([word, { is: 'FEMALE', hints: [] }]);
		for (const word of males)
			expect([word, read(word)]).toEqual([word, { is: 'MALE', hints: [] }]);
	});

	it('that is ambiguous or another one is left out with a hint', () => {
		const others = ['divers', 'Familie', 'Mr & Mrs', 'Mr./Mrs.', 'Sie', 'Dr.'];
		for (const word of others) {
			expect([word, read(word)]).toEqual([word, { is: undefined, hints: ['choiceLeftOut'] }]);
		}
	});

	const refused =
		(advice: string) =>
		({ value }: { value: string }) =>
			wrongValue.notInList({ value, advice });
	const letters = ['M', 'm', 'F', 'f.', 'W', 'D', 'd', 'H', 'V'];
	itRefuses(gender, letters, refused(choiceAdvice.gender));
	itRefuses(gender, ['x', 'Hallo', ''], refused(choiceAdvice.use({ allowed: 'FEMALE, MALE' })));
});

describe('an email address', () => {
	const read = (value: unknown) => convertedWithHints(emailAddress, value);

	it('is sent without surrounding white space, and without a hint', () => {
		const blanks = fc.string({
			unit: fc.constantFrom(' ', '\t', '\n', '\u00a0'),
			maxLength: 3,
		});
		forAll(fc.emailAddress(), blanks, (address, blank) => {
			expect(read(`${blank}${address}${blank}`)).toEqual({ sent: address, hints: [] });
		});
		expect(read('josé@müller.example').hints).toEqual([]);
	});

	it.each([
		'ana',
		'@hotel.example',
		'ana@hotel',
		'ana@.example',
		'ana@hotel..example',
		'ana hotel@x.example',
		'ana@x.example, ben@x.example',
		'Ana <ana@x.example>',
		' ',
		7,
	])('that looks invalid is sent unchanged, with a hint: “%s”', (value) => {
		const hints = [valueHint.emailUnchanged({ value: `“${value}”` })];
		expect(read(value)).toEqual({ sent: `${value}`, hints });
	});

	it.each(['noemail@noemail.com', 'No-Reply@hotel.example', 'x@sin-email.es'])(
		'that looks made up is sent with a hint: %s',
		(value) => {
			const hints = [valueHint.madeUpEmail({ value: `“${value}”` })];
			expect(read(value)).toEqual({ sent: value, hints });
		},
	);

	it('may have the prefix of a link', () => {
		expect(read('mailto:ana@x.example')).toEqual({ sent: 'ana@x.example', hints: [] });
	});

	itRefuses(emailAddress, noScalars, notAText);
});
