/** The defaults of a node's form, which n8n doesn't store with a workflow. */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { groupsOf } from '../../nodes/CrmMessaging/fields/control';

/** The default of each parameter, by the way to it. */
export type Defaults = Record<string, unknown>;

/** All versions that a node has. */
export function versionsOf({ version }: INodeTypeDescription): number[] {
	return [version].flat();
}

/** The defaults of a form. */
export function defaultsOf({ properties }: INodeTypeDescription): Defaults {
	return Object.fromEntries(entriesOf(properties, ''));
}

function entriesOf(
	properties: INodeProperties[],
	outer: string,
): Array<[way: string, value: unknown]> {
	return properties.flatMap((property) =>
		conditionsOf(property).flatMap((condition): Array<[string, unknown]> => {
			const way = `${outer}${property.name}${condition}`;
			const members = groupsOf(property).flatMap(({ values }) => values);
			const inner = entriesOf(members, `${way} › `);
			return property.type === 'notice' ? inner : [[way, property.default], ...inner];
		}),
	);
}

/**
 * The choices that show a parameter, since several parameters may have one name. Each is a text of its
 * own, so that a new choice doesn't change the others.
 */
function conditionsOf({ displayOptions }: INodeProperties): string[] {
	const { show = {}, hide = {} } = displayOptions ?? {};
	const conditions = [
		...Object.entries(show).map(([name, values]) => texts(name, values ?? [])),
		...Object.entries(hide).map(([name, values]) => [
			`not ${texts(name, values ?? []).join(', ')}`,
		]),
	];
	const all = conditions.reduce<string[][]>(
		(rows, column) => rows.flatMap((row) => column.map((text) => [...row, text])),
		[[]],
	);
	return all.map((row) => (row.length > 0 ? ` (${row.sort().join('; ')})` : ''));
}

function texts(name: string, values: unknown[]): string[] {
	return values.map((value) => `${name.replace('/', '')}: ${JSON.stringify(value)}`);
}
