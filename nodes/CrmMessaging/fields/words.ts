/**
 * Finds the name that another is surely a slip of: the same words written differently, or with a wrong
 * letter. `home_phone` is no slip of `work_phone`, nor `line2` of `line1`.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
	const plain = plainForm(name);
	return (
		names.find((other) => plainForm(other) === plain) ??
		names.find((other) => isSlip(wordsOfName(name), wordsOfName(other)))
	);
}

function isSlip(words: readonly string[], others: readonly string[]): boolean {
	if (words.length !== others.length) return isSlipOfWord(words.join(''), others.join(''));
	return words.every((word, at) => word === others[at] || isSlipOfWord(word, others[at] ?? ''));
}

/** Short words with one other letter are often other words: `rate`, `date`. */
function isSlipOfWord(word: string, other: string): boolean {
	const shorter = Math.min(word.length, other.length);
	if (shorter < 3 || /\d/.test(word + other)) return false;
	if (shorter === 3 && word[0] !== other[0]) return false;
	const isReplaced = word.length === other.length && sorted(word) !== sorted(other);
	if (isReplaced && shorter < 5) return false;
	return isOneEdit(word, other);
}

function sorted(word: string): string {
	return [...word].sort().join('');
}

/** Whether two words differ in one letter that was added, left out, replaced or swapped with the next. */
export function isOneEdit(word: string, other: string): boolean {
	let at = 0;
	while (at < word.length && word[at] === other[at]) at++;
	const [rest, otherRest] = [word.slice(at), other.slice(at)];
	const swapped = [...rest.slice(0, 2)].reverse().join('') + rest.slice(2);
	return (
		rest.slice(1) === otherRest ||
		rest === otherRest.slice(1) ||
		rest.slice(1) === otherRest.slice(1) ||
		swapped === otherRest
	);
}

/** A longer name is text. */
const longestName = 100;

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
