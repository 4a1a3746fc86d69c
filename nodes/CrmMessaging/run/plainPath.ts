/** A value of an item's own data, as an expression that is nothing but a plain path names it. */
export type PlainPath = readonly string[];

const wholeExpression =
	/^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\[\s*(?:"[^"\\\n]*"|'[^'\\\n]*')\s*\])+)\s*\}\}$/;
const step = /\.([A-Za-z_]\w*)|\[\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)')\s*\]/g;

/** Names that every object has, or that the expression engine guards; it decides on them itself. */
const special = new Set([
	...Object.getOwnPropertyNames(Object.prototype),
	...['prototype', 'arguments', 'caller', 'callee', 'mainModule', 'binding', 'dlopen', 'execve'],
	...['getPrototypeOf', 'setPrototypeOf', 'defineProperty', 'defineProperties'],
	...['getOwnPropertyDescriptor', 'getOwnPropertyDescriptors', 'prepareStackTrace'],
	...['getBuiltinModule', 'loadEnvFile', '_linkedBinding', '_load'],
]);

/**
 * Reads an expression that is exactly one plain path, such as `={{ $json.a.b["c"] }}`.
 *
 * @param raw a parameter as the workflow holds it
 * @returns the path's keys; undefined for any other text
 */
export function plainPathOf(raw: string): PlainPath | undefined {
	const [, path = ''] = wholeExpression.exec(raw) ?? [];
	// n8n ends an expression at the first closing braces, also within quotes.
	if (path === '' || /\{\{|\}\}/.test(path)) return undefined;
	const keys = [...path.matchAll(step)].map(
		([, name, double, single]) => (name ?? double ?? single) as string,
	);
	return keys.some((key) => special.has(key)) ? undefined : keys;
}

/**
 * Follows a plain path.
 *
 * @returns the text, number or boolean it leads to; undefined where the expression engine has to say
 */
export function followPath(json: object, path: PlainPath): string | number | boolean | undefined {
	let at: unknown = json;
	for (const key of path) {
		if (!isPlainObject(at) || !Object.hasOwn(at, key)) return undefined;
		at = at[key];
	}
	// A lone surrogate does not survive the way into the engine and back.
	if (typeof at === 'string') return at.isWellFormed() ? at : undefined;
	if (typeof at === 'number') return Number.isFinite(at) && !Object.is(at, -0) ? at : undefined;
	return typeof at === 'boolean' ? at : undefined;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

/** Whether a raw text is an expression. */
export function isExpression(raw: unknown): raw is string {
	return typeof raw === 'string' && raw.startsWith('=');
}
