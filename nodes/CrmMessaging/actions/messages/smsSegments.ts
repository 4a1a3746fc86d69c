/** How many segments an SMS needs, and their encoding. */
export interface SmsSegments {
	encoding: 'GSM-7' | 'UCS-2';
	segments: number;
}

const basic =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '\f^{}\\[~]|€';

/** Septets per character code; 0 if GSM-7 lacks it. */
const septets = new Uint8Array(0x10000);
for (const character of basic) septets[character.charCodeAt(0)] = 1;
for (const character of extended) septets[character.charCodeAt(0)] = 2;

/** Units of a single message, and of each part of a longer one (GSM 03.38, 03.40). */
const sizes = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } };

/** Counts the segments of a text after substitution. */
export function smsSegments(text: string): SmsSegments {
	const gsmUnits = septetsOf(text);
	const encoding = gsmUnits === undefined ? 'UCS-2' : 'GSM-7';
	const units = gsmUnits ?? text.length;
	const { single, part } = sizes[encoding];
	if (units <= single) return { encoding, segments: 1 };
	const lengths = [...text].map((one) =>
		gsmUnits === undefined ? one.length : (septets[one.charCodeAt(0)] as number),
	);
	return { encoding, segments: partsOf(lengths, part) };
}

/** The septets of a text, or undefined if GSM-7 lacks a character. */
function septetsOf(text: string): number | undefined {
	let sum = 0;
	for (let index = 0; index < text.length; index++) {
		const size = septets[text.charCodeAt(index)] as number;
		if (size === 0) return undefined;
		sum += size;
	}
	return sum;
}

/** A two-unit character is never split between parts. */
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
