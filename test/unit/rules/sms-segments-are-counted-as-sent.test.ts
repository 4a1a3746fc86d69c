import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { smsSegments } from '../../../nodes/CrmMessaging/interface/smsSegments';
import { forAll, forMany } from './rule';

const basic = [...'abcXYZ019 @£$¥èéÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¡ÄÖÑÜ§¿äöñüà\n,.;:!?"#¤%&\'()*+-/<=>'];
const extended = [...'\f^{}\\[~]|€'];
const wide = [...'çáíóúñ漢字“”–…ěš', '😀', '🏨', '𝄞'];

/** Texts around the borders of messages and parts, where mistakes would be. */
const around = (characters: string[]) =>
	fc
		.tuple(
			fc.constantFrom(0, 60, 66, 69, 133, 150, 159, 200, 305, 458, 700),
			fc.array(fc.constantFrom(...characters), { maxLength: 30 }),
			fc.constantFrom(...characters),
			fc.array(fc.constantFrom(...characters), { maxLength: 12 }),
		)
		.map(([length, start, fill, end]) =>
			[...start, ...Array<string>(length).fill(fill), ...end].join(''),
		);

/** What another library counts. */
function oracle(text: string) {
	const { encodingName, segments } = new SegmentedMessage(text);
	return { encoding: encodingName, segments: segments.length };
}

describe('the segments of an SMS', () => {
	it.each([
		['of the GSM alphabet', around(basic)],
		['of GSM characters that take two', around(extended)],
		['of GSM characters of both sizes', around([...basic.slice(0, 6), ...extended])],
		['of other alphabets and emoji', around(wide)],
		['that mix all', around(['a', '€', 'ç', '😀'])],
		['of any ASCII', fc.string({ unit: 'binary-ascii', maxLength: 400 }).map(withoutCrLf)],
	])('are counted as another library counts them in texts %s', (_what, texts) => {
		forMany(300, texts, (text) => {
			const { encoding, segments } = smsSegments(text);
			expect({ encoding, segments }).toEqual(oracle(text));
		});
	});

	it.each([
		['nothing', '', 1],
		['160 GSM characters', 'a'.repeat(160), 1],
		['161 GSM characters', 'a'.repeat(161), 2],
		['306 GSM characters', 'a'.repeat(306), 2],
		['307 GSM characters', 'a'.repeat(307), 3],
		['80 signs of the euro', '€'.repeat(80), 1],
		['a euro sign at the border of two parts', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
		['70 UCS-2 characters', 'ç'.repeat(70), 1],
		['71 UCS-2 characters', 'ç'.repeat(71), 2],
		['134 UCS-2 characters', 'ç'.repeat(134), 2],
		['35 emoji', '😀'.repeat(35), 1],
		['an emoji at the border of two parts', `${'ç'.repeat(66)}😀${'ç'.repeat(66)}`, 3],
	])('of %s are right', (_what, text, segments) => {
		expect(smsSegments(text).segments).toBe(segments);
	});

	it('count the units of the encoding', () => {
		expect(smsSegments('a€')).toEqual({ encoding: 'GSM-7', segments: 1, units: 3 });
		expect(smsSegments('ç😀')).toEqual({ encoding: 'UCS-2', segments: 1, units: 3 });
	});

	it('never grow fewer when the text grows', () => {
		forAll(around(['a', '€']), fc.constantFrom('a', '€', 'ç'), (text, more) => {
			expect(smsSegments(text + more).segments).toBeGreaterThanOrEqual(
				smsSegments(text).segments,
			);
		});
	});
});

/** The other library takes CR LF for one character of two units and then for no GSM. */
function withoutCrLf(text: string): string {
	return text.replaceAll('\r', '');
}
