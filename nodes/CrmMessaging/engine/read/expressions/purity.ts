import type {
	AnyNode,
	AssignmentProperty,
	ArrowFunctionExpression,
	CallExpression,
	Expression,
	MemberExpression,
	NewExpression,
	Property,
} from 'acorn';
import { cached } from '../../../fields/cached';
import { expressionParts } from '../../../n8n/expressions';
import { isExpression } from './plainPath';
import {
	calledFunctions,
	changingMethods,
	isDataKey,
	isHarmlessProperty,
	isKnownName,
	pureClasses,
	pureFunctions,
	pureMethods,
	pureValues,
	sharedData,
	staticFunctions,
} from './pureNames';
import {
	isNamedNode,
	nodesIn,
	propertyKeyOf,
	rememberedCode,
	stepsTo,
	treeOf,
	type PlainPath,
} from './syntax';

/** Code that depends only on its own item and on shared data: one call evaluates it for many items. */
export interface PureCode {
	/** The code as a batch evaluates it. */
	code: string;
	/** The paths it reads of its item; an empty path is the whole item. */
	reads: readonly PlainPath[];
}

/** @returns undefined if the code may be impure, so that n8n must evaluate it item by item */
export const pureCodeOf = cached(pureCode, rememberedCode);

function pureCode(code: string): PureCode | undefined {
	const tree = treeOf(code);
	// n8n reads a leading brace differently.
	if (tree === undefined || /^\s*\{/.test(code) || n8nOverlooksMethods(code)) return undefined;
	const checker = new PurityChecker();
	if (!checker.isPure(tree)) return undefined;
	const { reads, lookedUp } = checker;
	const hasOptional = nodesIn(tree).some(({ type }) => type === 'ChainExpression');
	// n8n's rewriting of `?.` loses a computed key.
	if (lookedUp.length > 0 && hasOptional) return undefined;
	return { code: withoutMethods(code, lookedUp), reads };
}

/**
 * A key that code computes may lead to any method. The batch's `__data` leaves such an item to n8n.
 *
 * @param lookedUp parts of the code; their positions count the parenthesis that `treeOf` adds
 */
function withoutMethods(code: string, lookedUp: readonly MemberExpression[]): string {
	return lookedUp
		.flatMap(({ start, end }) => [
			{ at: start - 1, text: '__data(' },
			{ at: end - 1, text: ')' },
		])
		.sort((one, other) => other.at - one.at)
		.reduce((done, { at, text }) => done.slice(0, at) + text + done.slice(at), code);
}

/** A parameter name that shadows nothing of n8n's or ours. */
const ordinaryName = /^(?!__|global$|window$)[A-Za-z_]\w*$/;
const constantName = /^[A-Z][A-Z\d_]*$/;
const pureOperators: ReadonlySet<string> = new Set(['-', '+', '!', '~', 'typeof']);
/** No person nests code deeper. */
const deepest = 300;

/** Walks a syntax tree. Any syntax and any name that it doesn't know is impure. */
class PurityChecker {
	readonly reads: PlainPath[] = [];
	/** Values that are read with computed keys. */
	readonly lookedUp: MemberExpression[] = [];
	/** The parameters of the functions around. */
	private parameters: readonly string[] = [];
	private depth = 0;

	isPure(node: AnyNode | null): boolean {
		if (node === null || this.depth === deepest) return false;
		this.depth++;
		const isPure = this.isPureNode(node);
		this.depth--;
		return isPure;
	}

	private arePure(nodes: ReadonlyArray<AnyNode | null>): boolean {
		return nodes.every((node) => this.isPure(node));
	}

	private isPureNode(node: AnyNode): boolean {
		switch (node.type) {
			case 'Literal':
				return typeof node.value !== 'bigint';
			case 'TemplateLiteral':
				// n8n rewrites line breaks in templates.
				if (node.quasis.some(({ value }) => value.raw.includes('\n'))) return false;
				return this.arePure(node.expressions);
			case 'Identifier':
				return this.isPureName(node.name);
			case 'MemberExpression':
				return this.isPureMember(node);
			case 'CallExpression':
				return this.arePure(node.arguments) && this.isPureCall(node);
			case 'NewExpression':
				return this.arePure(node.arguments) && isPureNew(node);
			case 'ArrowFunctionExpression':
				return this.isPureFunction(node);
			case 'ParenthesizedExpression':
			case 'ChainExpression':
				return this.isPure(node.expression);
			case 'ArrayExpression':
				return this.arePure(node.elements);
			case 'ObjectExpression':
				return this.arePure(node.properties);
			case 'Property':
				return this.isPureEntry(node);
			case 'SpreadElement':
				return this.isPure(node.argument);
			case 'UnaryExpression':
				return pureOperators.has(node.operator) && this.isPure(node.argument);
			case 'BinaryExpression':
				if (node.operator !== 'instanceof') return this.arePure([node.left, node.right]);
				return this.isPure(node.left) && isClass(node.right);
			case 'LogicalExpression':
				return this.arePure([node.left, node.right]);
			case 'ConditionalExpression':
				return this.arePure([node.test, node.consequent, node.alternate]);
			default:
				return false;
		}
	}

	private isPureName(name: string): boolean {
		if (name === '$json') this.reads.push([]);
		const isData = name === '$json' || pureValues.has(name);
		return isData || pureFunctions.has(name) || this.parameters.includes(name);
	}

	private isPureMember(node: MemberExpression): boolean {
		const { root, path } = stepsTo(node);
		if (isNamedNode(root, '$json')) {
			this.reads.push(path);
			// An item has no methods, but a list in it has.
			return path.every((key, at) => isDataKey(key) && (at === 0 || isHarmlessProperty(key)));
		}
		const key = propertyKeyOf(node);
		if (key === undefined) return this.isLookUp(node);
		if (isStatic(node)) return true;
		const isShared = !node.computed && isNameOf(node.object, sharedData);
		return isHarmlessProperty(key) && (isShared || this.isPure(node.object));
	}

	private isLookUp(node: MemberExpression): boolean {
		this.lookedUp.push(node);
		return node.computed && this.arePure([node.object, node.property]);
	}

	private isPureCall({ callee, arguments: values, optional }: CallExpression): boolean {
		if (optional) return false;
		if (isNameOf(callee, pureFunctions) || isNameOf(callee, calledFunctions)) return true;
		if (callee.type !== 'MemberExpression' || callee.computed) return false;
		if (isStatic(callee)) return true;
		const name = propertyKeyOf(callee) ?? '';
		const isItem = ['first', 'last'].includes(name) && values.length === 0;
		if (isItem && isOtherNode(callee.object)) return true;
		return pureMethods.has(name) && this.isPure(callee.object);
	}

	private isPureFunction({ async, body, expression, params }: ArrowFunctionExpression): boolean {
		const names = params.flatMap((one) => (one.type === 'Identifier' ? one.name : ''));
		const areOrdinary = names.every((name) => ordinaryName.test(name) && !isKnownName(name));
		if (async || !expression || !areOrdinary) return false;
		const outer = this.parameters;
		this.parameters = [...outer, ...names];
		const isPure = this.isPure(body);
		this.parameters = outer;
		return isPure;
	}

	/** An entry of an object; `__proto__` would lend it methods. */
	private isPureEntry(entry: Property | AssignmentProperty): boolean {
		const { key, value, kind, method, computed } = entry;
		if (kind !== 'init' || method || !this.isPure(value)) return false;
		if (computed) return this.isPure(key);
		if (key.type === 'Identifier') return isDataKey(key.name);
		return key.type === 'Literal' && isDataKey(String(key.value));
	}
}

function isNameOf(node: AnyNode, names: ReadonlySet<string>): boolean {
	return node.type === 'Identifier' && names.has(node.name);
}

function isPureNew({ callee, arguments: values }: NewExpression): boolean {
	if (callee.type === 'MemberExpression')
		return isNamedNode(callee.object, 'Intl') && isStatic(callee);
	// A date without arguments, of which a spread may have none, is the current time.
	const hasValue = values.length > 0 && values[0]?.type !== 'SpreadElement';
	return isNameOf(callee, pureClasses) && (hasValue || !isNamedNode(callee, 'Date'));
}

/** Whether it is a known function or constant of a class or namespace. */
function isStatic({ object, property, computed }: MemberExpression): boolean {
	if (computed || object.type !== 'Identifier' || property.type !== 'Identifier') return false;
	if (!Object.hasOwn(staticFunctions, object.name)) return false;
	const isFunction = staticFunctions[object.name]?.has(property.name) === true;
	return isFunction || constantName.test(property.name);
}

function isClass(node: Expression): boolean {
	return node.type === 'Identifier' && isKnownName(node.name);
}

/** `$("Node")`, whose first and last items are the same for all items. */
function isOtherNode(node: AnyNode): boolean {
	if (node.type !== 'CallExpression' || !isNamedNode(node.callee, '$')) return false;
	const [name, ...others] = node.arguments;
	return name?.type === 'Literal' && typeof name.value === 'string' && others.length === 0;
}

/**
 * n8n detects its own methods in code without its first quoted text. A method hidden by that text
 * doesn't exist for n8n, but would within other code.
 */
function n8nOverlooksMethods(code: string): boolean {
	const [, , hidden = ''] = /("|')(.*?)("|')/.exec(code) ?? [];
	return /\$if|\.\s*\w+\s*(?:\?\.\s*)?\(/.test(hidden);
}

/** An assignment, but not a comparison or arrow function. */
const assignment = /(?<![=!<>])=(?![=>])|<<=|>>=|\+\+|--/;

/**
 * Whether an expression in raw parameters may change its item, as `$json.tags.sort()` does in n8n's
 * legacy engine. Other expressions then depend on the order of evaluation.
 */
export function mayChangeItems(raw: unknown): boolean {
	if (typeof raw === 'object' && raw !== null) return Object.values(raw).some(mayChangeItems);
	if (!isExpression(raw)) return false;
	const parts = expressionParts(raw) ?? [{ code: raw.slice(1) }];
	return parts.some((part) => 'code' in part && isChanging(part.code));
}

function isChanging(code: string): boolean {
	if (pureCodeOf(code)) return false;
	const found = code.match(/\w+/g) ?? [];
	return assignment.test(code) || found.some((word) => changingMethods.has(word));
}
