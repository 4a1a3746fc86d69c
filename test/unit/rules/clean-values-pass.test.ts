import fc from 'fast-check';
import { withoutInvisibleEnds, withoutMarks } from '../../../nodes/CrmMessaging/fields/sourceText';
import { damageOf } from '../../../nodes/CrmMessaging/fields/textRules';
import { day } from '../../../nodes/CrmMessaging/fields/types/date';
import { plainForm } from '../../../nodes/CrmMessaging/fields/words';
import { reading } from '../values/kind';
import { forAll } from './rule';

/** Each rule with a short way is asked twice: a sign that changes nothing makes it take the long one. */
const sign = fc.oneof(
	fc.constantFrom(...'aßÂãà …™“€_x0D\u200b\ufeff\'="#\t\x07\x85\ufffd\ud83d'),
	fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
);
const text = fc.oneof(
	fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
	fc
		.string({ unit: 'grapheme' })
		.map((letters) => Buffer.from(letters, 'utf8').toString('latin1')),
);

describe('a value passes by one pattern only if the whole rule lets it pass', () => {
	it('as a text without damage', () => {
		forAll(text, (one) => expect(damageOf(one)).toBe(damageOf(`${one} 😀`)));
	});

	it('as a text without marks or invisible ends', () => {
		forAll(text, (one) => {
			expect(withoutMarks(one)).toBe(withoutMarks(` ${one}`));
			expect(withoutInvisibleEnds(one)).toBe(withoutInvisibleEnds(`\u200b${one}`));
		});
	});

	it('as a word in its plain form', () => {
		forAll(text, (one) => expect(plainForm(one)).toBe(plainForm(`${one}-`)));
	});

	it('as a birthday', () => {
		const part = (least: number, most: number) =>
			fc.integer({ min: least, max: most }).map((one) => String(one).padStart(2, '0'));
		const years = fc.constantFrom('0001', '1753', '1900', '1985', '2000', '2024', '2999');
		forAll(years, part(0, 13), part(0, 32), (...parts) => {
			const written = parts.join('-');
			const { sent } = reading(day, written);
			expect([written, sent]).toEqual([written, reading(day, `${written} 00:00:00`).sent]);
		});
	});
});
