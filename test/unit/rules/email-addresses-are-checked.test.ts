import fc from 'fast-check';
import { valueHint } from '../../../nodes/CrmMessaging/catalogue/values';
import { emailAddress } from '../../../nodes/CrmMessaging/fields/types/text';
import { convertedWithHints, forAll, itRefuses, noScalars, notAText } from './rule';

const read = (value: unknown) => convertedWithHints(emailAddress, value);

describe('an email address', () => {
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
