/** Finds the name that another is surely a slip of: the same letters, or with one slip in them. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
	const plain = plainForm(name);
	return (
		names.find((other) => plainForm(other) === plain) ??
		names.find((other) => isSlip(plain, plainForm(other)))
	);
}

/** A letter behind the first was added, left out or swapped. Another letter may make another word. */
function isSlip(word: string, other: string): boolean {
	let at = 0;
	while (at < word.length && word[at] === other[at]) at++;
	const [rest, otherRest] = [word.slice(at), other.slice(at)];
	const swapped = [...rest.slice(0, 2)].reverse().join('') + rest.slice(2);
	const isAlike =
		rest.slice(1) === otherRest || rest === otherRest.slice(1) || swapped === otherRest;
	return at > 0 && isAlike && !/\d/.test(word + other);
}

/** Form tools have whole questions as names. A longer name is text. */
const longestName = 1000;

/** The words of a name, which camelCase parts too, without case and accents. */
export function wordsOfName(name: string): string[] {
	const plain = name
		.slice(0, longestName)
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.replaceAll('ß', 'ss');
	return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A name for comparison: its letters and digits, without case and accents. */
export function plainForm(name: string): string {
	return wordsOfName(name).join('');
}

/** Words between commas. A line may end within one. */
export function wordList(list: string): string[] {
	return list.split(',').map((word) => word.trim().replace(/\s+/g, ' '));
}
