import fc from 'fast-check';
import { emailAddress } from '../../../nodes/CrmMessaging/fields/types/text';
import { forAll, itRefuses, noScalars } from './rule';

/** What is sent for a value, and the hints that it causes. */
function sent(value: unknown) {
	const hints: string[] = [];
	const context = { timezone: 'UTC', hint: (message: string) => hints.push(message) };
	return { given: emailAddress.convert(value, context), hints };
}

describe('an e-mail address', () => {
	it('is sent without the blanks around it, and without a word', () => {
		const blanks = fc.string({
			unit: fc.constantFrom(' ', '\t', '\n', '\u00a0'),
			maxLength: 3,
		});
		forAll(fc.emailAddress(), blanks, (address, blank) => {
			expect(sent(`${blank}${address}${blank}`)).toEqual({ given: address, hints: [] });
		});
		expect(sent('josé@müller.example').hints).toEqual([]);
	});

	it.each([
		'ana',
		'ana@',
		'@hotel.example',
		'ana@hotel',
		'ana@hotel..example',
		'ana@hotel.example.',
		'ana hotel@x.example',
		'ana@x.example, ben@x.example',
		'Ana <ana@x.example>',
		' ',
		7,
	])('that looks like none is sent as it is, with a hint: %j', (value) => {
		const { given, hints } = sent(value);
		expect(given).toBe(`${value}`);
		expect(hints).toEqual([
			`The e-mail address “${value}” does not look like one, and is sent as it is. Write it such as name@example.com.`,
		]);
	});

	itRefuses(emailAddress, noScalars, 'is not a text');
});
