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
	])('that looks invalid is sent unchanged, with a hint: %j', (value) => {
		const hints = [valueHint.emailUnchanged(`“${value}”`)];
		expect(read(value)).toEqual({ sent: `${value}`, hints });
	});

	itRefuses(emailAddress, noScalars, notAText);
});
