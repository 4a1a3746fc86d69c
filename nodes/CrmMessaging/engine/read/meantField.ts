import type { AnyNode } from 'acorn';
import type { INodeExecutionData } from 'n8n-workflow';
import { isBlank } from '../../fields/values';
import { nearestName, plainForm, typoOf } from '../../fields/words';
import { isPlainObject } from './expressions/plainPath';
import { isKnownName } from './expressions/pureNames';
import { nodesIn, stepsTo, treeOf } from './expressions/syntax';

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
		for (const { name, path: steps } of pathsIn(code)) {
			const path = this.pathMeantBy(name, steps, isCertain);
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

	private pathMeantBy(
		name: string | undefined,
		path: string[],
		isCertain: boolean,
	): string[] | undefined {
		if (name === '$json') return this.corrected(path, isCertain);
		if (name === undefined || name.startsWith('$') || isKnownName(name)) {
			// `json` of another node, or of `$input`.
			const json = path.indexOf('json');
			if (isCertain || json < 0) return undefined;
			const own = path.slice(json + 1);
			return this.corrected(own, false) ?? this.existing(own);
		}
		const bare = name === 'json' ? path : [name, ...path];
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

/** Data that code reads: steps from a name, or without one from another value, as `$("Node")` is. */
interface ReadPath {
	name?: string;
	path: string[];
}

function pathsIn(code: string): ReadPath[] {
	const found: ReadPath[] = [];
	const parameters = new Set<string>();
	/** Nodes that are no data by themselves. */
	const parts = new Set<AnyNode>();
	for (const node of nodesIn(treeOf(code))) {
		if (node.type === 'MemberExpression' && !node.computed) parts.add(node.property);
		if (node.type === 'CallExpression' || node.type === 'NewExpression') parts.add(node.callee);
		if (node.type === 'Property' && !node.computed && !node.shorthand) parts.add(node.key);
		if (node.type === 'ArrowFunctionExpression') {
			for (const one of node.params) if (one.type === 'Identifier') parameters.add(one.name);
		}
		if (parts.has(node)) continue;
		const { root, path } = stepsTo(node);
		for (let inner = node; inner !== root && inner.type === 'MemberExpression';) {
			inner = inner.object;
			parts.add(inner);
		}
		if (root.type !== 'Identifier') found.push({ path });
		else if (!parameters.has(root.name)) found.push({ name: root.name, path });
	}
	return found;
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
