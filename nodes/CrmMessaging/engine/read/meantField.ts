import type { INodeExecutionData } from 'n8n-workflow';
import { nearestName, plainForm } from '../../fields/words';

/** Items to search for names. */
const itemsForNames = 100;
/** The keys of a path. A name before a parenthesis is a function. */
const pathOfItem =
	/\$(?:json|input\.item\.json)((?:\??\.[A-Za-z_]\w*|\[(?:"[^"]*"|'[^']*'|\d+)\])+)(?![\w(])/g;
const stepOfPath = /\??\.(\w+)|\[["']?([^[\]"']*)["']?\]/g;

/** The field that code may have meant. */
export interface MeantField {
	/** Code that reads it. */
	code: string;
	/** Whether the name is a slip of it, so the field is surely missing by mistake. */
	isSlip: boolean;
}

/** Finds the nearest field of the items for a path of code that leads to none. */
export function fieldMeantBy(
	code: string,
	items: readonly INodeExecutionData[],
): MeantField | undefined {
	const data = items.slice(0, itemsForNames).map(({ json }) => json as unknown);
	for (const [, steps = ''] of code.matchAll(pathOfItem)) {
		const keys = [...steps.matchAll(stepOfPath)].map(([, name, key]) => name ?? key ?? '');
		const known = keys.findIndex(
			(_, at) => !namesAt(data, keys.slice(0, at)).includes(keys[at] ?? ''),
		);
		if (known < 0) continue;
		const [before, key = '', after] = [
			keys.slice(0, known),
			keys[known],
			keys.slice(known + 1),
		];
		const names = namesAt(data, before);
		const near = nearestName(key, names);
		if (near !== undefined) {
			return { code: pathExpression('$json', [...before, near, ...after]), isSlip: true };
		}
		// The same name one level deeper, or at the top.
		for (const outer of [...names.map((name) => [...before, name]), []]) {
			const last = plainForm(keys.at(-1) ?? '');
			const same = namesAt(data, outer).find((name) => plainForm(name) === last);
			if (same !== undefined) {
				return { code: pathExpression('$json', [...outer, same]), isSlip: false };
			}
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
