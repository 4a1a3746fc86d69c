import { randomBytes, randomInt } from 'node:crypto';

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** @returns a new `_id`: 24 hexadecimal digits */
export function newId(): string {
	return randomBytes(12).toString('hex');
}

/** A random text of letters and digits. */
export function randomText(length: number): string {
	return Array.from(
		{ length },
		() => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)],
	).join('');
}
