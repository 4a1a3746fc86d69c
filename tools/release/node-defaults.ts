/** The defaults of a node's form, which n8n doesn't store with a workflow. */
import { NodeHelpers } from 'n8n-workflow';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodeType,
	INodeTypeDescription,
	IVersionedNodeType,
} from 'n8n-workflow';

/** The default of each parameter, by the way to it. */
export type Defaults = Record<string, unknown>;

/** The node as workflows of one of its versions have it; none where it has no such version. */
export function descriptionOf(
	node: INodeType | IVersionedNodeType,
	typeVersion: number,
): INodeTypeDescription | undefined {
	const { description } = NodeHelpers.getVersionedNodeType(node, typeVersion);
	return [description.version].flat().includes(typeVersion) ? description : undefined;
}

/** All versions that a node has. */
export function versionsOf(node: INodeType | IVersionedNodeType): number[] {
	if ('nodeVersions' in node) return Object.keys(node.nodeVersions).map(Number);
	return [node.description.version].flat();
}

/** The defaults of a form as a version of the node has them. */
export function defaultsOf({ properties }: INodeTypeDescription, typeVersion: number): Defaults {
	return Object.fromEntries(entriesOf(properties, '', typeVersion));
}

function entriesOf(
	properties: INodeProperties[],
	outer: string,
	typeVersion: number,
): Array<[way: string, value: unknown]> {
	const inVersion = properties.filter((one) => isInVersion(one, typeVersion));
	return inVersion.flatMap((property) =>
		conditionsOf(property).flatMap((condition): Array<[string, unknown]> => {
			const way = `${outer}${property.name}${condition}`;
			const own: Array<[string, unknown]> =
				property.type === 'notice' ? [] : [[way, property.default]];
			const inner = groupsOf(property).flatMap(([group, members]) =>
				entriesOf(members, `${way} › ${group}`, typeVersion),
			);
			return [...own, ...inner];
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
	].filter(([text]) => !text!.includes('@version'));
	const all = conditions.reduce<string[][]>(
		(rows, column) => rows.flatMap((row) => column.map((text) => [...row, text])),
		[[]],
	);
	return all.map((row) => (row.length > 0 ? ` (${row.sort().join('; ')})` : ''));
}

function texts(name: string, values: unknown[]): string[] {
	return values.map((value) => `${name.replace('/', '')}: ${JSON.stringify(value)}`);
}

function isInVersion({ displayOptions }: INodeProperties, typeVersion: number): boolean {
	const { show = {}, hide = {} } = displayOptions ?? {};
	const named = (versions: unknown[] | undefined) => versions?.includes(typeVersion);
	return named(show['@version']) !== false && named(hide['@version']) !== true;
}

/** Controls inside of a control, with what their ways begin with. */
function groupsOf({ type, options = [] }: INodeProperties): Array<[string, INodeProperties[]]> {
	if (type === 'collection') return [['', options as INodeProperties[]]];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).map(({ name, values }) => [`${name} › `, values]);
}
