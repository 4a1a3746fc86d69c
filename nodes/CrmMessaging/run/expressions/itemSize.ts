/** What a value that is not a text counts as, in characters. */
const small = 16;

/**
 * About how many characters an item's data has. It ends where there are more than `enough`, so
 * data that contains itself has an end, too.
 */
export function sizeOf(json: object, enough: number): number {
	const rest: unknown[] = [json];
	let size = 0;
	while (rest.length > 0 && size <= enough) {
		const value = rest.pop();
		size += typeof value === 'string' ? value.length : small;
		if (typeof value === 'object' && value !== null) {
			for (const inner of Object.values(value)) rest.push(inner);
		}
	}
	return size;
}
