/**
 * `npm run save-workflows`: keeps workflows as people who use this version have them, and its defaults, in
 * test/saved-workflows/. Later versions are held to them. Saved again as long as the version isn't released.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { CrmMessagingTrigger } from '../../nodes/CrmMessaging/CrmMessagingTrigger.node.ts';
import { operations } from '../../nodes/CrmMessaging/actions';
import { groupsOf } from '../../nodes/CrmMessaging/fields/control';
import { root } from '../../playground/n8n/machine';
import { everyEndpoint, guests } from '../../test/engine/every-operation/endpoint-cases';
import { everyForm } from '../../test/engine/every-operation/form-cases';
import { nodeOfType } from '../../test/engine/harness/node-under-test';
import { isReleased } from './release';

/** A workflow file; its nodes but the first one are those of the package. */
export interface SavedWorkflow {
	name: string;
	nodes: INode[];
	connections: IDataObject;
	/** The output of its first node. */
	pinData?: Record<string, Array<{ json: IDataObject }>>;
}

/** The defaults of a release, by node and by version of the node. */
export type SavedDefaults = Record<string, Record<string, Defaults>>;

/** The folder with the set of each release. */
export const savedFolder = join(root, 'test', 'saved-workflows');

/** The name of a set's file with the defaults. */
export const defaultsFile = 'defaults.json';

/** The package's nodes that people see, by name. */
export const savedNodes: Record<string, INodeType> = Object.fromEntries(
	[new CrmMessaging(), new CrmMessagingTrigger()].map((node) => [node.description.name, node]),
);

/** The type of a node of the package in a workflow. */
export const typePrefix = 'n8n-nodes-crm-messaging.';

const items = 'Items';

/** The defaults as they are now. */
export function savedDefaults(): SavedDefaults {
	const byVersion = ({ description }: INodeType) =>
		versionsOf(description).map((version) => [version, defaultsOf(description)]);
	return Object.fromEntries(
		Object.entries(savedNodes).map(([name, node]) => [
			name,
			Object.fromEntries(byVersion(node)),
		]),
	);
}

/** Every workflow of a set, by file name: a pair of files an operation, one of the trigger, and the examples. */
export function savedWorkflows(): Map<string, object> {
	const files = new Map<string, object>();
	const { description } = savedNodes.crmMessaging!;
	for (const operation of operations) {
		const name = `${operation.resource.name}.${operation.operation}`;
		const least = everyEndpoint.find((one) => one.operation === operation)!;
		files.set(`${name}.typical.json`, workflowOf(description, [least], guests));
		const forms = everyForm.filter((one) => one.operation === operation);
		const { goodItem } = forms[0]!;
		files.set(`${name}.all-options.json`, workflowOf(description, forms, [goodItem, goodItem]));
	}
	const trigger = savedNodes.crmMessagingTrigger!.description;
	files.set('trigger.json', workflowOf(trigger, triggerForms(trigger)));
	for (const file of readdirSync(join(root, 'examples')).filter((one) => one.endsWith('.json'))) {
		const example: unknown = JSON.parse(readFileSync(join(root, 'examples', file), 'utf8'));
		files.set(`example.${file}`, example as object);
	}
	return files;
}

/** The parameters of a node. */
interface SavedForm {
	name: string;
	form: IDataObject;
}

/** The trigger with each choice of its form, all options set. */
function triggerForms({ properties }: INodeTypeDescription): SavedForm[] {
	const choices = properties.filter(({ type }) => type === 'options');
	const forms = choices.flatMap(({ name, options: values = [] }) =>
		values.map((choice) => {
			const { value } = choice as { value: string };
			return { name: `${name} ${value}`, form: { [name]: value } };
		}),
	);
	return [{ name: 'as it is added', form: {} }, ...forms];
}

/** A workflow with a node for each case, as n8n stores it: without what has its default. A trigger is given no items. */
function workflowOf(
	description: INodeTypeDescription,
	cases: readonly SavedForm[],
	given?: IDataObject[],
): SavedWorkflow {
	const typeVersion = versionsOf(description).at(-1)!;
	const nodes = cases.map(({ name, form }, at): INode => {
		const node: INode = {
			id: String(at + 1),
			name,
			typeVersion,
			type: typePrefix + description.name,
			position: [240, at * 160],
			parameters: form as INodeParameters,
		};
		const { properties } = description;
		const stored = NodeHelpers.getNodeParameters(
			...([properties, form as INodeParameters, false, false, node, description] as const),
		);
		return { ...node, parameters: stored ?? {} };
	});
	const name = cases[0]!.name;
	if (!given) return { name, nodes, connections: {} };
	const start: INode = { ...nodeOfType('n8n-nodes-base.manualTrigger', items), id: '0' };
	const main = [nodes.map((node) => ({ node: node.name, type: 'main', index: 0 }))];
	return {
		name,
		nodes: [start, ...nodes],
		connections: { [items]: { main } },
		pinData: { [items]: given.map((json) => ({ json })) },
	};
}

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

async function main(): Promise<void> {
	const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		version: string;
	};
	if (isReleased(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)) {
		throw new Error(
			`${version} is released: its workflows never change. Give the package its next version first (npm run release).`,
		);
	}
	const folder = join(savedFolder, version);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	// It can't be loaded in jest, which reads the rest of this file.
	const { format, resolveConfig } = await import('prettier');
	const config = await resolveConfig(join(folder, defaultsFile));
	const files = new Map([...savedWorkflows(), [defaultsFile, savedDefaults()]]);
	for (const [file, content] of files) {
		const text = await format(JSON.stringify(content), { ...config, parser: 'json' });
		writeFileSync(join(folder, file), text);
	}
	console.log(`${relative(root, folder)}: ${files.size} files`);
}

if (require.main === module) {
	main().catch((error: Error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
