import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { smsSegments } from '../../../nodes/CrmMessaging/actions/sms/send.operation';
import { forMany } from './rule';

const basic = [...'abcXYZ019 @£$¥èéÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¡ÄÖÑÜ§¿äöñüà\n,.;:!?"#¤%&\'()*+-/<=>'];
const extended = [...'\f^{}\\[~]|€'];
const wide = [...'çáíóúñ漢字“”–…ěš', '😀', '🏨', '𝄞'];

/** Texts around the limits of messages and segments, where mistakes are likely. */
const around = (characters: string[]) => {
	const some = (maxLength: number) => fc.array(fc.constantFrom(...characters), { maxLength });
	const length = fc.constantFrom(0, 60, 66, 69, 133, 150, 159, 200, 305, 458, 700);
	return fc
		.tuple(some(30), fc.constantFrom(...characters), length, some(12))
		.map(([start, fill, times, end]) => [...start, fill.repeat(times), ...end].join(''));
};
/** The other library counts CR LF as one character of two units, and as not GSM. */
const ascii = fc
	.string({ unit: 'binary-ascii', maxLength: 400 })
	.map((text) => text.replaceAll('\r', ''));

describe('the segments of an SMS', () => {
	it.each([
		['of the GSM alphabet', around(basic)],
		['of GSM characters that count as two', around(extended)],
		['of GSM characters of both sizes', around([...basic.slice(0, 6), ...extended])],
		['of other alphabets and emoji', around(wide)],
		['that mix all', around(['a', '€', 'ç', '😀'])],
		['of any ASCII', ascii],
	])('are counted like those of sms-segments-calculator in texts %s', (_what, texts) => {
		forMany(300, texts, (text) => {
			const { encodingName, segments } = new SegmentedMessage(text);
			const expected = { encoding: encodingName, segments: segments.length };
			expect(smsSegments(text)).toMatchObject(expected);
		});
	});

	it.each(['€'.repeat(10) + 'a'.repeat(145), '[x]'.repeat(40), '😀'.repeat(40)])(
		'show how many of its characters fit into one: %s',
		(text) => {
			const { most } = smsSegments(text);
			const fitting = (count: number) => [...text].slice(0, count).join('');
			expect(smsSegments(fitting(most)).segments).toBe(1);
			expect(smsSegments(fitting(most + 1)).segments).toBe(2);
		},
	);

	it('count a carriage return as a character of the GSM alphabet', () => {
		expect(smsSegments('a€\r')).toMatchObject({ encoding: 'GSM-7', segments: 1 });
	});
});
