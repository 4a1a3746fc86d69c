import {
	convertField,
	type ConversionContext,
	type Field,
} from '../../../nodes/CrmMessaging/fields/field';
import { defaultCountryCode } from '../../../nodes/CrmMessaging/fields/types/phone';
import { textOf } from '../../../nodes/CrmMessaging/fields/values';
import { contactInputs } from '../../../nodes/CrmMessaging/service/fields/contact';
import { phoneNumber } from '../../../nodes/CrmMessaging/service/fields/message';
import {
	purchaseFields,
	purchasePriceIn,
	status,
} from '../../../nodes/CrmMessaging/service/fields/purchase';
import { refusal } from '../rules/rule';
import { readPage } from './page';

const fields = [...contactInputs, ...purchaseFields, purchasePriceIn('EUR'), status];
const codesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** The text that a field sends for a value; undefined for nothing. */
function sent(field: Field, value: string): string | undefined {
	let shown: string | undefined;
	const read = () => {
		const converted = convertField(field, value, { timezone: 'Europe/Madrid' });
		shown = converted === undefined ? undefined : textOf(converted);
	};
	return refusal(read) ? 'refused' : shown;
}

/** The rows of the table: each value, and what is sent for it. `a`; `b` are two of them. */
const cases = readPage('docs/contacts.md')
	.prose.split('\n')
	.filter((line) => line.startsWith('| `'))
	.flatMap((line) => {
		const [, given = '', result = ''] = line.split('|');
		const results = result.includes('`') ? result.split(';') : [undefined];
		const values = results.length > 1 ? given.split(/;(?= `)/) : [given];
		return results.flatMap((one, at) =>
			codesIn(values[at]!).map((value) => [value, one && codesIn(one)[0]] as const),
		);
	});

describe('docs/contacts.md', () => {
	it('has a table of converted values', () => expect(cases.length).toBeGreaterThan(25));

	it.each(cases)('shows what a field sends for %s: %s', (value, expected) => {
		expect(fields.map((field) => sent(field, value))).toContain(expected);
	});
});

describe('docs/messages.md', () => {
	const { prose } = readPage('docs/messages.md');
	const [, accepted = '', refused = ''] =
		/Phone numbers may have any usual format: (.*?)\. ([^]*?)## Personal texts/.exec(prose) ??
		[];
	const context: ConversionContext = {
		timezone: 'Europe/Madrid',
		option: ((option) =>
			option.name === defaultCountryCode.name
				? '+49'
				: option.unset) as ConversionContext['option'],
	};

	it.each(codesIn(accepted))('shows a phone number that is read: %s', (number) => {
		expect(convertField(phoneNumber, number, context)).toBe('+491701234567');
	});

	it.each(codesIn(refused).filter((code) => /\d/.test(code)))(
		'shows a phone number that is refused: %s',
		(number) => {
			expect(refusal(() => convertField(phoneNumber, number, context))).toBeDefined();
		},
	);
});
