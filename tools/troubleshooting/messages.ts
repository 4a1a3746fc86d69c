/**
 * Everything the package can say when something is wrong or worth knowing: whatever its source holds
 * in words and is not a text of the form.
 */
import { relative } from 'node:path';
import * as ts from 'typescript';
import type { PackageSource } from './source';
import { fixedWords, gap, isWrapper, Texts } from './texts';

/** A message of the package. */
export interface Message {
	/** What it says, with … for what changes. */
	text: string;
	/** What it advises beside it. */
	advice: string[];
	/** The file that says it, from the root of the repository. */
	file: string;
	/** What it is given to: the class of an error, the called function, or the property's name. */
	givenTo: string;
}

/** Properties that hold what the form shows, and not a message. */
const formTexts = new Set([
	'action',
	'default',
	'description',
	'displayName',
	'format',
	'label',
	'name',
	'placeholder',
	'waitingNodeTooltip',
]);

/** The property that says what to do, and those beside it that say what happened. */
const advice = 'advice';
const saidBesideAdvice = ['message', 'what'];

/** Where nothing but forms and the service's own words are declared. */
const formFiles = /\/(editor|service\/fields)\/|\/headings\.ts$|\.node\.ts$/;

/** Words from which on a text counts as a message, where it is not given to an error. */
const fewestWords = 3;

/**
 * Collects the messages of some sources.
 *
 * @param root what their paths are told from
 */
export function messagesIn({ files, checker }: PackageSource, root: string): Message[] {
	const texts = new Texts(checker);
	const found = files.flatMap((file) => {
		const path = relative(root, file.fileName);
		const all = spoken(file).map((node) => ({ node, path }));
		return formFiles.test(`/${path}`)
			? all.filter(({ node }) => isError(receiverOf(node)))
			: all;
	});
	const said = found.map(({ node, path }) => ({
		node,
		file: path,
		givenTo: receiverOf(node),
		texts: texts.of(node).map((text) => text + statusOf(node)),
		advice: adviceBeside(node).flatMap((expression) => texts.of(expression).filter(Boolean)),
	}));
	const messages = said
		.filter((one) => !texts.parts.has(one.node) || one.advice.length > 0)
		.flatMap(({ texts: all, file, givenTo, advice: beside }) =>
			all
				.filter((text) => isSentence(text) || (isError(givenTo) && fixedWords(text) > 0))
				.map((text) => ({ text: whole(text), advice: beside, file, givenTo })),
		);
	return withoutRepeats(messages);
}

/** Whether it is said as an error, and not as a hint. */
export function isError(givenTo: string): boolean {
	return /^[A-Z]\w*Error$/.test(givenTo);
}

/** The expressions of a file that say something, each with the texts it is made of. */
function spoken(file: ts.SourceFile): ts.Expression[] {
	const found = new Set<ts.Expression>();
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
		if (ts.isObjectLiteralExpression(node)) advised(node).forEach((one) => found.add(one));
		if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
			const top = outermost(node);
			if (isSaid(top)) found.add(top);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return [...found];
}

/** What an object says beside its advice, also where it only names a text. */
function advised({ properties }: ts.ObjectLiteralExpression): ts.Expression[] {
	if (!properties.some((one) => one.name?.getText() === advice)) return [];
	return properties.flatMap((one) => {
		if (!one.name || !saidBesideAdvice.includes(one.name.getText())) return [];
		if (ts.isShorthandPropertyAssignment(one)) return one.name;
		return ts.isPropertyAssignment(one) ? one.initializer : [];
	});
}

/** The largest expression that says what this text is a part of. */
function outermost(node: ts.Expression): ts.Expression {
	const { parent } = node;
	if (ts.isTemplateSpan(parent)) return outermost(parent.parent);
	const isBranch = ts.isConditionalExpression(parent) && parent.condition !== node;
	if (isBranch || isWrapper(parent) || isJoin(parent)) return outermost(parent);
	return node;
}

function isJoin(node: ts.Node): node is ts.BinaryExpression {
	if (!ts.isBinaryExpression(node)) return false;
	const { kind } = node.operatorToken;
	return [
		ts.SyntaxKind.PlusToken,
		ts.SyntaxKind.QuestionQuestionToken,
		ts.SyntaxKind.BarBarToken,
	].includes(kind);
}

function isSaid(node: ts.Expression): boolean {
	const { parent } = node;
	if (isListOfWords(node)) return false;
	if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) {
		const name = parent.name.getText();
		return !formTexts.has(name) && name !== advice;
	}
	// Only the first words are said; what follows tells hints of one kind apart.
	if (ts.isCallExpression(parent) && parent.arguments[0] !== node) return isSaidSecond(parent);
	return true;
}

/** Whether a text, or a list of texts, is there to be split: its words are names and no sentence. */
function isListOfWords(node: ts.Expression): boolean {
	const list = ts.isArrayLiteralExpression(node.parent) ? node.parent : node;
	const use = list.parent;
	if (ts.isCallExpression(use) && use.expression.getText() === 'words') return true;
	return (
		ts.isPropertyAccessExpression(use) &&
		ts.isCallExpression(use.parent) &&
		/\bsplit\(/.test(use.parent.getText().slice(list.getText().length))
	);
}

/** Functions that are given what they say after what it is about. */
const saysSecond = ['hintAt', 'unreadableAnswer', 'unread'];

function isSaidSecond({ expression }: ts.CallExpression): boolean {
	return saysSecond.includes(expression.getText());
}

function receiverOf(node: ts.Expression): string {
	const { parent } = node;
	if (ts.isNewExpression(parent)) return parent.expression.getText();
	if (ts.isCallExpression(parent)) return parent.expression.getText();
	if (ts.isPropertyAssignment(parent)) return parent.name.getText();
	return '';
}

function adviceBeside({ parent }: ts.Expression): ts.Expression[] {
	if (!ts.isPropertyAssignment(parent) && !ts.isShorthandPropertyAssignment(parent)) return [];
	return parent.parent.properties.flatMap((property) =>
		ts.isPropertyAssignment(property) && property.name.getText() === advice
			? [property.initializer]
			: [],
	);
}

/** The status of an answer whose meaning this is, where it is declared by its status. */
function statusOf({ parent }: ts.Expression): string {
	const owner = parent.parent.parent;
	if (!ts.isPropertyAssignment(parent) || !ts.isPropertyAssignment(owner)) return '';
	return ts.isNumericLiteral(owner.name) ? ` (HTTP ${owner.name.text})` : '';
}

/** Whether it is more than a label, whose words begin with capitals, or an expression for n8n. */
function isSentence(text: string): boolean {
	const isExpression = /^=?\{\{/.test(text);
	return (
		!isExpression && fixedWords(text) >= fewestWords && /(^|\s)(?!for\b)\p{Ll}{3}/u.test(text)
	);
}

/** What begins in the middle of a sentence follows a name, such as that of a field. */
function whole(text: string): string {
	return /^[a-z]/.test(text) ? `${gap} ${text}` : text;
}

/** Each message once, with all that is advised beside it. */
function withoutRepeats(messages: readonly Message[]): Message[] {
	const known = new Map<string, Message>();
	for (const message of messages) {
		const same = known.get(message.text);
		const all = [...(same?.advice ?? []), ...message.advice];
		known.set(message.text, { ...(same ?? message), advice: [...new Set(all)] });
	}
	return [...known.values()];
}
