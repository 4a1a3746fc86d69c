/** A word as it is compared: without case, accents, and what stands between its parts. */
export function plainForm(word: string): string {
	return word
		.normalize('NFD')
		.replace(/[\p{M}\p{Pd}\s_.'’/]+/gu, '')
		.toLowerCase()
		.replaceAll('ß', 'ss');
}
