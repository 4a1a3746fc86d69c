/**
 * Finds the name that a misspelt one was probably meant to be: first without regard to case, spaces
 * and underscores, then by what has to be typed otherwise.
 *
 * @returns undefined where none is near
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
	const plain = plainForm(name);
	// One slip for each three characters; of names this long, nobody misspells one for another.
	const furthest = Math.max(1, Math.floor(plain.length / 3));
	if (plain.length > longest) return undefined;
	let nearest: string | undefined;
	let least = furthest + 1;
	for (const other of names) {
		const otherPlain = plainForm(other);
		if (Math.abs(otherPlain.length - plain.length) >= least) continue;
		const distance = typingDistance(plain, otherPlain);
		if (distance < least) [nearest, least] = [other, distance];
	}
	return nearest;
}

const longest = 100;

/**
 * How many characters have to be added, left out, replaced or swapped with their neighbour to make
 * one text of another (Damerau and Levenshtein, each place touched once).
 */
export function typingDistance(one: string, other: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (let i = 1; i <= one.length; i++) {
		const row = [i];
		for (let j = 1; j <= other.length; j++) {
			const isSame = one[i - 1] === other[j - 1];
			let least = Math.min(
				at(last, j) + 1,
				at(row, j - 1) + 1,
				at(last, j - 1) + (isSame ? 0 : 1),
			);
			const isSwapped =
				i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
			if (isSwapped) least = Math.min(least, at(beforeLast, j - 2) + 1);
			row.push(least);
		}
		[beforeLast, last] = [last, row];
	}
	return at(last, other.length);
}

function at(row: readonly number[], place: number): number {
	return row[place] as number;
}

/** A word as it is compared: without case, accents, and what stands between its parts. */
export function plainForm(word: string): string {
	return word
		.normalize('NFD')
		.replace(/[\p{M}\p{Pd}\s_.'’/]+/gu, '')
		.toLowerCase()
		.replaceAll('ß', 'ss');
}

/** The words of a long list, which is written as one text with commas. */
export function words(list: string): string[] {
	return list.split(',').map((word) => word.trim());
}
