/** Tables of generated pages, and the places of generated text in others. */

/** A table; `---:` as the rule of its other columns aligns figures. */
export function markdownTable(head: string[], rows: string[][], rule = '---'): string {
	const rules = head.map((_, column) => (column === 0 ? '---' : rule));
	return [head, rules, ...rows]
		.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
		.join('\n');
}

/**
 * Puts a text into its place on a page: after the comment `<!-- mark -->`, up to `<!-- end -->`.
 *
 * @throws Error if the page has no such place
 */
export function withText(page: string, mark: string, text: string): string {
	const place = new RegExp(`(?<=<!-- ${mark} -->\n)[^]*?(?=<!-- end -->)`);
	if (!place.test(page)) throw new Error(`The page has no place for ${mark}`);
	return page.replace(place, () => `\n${text}\n\n`);
}
