import type { INodeExecutionData } from 'n8n-workflow';
import { isBlank } from '../fields/values';
import { nearestName, plainForm, typoOf } from '../fields/words';
import { isPlainObject, stepsAt } from './expressions/plainPath';
import { isKnownName } from './expressions/purity';
import { isSign, tokensOf, type Token } from './expressions/tokens';

/** Items to search for names. */
const itemsForNames = 100;

/** The data that code may have meant. */
export class KnownFields {
	private readonly data: readonly unknown[];
	private readonly namesByPath = new Map<string, string[]>();

	constructor(items: readonly INodeExecutionData[]) {
		this.data = items.slice(0, itemsForNames).map(({ json }) => json);
	}

	/** The names of the items' fields. */
	get names(): string[] {
		return this.namesAt([]);
	}

	/**
	 * Finds the field that code without a result probably means.
	 *
	 * @param isCertain whether only a typo counts, since the field may also be missing on purpose
	 * @returns code that reads it; undefined if there is none, or the code already reads it
	 */
	meantBy(code: string, isCertain: boolean): string | undefined {
		const tokens = (tokensOf(code) ?? []).flatMap(withInner);
		for (let index = 0; index < tokens.length; index++) {
			const path = this.pathMeantAt(tokens, index, isCertain);
			if (path && (!isCertain || this.holdsValue(path))) return writtenPath(path);
		}
		return undefined;
	}

	/** The field that has a name, however it is written, and code that reads it. */
	named(name: string): string | undefined {
		const plain = plainForm(name);
		if (plain === '') return undefined;
		for (const path of [[], ...this.names.map((outer) => [outer])]) {
			const found = this.namesAt(path).find((one) => plainForm(one) === plain);
			if (found !== undefined) return writtenPath([...path, found]);
		}
		return undefined;
	}

	private pathMeantAt(
		tokens: readonly Token[],
		index: number,
		isCertain: boolean,
	): string[] | undefined {
		const token = tokens[index];
		if (token?.kind !== 'name' && token?.kind !== 'property') return undefined;
		const { path, end } = stepsAt(tokens, index + 1);
		if (token.text === '$json') return this.corrected(path, isCertain);
		const isJson = token.text === 'json';
		// `json` of another node, or of `$input`.
		if (token.kind === 'property') {
			return isJson && !isCertain
				? (this.corrected(path, false) ?? this.existing(path))
				: undefined;
		}
		if (token.text.startsWith('$') || isKnownName(token.text)) return undefined;
		if (isSign(tokens[index + 1], '(') || isSign(tokens[index + 1], '=>')) return undefined;
		if (isSign(tokens[end], '=>')) return undefined;
		const bare = isJson ? path : [token.text, ...path];
		return this.existing(bare) ?? this.corrected(bare, isCertain);
	}

	/** A path if some item has a value there. */
	private existing(path: string[]): string[] | undefined {
		return path.length > 0 && this.holdsValue(path) ? path : undefined;
	}

	/** The path with its first unknown name corrected. */
	private corrected(path: readonly string[], isCertain: boolean): string[] | undefined {
		const depth = path.findIndex((key, at) => !this.namesAt(path.slice(0, at)).includes(key));
		if (depth < 0) return undefined;
		const before = path.slice(0, depth);
		const names = this.namesAt(before);
		const key = path[depth] as string;
		const near = isCertain ? typoOf(key, names) : nearestName(key, names);
		if (near !== undefined) {
			const found = [...before, near];
			if (this.namesAt(found).length === 0) return found;
			const whole = [...found, ...path.slice(depth + 1)];
			return this.corrected(whole, isCertain) ?? whole;
		}
		return isCertain ? undefined : this.elsewhere(path.at(-1) as string, before, names);
	}

	/** The same name one level deeper, or at the top. */
	private elsewhere(
		key: string,
		before: readonly string[],
		names: readonly string[],
	): string[] | undefined {
		const last = plainForm(key);
		for (const outer of [...names.map((name) => [...before, name]), []]) {
			const inner = this.namesAt(outer).find((name) => plainForm(name) === last);
			if (inner !== undefined) return [...outer, inner];
		}
		return undefined;
	}

	private holdsValue(path: readonly string[]): boolean {
		return this.data.some((one) => {
			const value = valueAt(one, path);
			return !isBlank(value) && !isPlainObject(value);
		});
	}

	private namesAt(path: readonly string[]): string[] {
		const key = JSON.stringify(path);
		const known = this.namesByPath.get(key) ?? this.findNamesAt(path);
		this.namesByPath.set(key, known);
		return known;
	}

	private findNamesAt(path: readonly string[]): string[] {
		const found = this.data.flatMap((one) => {
			const value = valueAt(one, path);
			if (!isPlainObject(value) && !Array.isArray(value)) return [];
			return Object.entries(value).flatMap(([name, inner]) =>
				inner === undefined ? [] : name,
			);
		});
		return [...new Set(found)];
	}
}

function withInner(token: Token): Token[] {
	return token.kind === 'template' ? token.codes.flat().flatMap(withInner) : [token];
}

/** Code that reads a path of the item. */
function writtenPath(path: readonly string[]): string {
	const steps = path.map((key) => {
		if (/^[A-Za-z_]\w*$/.test(key)) return `.${key}`;
		return /^\d+$/.test(key) ? `[${key}]` : `[${JSON.stringify(key)}]`;
	});
	return `$json${steps.join('')}`;
}

/** The value at the end of a path, or undefined. */
function valueAt(data: unknown, path: readonly string[]): unknown {
	let value = data;
	for (const key of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
			return undefined;
		value = (value as Record<string, unknown>)[key];
	}
	return value;
}
