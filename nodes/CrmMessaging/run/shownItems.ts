/** So many are named in a sentence. */
const mostNamed = 10;

/** Names some of a list, and counts the rest: `a, b, c and 7 more`. */
export function listed(texts: ReadonlyArray<string | number>): string {
	const named = texts.slice(0, mostNamed).join(', ');
	const rest = texts.length - mostNamed;
	return rest > 0 ? `${named} and ${rest.toLocaleString('en')} more` : named;
}

/** Names input items: `item 4`, `items 0–999`, `items 1, 4, 9`. */
export function shownItems(items: readonly number[]): string {
	if (items.length <= 1) return `item ${items[0] ?? 0}`;
	const ranges: Array<[first: number, last: number]> = [];
	for (const item of [...items].sort((one, other) => one - other)) {
		const range = ranges.at(-1);
		if (range && item <= range[1] + 1) range[1] = item;
		else ranges.push([item, item]);
	}
	return `items ${listed(ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)))}`;
}
