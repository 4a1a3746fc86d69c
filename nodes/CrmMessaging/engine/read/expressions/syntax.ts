import { parse, tokTypes, type AnyNode, type Expression, type MemberExpression } from 'acorn';
import { cached } from '../../../fields/cached';

/** As much code is remembered: a workflow's runs read the same again. */
export const rememberedCode = 200;

/**
 * The syntax tree of code between braces.
 *
 * @returns undefined unless it is one expression. Also undefined for code with a comment, or with a name
 * that n8n's own search for names wouldn't find: after `. ` or with an escape.
 */
export const treeOf = cached(parsed, rememberedCode);

function parsed(code: string): Expression | undefined {
	// A batch has the code within parentheses too.
	const text = `(${code}\n)`;
	let isPlain = !/[\u2028\u2029]/.test(code);
	let afterPoint = -1;
	try {
		const { body } = parse(text, {
			ecmaVersion: 2022,
			// Without the octal numbers and comments of old scripts.
			sourceType: 'module',
			preserveParens: true,
			onComment: () => (isPlain = false),
			onToken({ type, start, end }) {
				if (afterPoint >= 0 && start !== afterPoint) isPlain = false;
				if (type === tokTypes.name && !/^[\w$]+$/.test(text.slice(start, end)))
					isPlain = false;
				afterPoint = type === tokTypes.dot || type === tokTypes.questionDot ? end : -1;
			},
		});
		const [statement, another] = body;
		if (!isPlain || another || statement?.type !== 'ExpressionStatement') return undefined;
		const { expression } = statement;
		// Otherwise the code has closed the parenthesis before it.
		const isOne =
			expression.type === 'ParenthesizedExpression' && expression.end === text.length;
		return isOne ? expression.expression : undefined;
	} catch {
		return undefined;
	}
}

/** All nodes of a tree, in the order of the code; a node comes before its parts. */
export function nodesIn(tree: AnyNode | undefined): AnyNode[] {
	const found: AnyNode[] = [];
	const left = tree ? [tree] : [];
	for (let node = left.pop(); node; node = left.pop()) {
		found.push(node);
		for (const part of Object.values(node).flat().reverse()) if (isNode(part)) left.push(part);
	}
	return found;
}

function isNode(part: unknown): part is AnyNode {
	return typeof part === 'object' && part !== null && 'type' in part;
}

/** Whether a node is a name by itself. */
export function isNamedNode(node: AnyNode, name: string): boolean {
	return node.type === 'Identifier' && node.name === name;
}

/** The keys to a value in an item's data. */
export type PlainPath = readonly string[];

/**
 * The steps into data that lead to a value: `.key`, `?.key`, `["key"]` and `[0]`. They begin after a
 * call, a computed key, or a name that every object has.
 */
export function stepsTo(node: AnyNode): { root: AnyNode; path: string[] } {
	const path: string[] = [];
	let root = node;
	while (root.type === 'MemberExpression') {
		const key = propertyKeyOf(root);
		if (key === undefined || key in Object.prototype) break;
		path.push(key);
		root = root.object;
	}
	return { root, path: path.reverse() };
}

/** The key of one step; undefined if it is computed. */
export function propertyKeyOf({
	computed,
	optional,
	property,
}: MemberExpression): string | undefined {
	if (!computed) return property.type === 'Identifier' ? property.name : undefined;
	if (optional || property.type !== 'Literal') return undefined;
	const { value, raw = '' } = property;
	if (typeof value === 'number') return /^\d+$/.test(raw) ? String(value) : undefined;
	return typeof value === 'string' && !raw.includes('\\') ? value : undefined;
}
