const longestName = 100;

/**
 * Finds the name that another is surely a slip of: the same words written differently, or with a wrong
 * letter. `home_phone` is no slip of `work_phone`, nor `line2` of `line1`.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
	const plain = plainForm(name);
	return (
		names.find((other) => plainForm(other) === plain) ??
		names.find((other) => isSlip(partsOfName(name), partsOfName(other)))
	);
}

function isSlip(words: readonly string[], others: readonly string[]): boolean {
	if (words.join('').length > longestName || others.join('').length > longestName) return false;
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
	return editDistance(word, other) <= (shorter < 8 ? 1 : 2);
}

function sorted(word: string): string {
	return [...word].sort().join('');
}

function partsOfName(name: string): string[] {
	const parts = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[\p{Pd}\s_.'’/]+/u);
	return parts.map(plainForm).filter((part) => part !== '');
}

/** The Damerau–Levenshtein distance of two texts (optimal string alignment). */
export function editDistance(source: string, target: string): number {
	const rows = [Array.from({ length: target.length + 1 }, (_, at) => at)];
	const cost = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
	for (let i = 1; i <= source.length; i++) {
		const row = [i];
		rows.push(row);
		for (let j = 1; j <= target.length; j++) {
			const isSame = source[i - 1] === target[j - 1];
			const isSwapped = source[i - 1] === target[j - 2] && source[i - 2] === target[j - 1];
			const least = Math.min(
				cost(i - 1, j),
				cost(i, j - 1),
				isSwapped ? cost(i - 2, j - 2) : Infinity,
			);
			row.push(Math.min(least + 1, cost(i - 1, j - 1) + (isSame ? 0 : 1)));
		}
	}
	return cost(source.length, target.length);
}

/** A word for comparison: without case, accents and separators. */
export function plainForm(word: string): string {
	if (/^[a-z\d]*$/i.test(word)) return word.toLowerCase();
	return word
		.normalize('NFD')
		.replace(/[\p{M}\p{Pd}\s_.'’/]+/gu, '')
		.toLowerCase()
		.replaceAll('ß', 'ss');
}

/** Words between commas. A line may end within one. */
export function wordList(list: string): string[] {
	return list.split(',').map((word) => word.trim().replace(/\s+/g, ' '));
}
