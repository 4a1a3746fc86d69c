import { parametersAt } from './functionParameters';
import {
	changefulMethods,
	firstOrLast,
	forbiddenProperties,
	harmlessSetters,
	knownData,
	knownFunctions,
	knownNames,
	knownObjects,
	madeByNew,
} from './names';
import { pathFrom } from './readPaths';
import { isSign, type Token } from './tokens';

/** Brackets by what they do: a call, a group, a list, an access, an object; and a condition. */
type Open = 'call' | 'group' | 'list' | 'access' | 'object' | 'condition';
const closedBy: Record<string, readonly Open[]> = {
	')': ['call', 'group'],
	']': ['list', 'access'],
	'}': ['object'],
};
const unary = new Set(['!', '~', '+', '-']);
const binary = new Set('+ - * / % ** == != === !== < > <= >= && || ?? & | ^ << >> >>>'.split(' '));

/**
 * Tells whether code speaks of its item alone: it goes through it from left to right, and knows whether a
 * value has to begin or may end.
 */
export class Judge {
	private at = 0;
	private readonly open: Open[] = [];
	/** Whether a value has to begin. */
	private begins = true;
	/** Whether what has just ended may be called: a property or a known name. */
	private mayBeCalled = false;
	/** Whether what has just ended are the item's data: a path without a call. */
	private isData = false;

	/**
	 * @param parameters the names of functions' parameters in the whole code
	 * @param paths gets what the code reads of its item
	 */
	constructor(
		private readonly tokens: readonly Token[],
		private readonly parameters: ReadonlySet<string>,
		private readonly paths: string[][],
	) {}

	isSound(): boolean {
		while (this.at < this.tokens.length) {
			if (!this.step(this.tokens[this.at] as Token)) return false;
		}
		return this.open.length === 0 && !this.begins;
	}

	private get before(): Token | undefined {
		return this.tokens[this.at - 1];
	}

	private get after(): Token | undefined {
		return this.tokens[this.at + 1];
	}

	private get inner(): Open | undefined {
		return this.open.at(-1);
	}

	private step(token: Token): boolean {
		if (this.isAtKey && !this.isKey(token) && !isSign(token, '...') && !isSign(token, '}')) {
			return false;
		}
		if (token.kind === 'sign') return this.sign(token.text);
		if (token.kind === 'name' && !this.begins) return this.wordBetween(token.text);
		if (!this.begins) return false;
		if (this.isAtKey) return this.move(2, true);
		switch (token.kind) {
			case 'name':
				return this.nameOfValue(token.text);
			case 'template':
				return (
					token.codes.every((code) =>
						new Judge(code, this.parameters, this.paths).isSound(),
					) && this.move(1, false)
				);
			default:
				return this.move(1, false);
		}
	}

	/** Goes on, to where a value begins or has ended. */
	private move(by: number, begins: boolean, mayBeCalled = false, isData = false): true {
		this.at += by;
		this.begins = begins;
		this.mayBeCalled = mayBeCalled;
		this.isData = isData;
		return true;
	}

	/** Whether a key of an object may stand here. */
	private get isAtKey(): boolean {
		return this.inner === 'object' && (isSign(this.before, '{') || isSign(this.before, ','));
	}

	private isKey({ kind }: Token): boolean {
		return (kind === 'name' || kind === 'string') && isSign(this.after, ':');
	}

	private wordBetween(word: string): boolean {
		return (word === 'in' || word === 'instanceof') && this.move(1, true);
	}

	private nameOfValue(name: string): boolean {
		const parameters = parametersAt(this.tokens, this.at);
		if (parameters) return this.takeParameters(parameters);
		if (name === 'typeof') return this.move(1, true);
		if (name === 'new') return this.making();
		if (name === '$') return this.nodeItem();
		if (knownFunctions.has(name)) return isSign(this.after, '(') && this.move(1, false, true);
		// Called as a function, it gives the present.
		if (name === 'Date' && isSign(this.after, '(')) return false;
		if (knownObjects.has(name)) return this.isProperty() && this.move(1, false);
		if (name === '$json') this.paths.push(pathFrom(this.tokens.slice(this.at + 1)));
		const isKnown = knownData.has(name) || knownNames.has(name) || this.parameters.has(name);
		return isKnown && this.move(1, false, true, name === '$json');
	}

	/** Whether a property follows, which is not called. */
	private isProperty(): boolean {
		return isSign(this.after, '.') && !isSign(this.tokens[this.at + 3], '(');
	}

