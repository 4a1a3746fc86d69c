import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** The titles of the tests of a file, as they are written; those that are skipped are none. */
export function testTitlesIn(file: string): string[] {
	const titles: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node)) {
			const [title] = node.arguments;
			if (title && ts.isStringLiteralLike(title) && isTest(node.expression)) {
				titles.push(title.text);
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
	return titles;
}

/** `it(…)`, `test(…)`, or what `it.each(…)` and `test.each(…)` make. */
function isTest(called: ts.Expression): boolean {
	const made = ts.isCallExpression(called) ? called.expression : called;
	return /^(it|test)(\.each)?$/.test(made.getText()) && made.getText() !== 'it.skip';
}
