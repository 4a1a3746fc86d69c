import { isExact } from '../../fields/exactNumbers';
import { setOwn } from '../../fields/keys';
import { entriesIn } from '../../run/formValues';
import type { ItemParameters, NodeParameters } from '../../run/parameters';
import { isExpression } from '../../run/expressions/plainPath';
import { placeholdersOf } from '../../interface/template';

/** Gives one value of an item. */
type ReadValue = (item: ItemParameters) => unknown;

/** The values of a message's placeholders, in their order. */
type Plan = Array<{ name: string; read: ReadValue }>;

/**
 * Makes what reads the values of placeholders where they are as they usually are: each given once under
 * a name that is no expression, or a field of the input item. The names are looked at once for a message,
 * and not for each item.
 *
 * @param list the parameter that lists the values, and what an entry of it is called
 * @returns undefined for an item of which anything else has to be said
 */
export function usualValuesReader(
	parameters: NodeParameters,
	list: { name: string; entry: string },
): (item: ItemParameters, message: string) => Record<string, string> | undefined {
	const given = givenValues(parameters, list);
	if (!given) return () => undefined;
	let plan: Plan | undefined;
	let planned: string | undefined;
	return (item, message) => {
		if (message !== planned) [plan, planned] = [planOf(message, given), message];
		return plan && valuesOf(plan, item);
	};
}

function valuesOf(plan: Plan, item: ItemParameters): Record<string, string> | undefined {
	const values: Record<string, string> = {};
	for (const { name, read } of plan) {
		const value = read(item);
		if (typeof value === 'string') setOwn(values, name, value);
		else if (typeof value === 'number' && isExact(value)) setOwn(values, name, `${value}`);
		else return undefined;
	}
	return values;
}

/** How the values of the form's list are read, by name; undefined where a name is no plain text of its own. */
function givenValues(
	parameters: NodeParameters,
	{ name: listName, entry }: { name: string; entry: string },
): Map<string, ReadValue> | undefined {
	const raw = parameters.rawOf(listName) ?? {};
	if (typeof raw !== 'object') return undefined;
	const entries = entriesIn(raw, entry);
	const readers = entries.map(({ name, value }, at): [name: unknown, read: ReadValue] => {
		const read = parameters.partReader(value, `${listName}.${entry}[${at}].value`);
		return [name, ({ index }) => read(index)];
	});
	const names = new Set(readers.map(([name]) => name));
	const arePlain = [...names].every(
		(name) => typeof name === 'string' && name !== '' && !isExpression(name),
	);
	return arePlain && names.size === readers.length
		? new Map(readers as Array<[string, ReadValue]>)
		: undefined;
}

/** What is given and used for nothing is a hint, so that it is no usual case. */
function planOf(message: string, given: ReadonlyMap<string, ReadValue>): Plan | undefined {
	const placeholders = placeholdersOf(message);
	if (![...given.keys()].every((name) => placeholders.has(name))) return undefined;
	const others = [...placeholders].filter((name) => !given.has(name));
	return [
		...[...given].map(([name, read]) => ({ name, read })),
		...others.map((name) => ({ name, read: fieldReader(name) })),
	];
}

/** The item of an agent is its own call. */
function fieldReader(name: string): ReadValue {
	return ({ isAgentCall, input: { json } }) =>
		!isAgentCall && Object.hasOwn(json, name) ? json[name] : undefined;
}
