import fc from 'fast-check';
import { choice } from '../../../nodes/CrmMessaging/fields/types/choice';
import { currency } from '../../../nodes/CrmMessaging/fields/types/currency';
import { id } from '../../../nodes/CrmMessaging/fields/types/id';
import { language } from '../../../nodes/CrmMessaging/fields/types/language';
import { shortText, text, toText } from '../../../nodes/CrmMessaging/fields/types/text';
import { webAddress } from '../../../nodes/CrmMessaging/fields/types/webAddress';
import { converted, forAll, forMany, noScalars, refusalOf } from './rule';

const anyCase = (word: string) =>
	fc
		.array(fc.boolean(), { minLength: word.length, maxLength: word.length })
		.map((upper) =>
			[...word]
				.map((one, index) => (upper[index] ? one.toUpperCase() : one.toLowerCase()))
				.join(''),
		);

describe('a text', () => {
	it('arrives as it was given', () => {
		forAll(fc.string({ unit: 'binary' }), (given) => {
			expect(converted(text, given)).toBe(given);
		});
	});

	it('may be a number or a boolean, which reads back as the same', () => {
		const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
		forAll(numbers, (given) => {
			expect(Number(toText(given)) === given).toBe(true);
		});
		expect(toText(true)).toBe('true');
		expect(toText(12345678901234567890n)).toBe('12345678901234567890');
	});

	it.each([...noScalars, null, undefined])('%p is refused', (value) => {
		expect(refusalOf(text, value)).toContain('is not a text');
	});

	it('as an id loses the white space around it, and may not be blank', () => {
		expect(converted(id, ' guest 17\n')).toBe('guest 17');
		expect(converted(id, 17)).toBe('17');
		expect(refusalOf(id, ' \t\n')).toBe('is empty; give an id');
	});
});

describe('a sender', () => {
	const sender = shortText(11);
	const characters = (least: number, most: number) =>
		fc.array(fc.constantFrom('a', 'Z', '7', ' ', 'ñ', '漢', '😀', '🏨'), {
			minLength: least,
			maxLength: most,
		});

	it('may have up to 11 characters, of which an emoji is one', () => {
		forAll(characters(0, 11), (all) => {
			expect(converted(sender, all.join(''))).toBe(all.join(''));
		});
	});

	it('is refused when longer, saying how long it is', () => {
		forAll(characters(12, 60), (all) => {
			expect(refusalOf(sender, all.join(''))).toContain(
				`has ${all.length} characters; the service takes at most 11`,
			);
		});
	});
});

describe('a language', () => {
	const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
	const code = fc.tuple(letter, letter).map((pair) => pair.join(''));

	it('is two letters in any case', () => {
		forAll(code.chain(anyCase), (given) => {
			expect(converted(language, given)).toBe(given.toLowerCase());
		});
	});

	it('may be a locale, of which the language is taken', () => {
		const tags = [...'zh-Hant-TW es_ES en-GB pt-BR sr_RS@latin de_DE.UTF-8 es-419'.split(' ')];
		for (const tag of tags) expect(converted(language, tag)).toBe(tag.slice(0, 2));
		for (const locale of Intl.DateTimeFormat.supportedLocalesOf(['es-ES', 'fr-CA', 'ja-JP'])) {
			expect(converted(language, locale)).toBe(new Intl.Locale(locale).language);
		}
	});

	it.each(['eng', 'e', 'español', 'es-', '12', 'fil-PH', 'es,en', 'ñá'])(
		'%j is refused',
		(value) => {
			expect(refusalOf(language, value)).toContain('write it such as “es”');
		},
	);
});

describe('a web address', () => {
	it('is every http and https address, without the white space around it', () => {
		const schemes = { validSchemes: ['http', 'https'], withQueryParameters: true };
		forAll(fc.webUrl(schemes), (given) => {
			expect(converted(webAddress, ` ${given}\n`)).toBe(given);
		});
	});

	it.each([
		'n8n.example.com',
		'ftp://example.com',
		'https://',
		'https:example.com',
		'javascript:1',
	])('%j is refused', (value) => {
		expect(refusalOf(webAddress, value)).toContain('is not a web address');
	});
});

describe('a currency', () => {
	// Metals and funds are currencies of ISO 4217, which Intl leaves out.
	const known = [
		...Intl.supportedValuesOf('currency'),
		...['XAG', 'XAU', 'XBA', 'XBB', 'XSU', 'XUA', 'CLF', 'VED', 'XCG', 'USN'],
	];

	it('is every code of Intl, in any case and with white space around it', () => {
		for (const code of known) {
			expect(converted(currency, code)).toBe(code);
			expect(converted(currency, ` ${code.toLowerCase()}\n`)).toBe(code);
		}
	});

	it('is refused when the code is not of a currency', () => {
		const codes = fc.string({ unit: fc.constantFrom(...'ABEGPRSUX12€ '), maxLength: 4 });
		forMany(500, codes, (given) => {
			const expected = known.includes(given.trim());
			expect(refusalOf(currency, given) === undefined).toBe(expected);
		});
	});
});

describe('a choice', () => {
	const values = [
		{ value: 'no_show', label: 'No Show' },
		{ value: 'inprogress', label: 'In Progress' },
		{ value: 'MALE', label: 'Male' },
		{ value: 'CATEGORY_LIKE_DISLIKE', label: 'Like / Dislike' },
	];
	const type = choice(values);
	const separator = fc.constantFrom('_', '-', ' ', ' - ', '\t');

	it('is accepted in any case, with spaces or hyphens for underscores', () => {
		const written = fc.constantFrom(...values).chain(({ value }) =>
			fc.record({
				value: fc.constant(value),
				given: fc
					.tuple(anyCase(value), separator, fc.constantFrom('', ' '))
					.map(([one, mark, space]) => space + one.replaceAll('_', mark) + space),
			}),
		);
		forAll(written, ({ value, given }) => {
			expect(converted(type, given)).toBe(value);
		});
	});

	it('is accepted as the form writes it, where the label is the value in words', () => {
		expect(converted(type, 'In Progress')).toBe('inprogress');
		expect(converted(type, 'No Show')).toBe('no_show');
	});

	it('is refused for anything else, naming what is allowed', () => {
		const letters = fc.string({ unit: 'grapheme' });
		const bare = (given: string) => given.toLowerCase().replace(/[\s_-]/g, '');
		const isKnown = (given: string) => values.some(({ value }) => bare(value) === bare(given));
		forAll(
			letters.filter((given) => !isKnown(given)),
			(given) => {
				expect(refusalOf(type, given)).toContain(
					'is not one of no_show, inprogress, MALE, CATEGORY_LIKE_DISLIKE',
				);
			},
		);
		expect(refusalOf(type, '__proto__')).toBeDefined();
		expect(refusalOf(type, 'toString')).toBeDefined();
	});
});
