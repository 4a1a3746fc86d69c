import { DateTime } from 'luxon';
import { propertyOf } from '../../../nodes/CrmMessaging/fields/control';
import { convertField, type Field } from '../../../nodes/CrmMessaging/fields/field';
import { InputError } from '../../../nodes/CrmMessaging/fields/inputError';
import { textList } from '../../../nodes/CrmMessaging/fields/types/json';
import { emailAddress, id, text, webAddress } from '../../../nodes/CrmMessaging/fields/types/text';
import { contactFields } from '../../../nodes/CrmMessaging/service/fields/contact';
import {
	appId,
	phoneNumber,
	pushTargets,
	sender,
	startAt,
} from '../../../nodes/CrmMessaging/service/fields/message';
import {
	purchaseFields,
	transactionCode,
} from '../../../nodes/CrmMessaging/service/fields/syncData';
import { refusal } from '../rules/rule';
import { itReads, itReadsData, reading, resultOf } from './kind';

describe('a text', () => {
	itReads(text, 'Ana ← Ana\n‘n/a’ ← ‘n/a’\ntrue ← true');
	itReadsData(text, [
		['a,b;c', 'a,b;c'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		[12345678901234567890n, '12345678901234567890'],
		[['Ana'], 'Ana'],
		[[], 'nothing'],
		[null, 'nothing'],
		[' ', 'nothing'],
		[['Ana', 'Ben'], '✗ severalValues'],
		[{ name: 'Ana' }, '✗ notAText'],
		[false, '✗ notAText'],
		[new Date(0), '✗ notAText'],
		[NaN, '✗ notJson'],
		[() => 'Ana', '✗ notJson'],
		['M\ufffdller', '✗ damagedText'],
	]);
});

describe('an identifier', () => {
	itReads(
		id,
		`
		G-1042 ← G-1042 · 'G-1042 · ="G-1042"
		12345678901234567890 ← 12345678901234567890
		00017 ← 00017
		a b/c.d:e|f ← a b/c.d:e|f
		✗ wrongFormat ← true · FALSE
		✗ inexactNumber ← 4711.0 · 4711,00 · 7.06130440776612E+18 · 7,0613E+18 · 1e+15
		✗ severalIds ← u1,u2 · u1; u2 · u1 , u2
		`,
	);
	itReadsData(id, [
		[' G-1042\n', 'G-1042'],
		[17, '17'],
		['u1\nu2', '✗ severalIds'],
		[4711.5, '✗ inexactNumber'],
		[0, '✗ noValue'],
		['0', '✗ noValue'],
		[false, '✗ notAText'],
	]);
	itReads(id, '5f1d7f2e ← 5f1d7f2e\n✗ wrongFormat ← . · ..\n✗ damagedText ← \ud800');

	it('is written as its error shows it, which is its placeholder as well', () => {
		const { advice } = reading(transactionCode.type, 'R-1,R-2').refused!;
		expect(advice).toBe('Write one ID for each recipient or entry, such as R-104409.');
		expect(resultOf(transactionCode.type, 'R-104409')).toBe('R-104409');
	});
});

it.each(
	[...contactFields, ...purchaseFields, transactionCode, phoneNumber, startAt, appId]
		.filter(({ type }) => type.example !== undefined)
		.map((field) => [field.label, field] as const),
)('%s has one example: it is read, and its error and placeholder show it', (_, field) => {
	const example = field.type.example!;
	expect(reading(field.type, example).refused).toBeUndefined();
	const { type, placeholder = `e.g. ${example}` } = propertyOf(field);
	expect([type, placeholder]).toEqual([type, `e.g. ${example}`]);
	for (const wrong of ['?!', 'true', {}]) {
		const { code, advice = '' } = reading(field.type, wrong).refused ?? {};
		if (code === 'wrongFormat') expect(advice).toBe(`Write it like ${example}.`);
	}
});

describe('no value', () => {
	const field = (name: string) => contactFields.find((one) => one.name === name)!;
	const sent = (of: Field, value: unknown): unknown => {
		let result: unknown;
		const code = refusal(() => (result = convertField(of, value, { timezone: 'UTC' })))?.code;
		return code ?? result;
	};
	const formulas = ['#N/A', '#REF!', '#DIV/0!', '#VALUE!', '#NAME?', '#NV', '#WERT!', '#¡VALOR!'];
	const missing = ['', ' ', '-', '–', 'n/a', 'N/A', 'null', 'NULL', 'none', 'None', ...formulas];
	const words = [...missing, 'undefined', 'NaN'];

	it('is left out of optional fields', () => {
		for (const name of ['email', 'city', 'language', 'gender', 'born_date', 'phone'])
			for (const word of words)
				expect([name, word, sent(field(name), word)]).toEqual([name, word, undefined]);
		expect(sent(field('tags'), 'none, n/a, #REF!, -, vip')).toEqual(['none', 'vip']);
	});

	it('is an error in an identifier', () => {
		for (const one of [field('user_id'), transactionCode, ...pushTargets])
			for (const word of words.filter((word) => word.trim()))
				expect([word, sent(one, word)]).toEqual([word, 'noValue']);
	});

	it('is an error if it’s a date that code couldn’t read', () => {
		for (const date of [new Date('x'), DateTime.fromISO('24/12/2031')])
			expect(sent(startAt, date)).toBe('invalidDate');
		// n8n prints one within a list or an object.
		for (const one of [field('city'), startAt])
			expect(sent(one, 'Invalid DateTime')).toBe('invalidDate');
	});

	it('isn’t a word that may be a name or a place', () => {
		const names = ['None', 'Null', 'Nan', 'Na', 'Unknown'];
		expect(names.map((word) => sent(field('name_first'), word))).toEqual(names);
		expect(sent(field('name_last'), 'n/a')).toBeUndefined();
		expect(sent(field('country'), 'NA')).toBe('NA');
		expect(sent(field('city'), '#VIP')).toBe('#VIP');
		for (const id of ['G-None', 'nullable', 'n/a1', 'a-', '-7'])
			expect(sent(field('user_id'), id)).toBe(id);
	});
});

describe('a list of texts', () => {
	itReadsData(textList, [
		['a, b', ['a', 'b']],
		['a; b|c\nd', ['a', 'b', 'c', 'd']],
		['"VIP","Blog, 2024"', ['VIP', 'Blog, 2024']],
		['vip; "12"" pizza" |late', ['vip', '12" pizza', 'late']],
		['["a, b"]', ['a, b']],
		[
			[1, 'a', null, ' '],
			['1', 'a'],
		],
		[7, ['7']],
		[{}, '✗ notAText'],
		[['a', ['b']], '✗ notAText'],
		['["a"', '✗ invalidJson'],
	]);
});

describe('an address', () => {
	itReads(
		emailAddress,
		`
		Ana@x.example ← Ana@x.example · mailto:Ana@x.example · 'Ana@x.example
		josé@müller.example ← josé@müller.example
		✗ wrongFormat ← Yes · NO · 1 · ana · none · @ · ana@ · @hotel.example · +34600123456 · a@x.example, b@x.example
		`,
	);
	itReads(
		webAddress,
		`
		https://n8n.example.com/a?b=1 ← https://n8n.example.com/a?b=1
		HTTP://a.example ← HTTP://a.example
		✗ wrongFormat ← n8n.example.com · ftp://example.com · https:// · xhttp://a
		`,
	);

	it('of email is sent with a hint if it looks wrong', () => {
		for (const sent of [
			"'ana@x.example'",
			'ana@hotel',
			'ana@x..example',
			'Ana <ana@x.example>',
		])
			expect(reading(emailAddress, sent)).toEqual({ sent, hints: ['emailsUnchanged'] });
		expect(reading(emailAddress, 'name@email.com').hints).toEqual([]);
	});
});

it('a sign of two code units counts as one in a sender', () => {
	expect(resultOf(sender.type, '漢𝒜漢𝒜漢𝒜漢𝒜漢𝒜漢')).toBe('漢𝒜漢𝒜漢𝒜漢𝒜漢𝒜漢');
});

it('the error of a value has 600 characters at most, half of them for the field', () => {
	const textOf = (text: string, ...where: string[]) =>
		new InputError({ code: 'wrong', text, advice: '' }, where).sentence.text;
	expect(textOf('x'.repeat(700))).toBe(`${'x'.repeat(599)}…`);
	expect(textOf('‹field› is missing', 'x'.repeat(700))).toBe(`${'x'.repeat(299)}… is missing`);
});
