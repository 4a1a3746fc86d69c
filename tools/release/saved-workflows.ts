/** Workflows as people who use this version have them in their n8n, so that later versions can be held to them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node';
import { CrmMessagingTrigger } from '../../nodes/CrmMessaging/CrmMessagingTrigger.node';
import { operations } from '../../nodes/CrmMessaging/actions';
import { root } from '../../playground/n8n/node24';
import { everyEndpoint, guests } from '../../test/engine/every-operation/endpoint-cases';
import { everyForm } from '../../test/engine/every-operation/form-cases';
import { usualValueOf } from '../../test/engine/every-operation/good-value';
import { defaultsOf, type Defaults, versionsOf } from './node-defaults';

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
	return Object.fromEntries(
		Object.entries(savedNodes).map(([name, { description }]) => [
			name,
			Object.fromEntries(
				versionsOf(description).map((version) => [version, defaultsOf(description)]),
			),
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
	files.set(
		'trigger.json',
		workflowOf(savedNodes.crmMessagingTrigger!.description, triggerForms()),
	);
	for (const file of readdirSync(join(root, 'examples')).filter((one) => one.endsWith('.json'))) {
		const example: unknown = JSON.parse(readFileSync(join(root, 'examples', file), 'utf8'));
		files.set(`example.${file}`, example as object);
	}
	return files;
}

/** The trigger with each choice of its form, all options set. */
function triggerForms(): Array<{ name: string; form: IDataObject }> {
	const { properties } = savedNodes.crmMessagingTrigger!.description;
	const choices = properties.filter(({ type }) => type === 'options');
	const collection = properties.find(({ name }) => name === 'options')!;
	const options = Object.fromEntries(
		(collection.options as INodeProperties[]).map((one) => [one.name, optionOf(one)]),
	);
	const forms = choices.flatMap(({ name, options: values = [] }) =>
		values.map((choice) => {
			const { value } = choice as { value: string };
			return { name: `${name} ${value}`, form: { [name]: value, options } };
		}),
	);
	return [{ name: 'as it is added', form: {} }, ...forms];
}

function optionOf(property: INodeProperties): unknown {
	return property.name === 'allowedIpRanges' ? '203.0.113.0/24' : usualValueOf(property);
}

/** A workflow with a node for each case, as n8n stores it: without what has its default. A trigger is given no items. */
function workflowOf(
	description: INodeTypeDescription,
	cases: ReadonlyArray<{ name: string; form: IDataObject }>,
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
	const start: INode = {
		id: '0',
		name: items,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const main = [nodes.map((node) => ({ node: node.name, type: 'main', index: 0 }))];
	return {
		name,
		nodes: [start, ...nodes],
		connections: { [items]: { main } },
		pinData: { [items]: given.map((json) => ({ json })) },
	};
}
