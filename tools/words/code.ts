/** The words in source code. */
import ts from 'typescript';
import { parser } from 'typescript-eslint';

interface Comment {
	value: string;
	loc: { start: { line: number } };
}

const { parseForESLint } = parser as {
	parseForESLint: (source: string, options: object) => { ast: { comments: Comment[] } };
};

/** A line of a comment without what makes it one; a tag begins a list entry, so that it is read alone. */
function proseOf(line: string): string {
	const code = /^\s*\* {5,}(?=\S)/.exec(line);
	if (code) return `    ${line.slice(code[0].length)}`;
	return line
		.replace(/^\s*\*/, '')
		.trim()
		.replace(/^@(?:param|typeParam|template|property) +(?:\{[^}]*\} *)?[\w.[\]]+ */, '- ')
		.replace(/^@(?:returns|throws|deprecated) */, '- ')
		.replace(/^@\w.*$/, '');
}

/** The comments of TypeScript or JavaScript, as Markdown whose lines are those of the file. */
export function commentsOf(source: string): string {
	const lines = source.split('\n').map(() => '');
	for (const { value, loc } of parseForESLint(source, { comment: true, loc: true }).ast
		.comments) {
		value.split('\n').forEach((line, at) => (lines[loc.start.line - 1 + at] = proseOf(line)));
	}
	return lines.join('\n');
}

/** The comments of shell, YAML and environment files: lines that begin with #. */
export function hashCommentsOf(source: string): string {
	return source
		.split('\n')
		.map((line) => /^\s*# ?(?!!)(.*)$/.exec(line)?.[1] ?? '')
		.join('\n');
}

function nodesOf(file: ts.SourceFile): ts.Node[] {
	const nodes: ts.Node[] = [];
	const visit = (node: ts.Node): void => {
		nodes.push(node);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return nodes;
}

/** The strings of a piece of code that are words and not names. */
export function stringsOf(source: string): string[] {
	const file = ts.createSourceFile('', source, ts.ScriptTarget.Latest);
	const found = nodesOf(file).flatMap((node) => {
		if (ts.isStringLiteralLike(node)) return [node.text];
		if (!ts.isTemplateExpression(node)) return [];
		const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
		return [parts.map(({ text }) => text).join('X')];
	});
	return found.filter((text) => /\p{L}{2,} \p{L}/u.test(text));
}

const testFunction = /^(it|test|describe)(\.|\(|$)/;

/** The titles of tests and of their groups, as Markdown whose lines are those of the file. */
export function titlesOf(source: string): string {
	const file = ts.createSourceFile('', source, ts.ScriptTarget.Latest, true);
	const lines = source.split('\n').map(() => '');
	for (const node of nodesOf(file)) {
		if (!ts.isCallExpression(node) || !testFunction.test(node.expression.getText())) continue;
		const [title] = node.arguments;
		if (!title || !ts.isStringLiteralLike(title)) continue;
		const { line } = file.getLineAndCharacterOfPosition(title.getStart());
		lines[line] = `- ${title.text}`;
	}
	return lines.join('\n');
}
