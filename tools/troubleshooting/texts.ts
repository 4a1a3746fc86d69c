/** What an expression of the source can say, with … for what is only known at run time. */
import * as ts from 'typescript';

/** Stands for what changes from case to case. */
export const gap = '…';

/** Ways in which one expression can end up; more would be a list nobody reads. */
const mostAlternatives = 12;

const deepest = 6;

/** Calls whose result a person sees in quotation marks. */
const quoted = 'quote';

/** Counts the words of a text that stand fixed in the source; code, keys and abbreviations are none. */
export function fixedWords(text: string): number {
	return text.split(' ').filter((word) => /^[“(]?\p{L}*\p{Ll}[\p{L}’-]*[.,;:?!”)…]*$/u.test(word))
		.length;
}

/** Whether a text is a part of a sentence that is worth naming, and not just another form of a word. */
function isPhrase(text: string): boolean {
	return fixedWords(text) >= 3;
}

/** Reads texts, following names to where they are declared. */
export class Texts {
	/** Expressions that were read as a part of others. */
	readonly parts = new Set<ts.Node>();

	constructor(private readonly checker: ts.TypeChecker) {}

	/** Everything an expression can say. */
	of(expression: ts.Expression, depth = 0): string[] {
		const found = [...new Set(this.read(expression, depth).map(tidy))];
		if (found.length > mostAlternatives) {
			throw new Error(`${expression.getText()} can say ${found.length} things; cut it`);
		}
		return found;
	}

	private read(node: ts.Expression, depth: number): string[] {
		if (depth > deepest) return [gap];
		if (ts.isStringLiteralLike(node)) return [node.text];
		if (ts.isTemplateExpression(node)) {
			return node.templateSpans.reduce(
				(heads, { expression, literal }) =>
					joined(
						heads,
						this.inside(expression, depth).map((text) => text + literal.text),
					),
				[node.head.text],
			);
		}
		if (ts.isConditionalExpression(node)) {
			// One and several say the same; people mostly see several.
			if (/=== 1$/.test(node.condition.getText())) return this.of(node.whenFalse, depth);
			return [...this.of(node.whenTrue, depth), ...this.of(node.whenFalse, depth)];
		}
		if (ts.isBinaryExpression(node)) return this.ofBinary(node, depth);
		if (isWrapper(node)) return this.of(node.expression, depth);
		if (ts.isCallExpression(node)) return this.ofCall(node, depth);
		return this.ofNamed(node, depth);
	}

	/** What a placeholder of a template holds: what it says where that is fixed, else a gap. */
	private inside(expression: ts.Expression, depth: number): string[] {
		const texts = this.of(expression, depth + 1);
		return texts.length === 1 || texts.some(isPhrase) ? texts : [gap];
	}

	private ofBinary(node: ts.BinaryExpression, depth: number): string[] {
		const [left, right] = [this.of(node.left, depth), this.of(node.right, depth)];
		if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return joined(left, right);
		return [...left, ...right.filter(Boolean)];
	}

	private ofCall(node: ts.CallExpression, depth: number): string[] {
		if (node.expression.getText() === quoted) return [`“${gap}”`];
		const entries = this.entriesOfMap(node);
		if (entries) return entries.flatMap((value) => this.ofPart(value, depth));
		const declaration = this.declarationOf(node.expression);
		const returned =
			declaration && ts.isFunctionDeclaration(declaration) ? returns(declaration) : [];
		const texts = returned.flatMap((expression) => this.of(expression, depth + 1));
		const isOneText = texts.length === 1 && fixedWords(texts[0]!) > 0;
		if (!isOneText && !texts.some(isPhrase)) return [gap];
		for (const expression of returned) this.parts.add(expression);
		return texts;
	}

