import fc from 'fast-check';
import { Redactor } from '../../../nodes/CrmMessaging/service/redactor';
import { quotations, tells } from '../../tells-secret';
import { forAll } from './rule';

const word = (minLength: number, maxLength: number) =>
	fc.string({ unit: fc.constantFrom(...'ab'), minLength, maxLength });

const secret = fc.stringMatching(/^[!-+\--:<-~]{6,40}$/);

const around = fc.string({ unit: fc.constantFrom(...' \nñ…'), maxLength: 8 });

describe('a secret in a text', () => {
	it('is redacted completely, even if another secret is part of it', () => {
		forAll(word(0, 5), word(6, 9), word(1, 5), fc.boolean(), (before, part, after, turned) => {
			const secrets = [part, before + part + after];
			const text = secrets.map((one) => `<${one}>`).join(' ');
			const redactor = new Redactor(turned ? secrets.reverse() : secrets);
			expect(redactor.inText(text)).toBe('<***> <***>');
		});
	});

	it('is not redacted if it is too short', () => {
		forAll(word(0, 5), word(0, 60), (short, text) => {
			expect(new Redactor([short]).inText(text)).toBe(text);
		});
	});
});

describe('a quoted request', () => {
	it.each(Object.entries(quotations))('%s reveals no secret', (_, quoted) => {
		forAll(around, secret, around, (before, one, after) => {
			const quotation = quoted(`${before}Token token=${one}${after}`);
			const redactor = new Redactor([one]);
			expect(redactor.inText(quotation)).toContain('***');
			expect(tells(redactor.inText(quotation), one)).toBe(false);
			expect(redactor.mayBeIn(JSON.stringify(quotation))).toBe(true);
		});
	});

	it('is redacted in every text and key of a value, and the rest is unchanged', () => {
		forAll(secret, fc.jsonValue(), (one, rest) => {
			const value = { rest, [`x ${one}`]: [{ deep: `${one}!` }, 7, null, true] };
			const redactor = new Redactor([one]);
			fc.pre(!redactor.mayBeIn(JSON.stringify(rest)));
			const left = redactor.inValue(value);
			expect(left).toEqual({ rest, 'x ***': [{ deep: '***!' }, 7, null, true] });
			// Escapes may spell a secret, so a text with escapes has to be checked.
			const spelt = JSON.stringify(value).replace(/[a-z]/g, (letter) => {
				return `\\u00${letter.charCodeAt(0).toString(16)}`;
			});
			expect(/[a-z]/.test(one) && !redactor.mayBeIn(spelt)).toBe(false);
		});
	});

	it('is unchanged if it contains no secret', () => {
		forAll(secret, fc.string({ unit: fc.constantFrom(...'ñé –') }), (one, text) => {
			const redactor = new Redactor([one]);
			expect(redactor.inText(text)).toBe(text);
		});
		const redactor = new Redactor(['account-secret-7f3a9c']);
		expect(redactor.mayBeIn('{"error":"sender is missing"}')).toBe(false);
	});
});
