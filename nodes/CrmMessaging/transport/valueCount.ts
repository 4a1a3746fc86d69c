/** Values of an answer that are read: little can hold millions, and each becomes an item that n8n keeps. */
export const mostValues = 1_000_000;

/** Whether a JSON text may hold more values: each follows a comma, or is the first in its brackets. */
export function holdsTooMany(json: string): boolean {
	let left = mostValues;
	// A mark takes a character at least.
	if (json.length <= left) return false;
	for (let at = 0; at < json.length && left >= 0; at++) {
		const character = json[at];
		if (character === ',' || character === '[' || character === '{') left--;
	}
	return left < 0;
}
