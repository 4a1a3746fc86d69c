/** How an SMS travels. */
export interface SmsSegments {
	encoding: 'GSM-7' | 'UCS-2';
	segments: number;
	/** Septets or UTF-16 units, as the encoding counts. */
	units: number;
}

const basic = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
		'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

/** Units of one message, and of each part of a longer one (GSM 03.38, 03.40). */
const sizes = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } };

/** Counts the segments of a text after substitution. */
export function smsSegments(text: string): SmsSegments {
	const characters = [...text];
	const isGsm = characters.every((one) => basic.has(one) || extended.has(one));
	const encoding = isGsm ? 'GSM-7' : 'UCS-2';
	const lengths = characters.map((one) => (isGsm ? (extended.has(one) ? 2 : 1) : one.length));
	const units = lengths.reduce((sum, length) => sum + length, 0);
	const { single, part } = sizes[encoding];
	if (units <= single) return { encoding, units, segments: 1 };
	return { encoding, units, segments: partsOf(lengths, part) };
}

/** A character of two units is never split between parts. */
function partsOf(lengths: number[], size: number): number {
	let parts = 1;
	let used = 0;
	for (const length of lengths) {
		if (used + length > size) {
			parts++;
			used = 0;
		}
		used += length;
	}
	return parts;
}
