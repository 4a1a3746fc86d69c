/** The readable text of a piece of Markdown, letter for letter at its place in the source. */
import type { AnyTxtNode, TxtNode } from '@textlint/ast-node-types';

/** Names, code and quotations count as one word each and are not judged. */
const oneWord = (text: string) => 'x'.repeat(text.length);

/**
 * @param node a paragraph, heading or cell
 * @param source its source
 * @returns text of the same length: markup is blank, code and quotations are one word
 */
export function maskedText(node: TxtNode, source: string): string {
	const start = node.range[0];
	const letters: string[] = Array.from({ length: source.length }, () => ' ');
	const put = (text: string, at: number): void => {
		for (let index = 0; index < text.length; index++) letters[at + index] = text[index]!;
	};
	const visit = (child: AnyTxtNode): void => {
		const [from, to] = child.range;
		const own = source.slice(from - start, to - start);
		if (child.type === 'Str') put(own.replace(/\n/g, ' '), from - start);
		else if (child.type === 'Code') put(oneWord(own), from - start);
		else if ('children' in child) (child.children as AnyTxtNode[]).forEach(visit);
	};
	visit(node);
	return letters
		.join('')
		.replace(/“[^”]*”|"[^"\s][^"]*"|«[^»]*»/g, oneWord)
		.replace(/\b[\w/-]+\.(?:ts|json|md|mjs|cjs|yaml|node|com)\b/g, oneWord);
}
