import type { INodeExecutionData } from 'n8n-workflow';
import { nearestName } from '../../../fields/words';
import type { LinkedReader, LinkedItem } from '../../../n8n/expressions';

const root =
	/^\$(?:json|(?:input|\(("[^"\\\n]*"|'[^'\\\n]*')\))\.(item|first\(\)|last\(\))\.json|node\[("[^"\\\n]*"|'[^'\\\n]*')\]\.json)/;
const step = /\??\.([A-Za-z_]\w*)|\[(?:("[^"\\\n]*"|'[^'\\\n]*')|(0|[1-9]\d*))\]/y;

/** Reads code that is one path into the data of an item, such as `$json.a.b["c"]`; undefined for other code. */
export function linkedPathOf(code: string): { from: LinkedItem; keys: string[] } | undefined {
	const text = code.trim();
	const [start, node, which = 'item', indexed] = root.exec(text) ?? [];
	if (start === undefined) return undefined;
	const keys: string[] = [];
	step.lastIndex = start.length;
	while (step.lastIndex < text.length) {
		const [, name, key, index] = step.exec(text) ?? [];
		const found = name ?? key?.slice(1, -1) ?? index;
		if (found === undefined) return undefined;
		keys.push(found);
	}
	if (keys.length === 0) return undefined;
	const from: LinkedItem = indexed
		? { node: indexed.slice(1, -1), which: 'sameIndex' }
		: { node: node?.slice(1, -1), which: which.replace('()', '') as LinkedItem['which'] };
	return { from, keys };
}

/** A value that only the expression engine can determine. */
export const unclear = Symbol('unclear');

/** The value at the end of a path if it is plain or missing, else `unclear`. */
export function follow(item: ReturnType<LinkedReader>, keys: readonly string[]): unknown {
	let value = item?.json;
	if (value === undefined || value === null) return unclear;
	for (const key of keys) {
		// n8n returns undefined if a path continues after null or undefined.
		if (value === undefined || value === null) return undefined;
		if (typeof value !== 'object' || (Array.isArray(value) && !/^\d+$/.test(key)))
			return unclear;
		const property = Object.getOwnPropertyDescriptor(value, key);
		if (!property ? key in value : !('value' in property)) return unclear;
		value = property?.value as unknown;
	}
	return isPlainValue(value) ? value : unclear;
}

/** Whether a value is the same inside and outside n8n's engine. */
function isPlainValue(value: unknown): boolean {
	if (value === undefined || value === null || typeof value === 'boolean') return true;
	// A lone surrogate doesn't survive the trip through the engine.
	if (typeof value === 'string') return value.isWellFormed();
	return typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0);
}

const itemsForNames = 100;
/** The keys of a path. A name before a parenthesis is a function. */
const pathOfItem =
	/\$(?:json|input\.item\.json)((?:\??\.[A-Za-z_]\w*|\[(?:"[^"]*"|'[^']*'|\d+)\])+)(?![\w(])/g;
const stepOfPath = /\??\.(\w+)|\[["']?([^[\]"']*)["']?\]/g;

/** Code that reads the field with the nearest name, if a path in some code leads to none of the items' fields. */
export function pathMeantBy(
	code: string,
	items: readonly INodeExecutionData[],
): string | undefined {
	const data = items.slice(0, itemsForNames).map(({ json }) => json as unknown);
	for (const [, steps = ''] of code.matchAll(pathOfItem)) {
		const keys = [...steps.matchAll(stepOfPath)].map(([, name, key]) => name ?? key ?? '');
		for (const [at, key] of keys.entries()) {
			const names = namesAt(data, keys.slice(0, at));
			if (names.includes(key)) continue;
			const near = nearestName(key, names);
			if (near !== undefined)
				return pathExpression('$json', [...keys.slice(0, at), near, ...keys.slice(at + 1)]);
			break;
		}
	}
	return undefined;
}

/** The names of fields in all items, at the end of a path. */
export function namesAt(data: readonly unknown[], path: readonly string[]): string[] {
	const found = data.flatMap((one) => {
		let value = one;
		for (const key of path) value = ownFields(value)[key];
		return Object.keys(ownFields(value));
	});
	return [...new Set(found)];
}

function ownFields(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The code that reads a value inside another one, such as `$json.stay["first name"]`. */
export function pathExpression(root: string, keys: readonly string[]): string {
	const steps = keys.map((key) =>
		/^[a-z_$][\w$]*$/i.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
	);
	return root + steps.join('');
}
