/** The comments of source code, as Markdown whose lines are those of the file. */
import { createScanner, LanguageVariant, ScriptTarget, SyntaxKind } from 'typescript';

/** A line of a comment without what makes it one; a tag begins a list entry, so that it is read alone. */
function proseOf(line: string): string {
	const code = /^\s*\* {5,}(?=\S)/.exec(line);
	if (code) return `    ${line.slice(code[0].length)}`;
	const bare = line
		.replace(/^\s*(?:\/\*\*?|\/\/|\*(?!\/))/, '')
		.replace(/\*\/\s*$/, '')
		.trim();
	const untagged = bare.replace(
		/^@(?:param|typeParam|template|property) +(?:\{[^}]*\} *)?[\w.[\]]+ */,
		'- ',
	);
	return untagged.replace(/^@(?:returns|throws|deprecated) */, '- ').replace(/^@\w.*$/, '');
}

/**
 * @param source TypeScript or JavaScript
 * @param from where its strings are wanted, too: each is a paragraph
 */
export function commentsOf(source: string): string {
	const lines = source.split('\n').map(() => '');
	const scanner = createScanner(ScriptTarget.Latest, false, LanguageVariant.Standard, source);
	const templates: number[] = [];
	const lineAt = (position: number) => source.slice(0, position).split('\n').length - 1;
	for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
		// The scanner knows no grammar: it has to be told where a template or a pattern continues.
		if (kind === SyntaxKind.TemplateHead) templates.push(0);
		else if (kind === SyntaxKind.OpenBraceToken && templates.length > 0)
			templates[templates.length - 1]!++;
		else if (kind === SyntaxKind.CloseBraceToken && templates.length > 0) {
			if (templates.at(-1)! > 0) templates[templates.length - 1]!--;
			else if (scanner.reScanTemplateToken(false) === SyntaxKind.TemplateTail)
				templates.pop();
		} else if (kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken) {
			const before = source.slice(0, scanner.getTokenStart()).trimEnd().at(-1) ?? '(';
			if ('(,=:[!&|?{};+>'.includes(before)) scanner.reScanSlashToken();
		} else if (isComment(kind)) {
			const first = lineAt(scanner.getTokenStart());
			const text = scanner.getTokenText().split('\n').map(proseOf);
			text.forEach((line, at) => (lines[first + at] = line));
		}
	}
	return lines.join('\n');
}

function isComment(kind: SyntaxKind): boolean {
	return (
		kind === SyntaxKind.SingleLineCommentTrivia || kind === SyntaxKind.MultiLineCommentTrivia
	);
}

/** The comments of shell, YAML and environment files: lines that begin with #. */
export function hashCommentsOf(source: string): string {
	return source
		.split('\n')
		.map((line) => /^\s*# ?(?!!)(.*)$/.exec(line)?.[1] ?? '')
		.join('\n');
}
