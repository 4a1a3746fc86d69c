/** Finds the closest name to a misspelled one, compared by `plainForm`, if one is near. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
	const plain = plainForm(name);
	// One mistake per three characters; longer names aren't confused.
	const furthest = Math.max(1, Math.floor(plain.length / 3));
	if (plain.length > longestName) return undefined;
	let nearest: string | undefined;
	let least = furthest + 1;
	for (const other of names) {
		const otherPlain = plainForm(other);
		if (Math.abs(otherPlain.length - plain.length) >= least) continue;
		const distance = editDistance(plain, otherPlain);
		if (distance < least) [nearest, least] = [other, distance];
	}
	return nearest;
}

const longestName = 100;

/**
 * Finds the name that another is surely a typo of: the same words written differently, or with a
 * wrong letter. `home_phone` is no typo of `work_phone`, nor `line2` of `line1`.
 */
export function typoOf(name: string, names: readonly string[]): string | undefined {
	const plain = plainForm(name);
	return (
		names.find((other) => plainForm(other) === plain) ??
		names.find((other) => isTypo(name, other))
	);
}

function isTypo(name: string, other: string): boolean {
	if (name.length > longestName || other.length > longestName) return false;
	const [words, otherWords] = [wordsIn(name), wordsIn(other)];
	if (words.length !== otherWords.length) {
		return isTypoOfWord(words.join(''), otherWords.join(''));
	}
	return words.every((word, at) => {
		const otherWord = otherWords[at] as string;
		return word === otherWord || isTypoOfWord(word, otherWord);
	});
}

/** Short words with one other letter are often other words: `rate`, `date`. */
function isTypoOfWord(word: string, other: string): boolean {
	const shorter = Math.min(word.length, other.length);
	if (shorter < 4 || /\d/.test(word + other)) return false;
	const distance = editDistance(word, other);
	const isReplaced = word.length === other.length && sorted(word) !== sorted(other);
	if (isReplaced && shorter < 5) return false;
	return distance <= (shorter < 8 ? 1 : 2);
}

function sorted(word: string): string {
	return [...word].sort().join('');
}

function wordsIn(name: string): string[] {
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