	private takeParameters({ names, length }: { names: string[]; length: number }): boolean {
		// A name with a dollar could hide what n8n means by it, one with two lines what we mean.
		return names.every((name) => isOrdinary(name)) && this.move(length, true);
	}

	private making(): boolean {
		const made = this.after;
		if (made?.kind !== 'name' || !madeByNew.has(made.text)) return false;
		const isDate = made.text === 'Date';
		if (isDate && !isSign(this.tokens[this.at + 2], '(')) return false;
		if (isDate && isSign(this.tokens[this.at + 3], ')')) return false;
		return this.move(2, false, true);
	}

	/** `$("Node").first()`, with nothing else in it. */
	private nodeItem(): boolean {
		const [open, node, close, point, method, call, end] = this.tokens.slice(this.at + 1);
		return (
			isSign(open, '(') &&
			node?.kind === 'string' &&
			isSign(close, ')') &&
			isSign(point, '.') &&
			method?.kind === 'name' &&
			firstOrLast.has(method.text) &&
			isSign(call, '(') &&
			isSign(end, ')') &&
			this.move(8, false)
		);
	}

	private sign(text: string): boolean {
		const closes = closedBy[text];
		if (closes) return this.close(text, closes);
		switch (text) {
			case '(':
				return this.parenthesis();
			case '[':
				if (!this.begins) return this.access();
				this.open.push('list');
				return this.move(1, true);
			case '{':
				this.open.push('object');
				return this.begins && !isSign(this.before, '=>') && this.move(1, true);
			case '.':
			case '?.':
				return !this.begins && this.property();
			case '...':
				return this.isSpread() && this.move(1, true);
			case ',':
				return !this.begins && this.isList() && this.move(1, true);
			case '?':
				this.open.push('condition');
				return !this.begins && this.move(1, true);
			case ':':
				return !this.begins && this.open.pop() === 'condition' && this.move(1, true);
			default:
				return (this.begins ? unary : binary).has(text) && this.move(1, true);
		}
	}

	private parenthesis(): boolean {
		const parameters = this.begins ? parametersAt(this.tokens, this.at) : undefined;
		if (parameters) return this.takeParameters(parameters);
		if (!this.begins && !this.mayBeCalled) return false;
		this.open.push(this.begins ? 'group' : 'call');
		return this.move(1, true);
	}

	private close(text: string, closes: readonly Open[]): boolean {
		const opened = this.open.pop();
		if (!opened || !closes.includes(opened)) return false;
		const isEmpty = this.begins;
		const mayBeEmpty = opened === 'call' || opened === 'list' || opened === 'object';
		const opening = { ')': '(', ']': '[', '}': '{' }[text] as string;
		if (isEmpty && !(mayBeEmpty && isSign(this.before, opening))) return false;
		return this.move(1, false);
	}

	private property(): boolean {
		const name = this.after;
		if (name?.kind !== 'name' || !isAllowed(name.text)) return false;
		const isCalled = isSign(this.tokens[this.at + 2], '(');
		const isData = this.isData && !isCalled;
		if (isChangeful(name.text) && !isData) return false;
		return this.move(2, false, true, isData);
	}

	private access(): boolean {
		const [key, end] = this.tokens.slice(this.at + 1);
		this.open.push('access');
		if (key?.kind === 'string' && isSign(end, ']')) {
			return (
				!key.text.includes('\\') && isAllowed(key.text.slice(1, -1)) && this.move(1, true)
			);
		}
		// n8n rewrites code with `?.` so that a computed key is lost.
		const isFound = key?.kind === 'number' || !this.tokens.some((one) => isSign(one, '?.'));
		return isFound && this.move(1, true);
	}

	private isSpread(): boolean {
		return (
			this.begins && this.isList() && ['(', '[', '{', ','].some((t) => isSign(this.before, t))
		);
	}

	private isList(): boolean {
		return this.inner === 'call' || this.inner === 'list' || this.inner === 'object';
	}
}

function isOrdinary(name: string): boolean {
	return !/^(?:\$|__)/.test(name) && name !== 'global' && name !== 'window';
}

function isAllowed(property: string): boolean {
	return !property.startsWith('__') && !forbiddenProperties.has(property);
}

function isChangeful(method: string): boolean {
	return (
		changefulMethods.has(method) || (/^set[A-Z]/.test(method) && !harmlessSetters.has(method))
	);
}
