import type { INodeExecutionData } from 'n8n-workflow';
import { nearestName } from '../../fields/words';

/** Items to search for names. */
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