	/** What a map that is declared with its entries can give, where a call asks one for a value. */
	private entriesOfMap({ expression }: ts.CallExpression): ts.Expression[] | undefined {
		if (!ts.isPropertyAccessExpression(expression)) return undefined;
		const map = this.valueOf(expression.expression);
		const [entries] = map && ts.isNewExpression(map) ? (map.arguments ?? []) : [];
		if (!entries || !ts.isArrayLiteralExpression(entries)) return undefined;
		return entries.elements.flatMap((entry) =>
			ts.isArrayLiteralExpression(entry) ? (entry.elements[1] ?? []) : [],
		);
	}

	private ofNamed(node: ts.Expression, depth: number): string[] {
		if (ts.isElementAccessExpression(node)) {
			const list = this.valueOf(node.expression);
			if (!list || !ts.isObjectLiteralExpression(list)) return [gap];
			const values = list.properties.flatMap((one) => initializerOf(one) ?? []);
			return values.flatMap((value) => this.ofPart(value, depth));
		}
		const value = this.valueOf(node);
		return value ? this.ofPart(value, depth) : [gap];
	}

	/** What a name, or a property of one, is declared as. */
	private valueOf(node: ts.Expression): ts.Expression | undefined {
		if (ts.isPropertyAccessExpression(node)) {
			const object = this.valueOf(node.expression);
			return object && propertyIn(object, node.name.text);
		}
		const declaration = this.declarationOf(node);
		if (!declaration) return undefined;
		if (!ts.isBindingElement(declaration)) return initializerOf(declaration);
		const pattern = declaration.parent.parent;
		const object = ts.isVariableDeclaration(pattern) && initializerOf(pattern);
		const source = object && (this.valueOf(object) ?? object);
		const { propertyName = declaration.name } = declaration;
		return source ? propertyIn(source, propertyName.getText()) : undefined;
	}

	private ofPart(value: ts.Expression, depth: number): string[] {
		this.parts.add(value);
		return this.of(value, depth + 1);
	}

	private declarationOf(node: ts.Expression): ts.Declaration | undefined {
		if (!ts.isIdentifier(node)) return undefined;
		const symbol = ts.isShorthandPropertyAssignment(node.parent)
			? this.checker.getShorthandAssignmentValueSymbol(node.parent)
			: this.checker.getSymbolAtLocation(node);
		const isAlias = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
		return (isAlias ? this.checker.getAliasedSymbol(symbol) : symbol)?.declarations?.[0];
	}
}

type Wrapper = ts.Expression & { expression: ts.Expression };

/** Whether an expression says what the one in it says. */
export function isWrapper(node: ts.Node): node is Wrapper {
	return (
		ts.isParenthesizedExpression(node) ||
		ts.isAsExpression(node) ||
		ts.isSatisfiesExpression(node) ||
		ts.isNonNullExpression(node)
	);
}

function initializerOf(declaration: ts.Node): ts.Expression | undefined {
	if (!ts.isPropertyAssignment(declaration) && !ts.isVariableDeclaration(declaration)) {
		return undefined;
	}
	return declaration.initializer && unwrapped(declaration.initializer);
}

function unwrapped(node: ts.Expression): ts.Expression {
	return isWrapper(node) ? unwrapped(node.expression) : node;
}

/** A property of an object that is written out, also inside what it spreads. */
function propertyIn(object: ts.Expression, name: string): ts.Expression | undefined {
	if (!ts.isObjectLiteralExpression(object)) return undefined;
	for (const property of object.properties) {
		const found = ts.isSpreadAssignment(property)
			? propertyIn(unwrapped(property.expression), name)
			: property.name.getText() === name && initializerOf(property);
		if (found) return found;
	}
	return undefined;
}

function returns(declaration: ts.FunctionDeclaration): ts.Expression[] {
	const found: ts.Expression[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
		if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
	};
	if (declaration.body) ts.forEachChild(declaration.body, visit);
	return found;
}

function joined(heads: readonly string[], tails: readonly string[]): string[] {
	return heads.flatMap((head) => tails.map((tail) => head + tail));
}

function tidy(text: string): string {
	return text.replace(/…(\s?…)+/g, gap).replace(/\s+/g, ' ');
}
